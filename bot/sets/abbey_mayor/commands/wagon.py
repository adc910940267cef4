"""``wagon``: move a wagon whose feature was scored."""

from typing import Final

from bot.games.moves import Move
from bot.sets.abbey_mayor.wagons import read_wagon
from bot.usecases.rows import CommandRow, Option
from core.sets.abbey_mayor.actions import WAGON_DUE

COMMAND: Final = CommandRow(
    rank=140,
    move=Move((WAGON_DUE,), read_wagon),
    ages=True,
    options=(Option("where", required=True, suggested=True),),
)
