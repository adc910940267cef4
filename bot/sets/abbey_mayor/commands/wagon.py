"""``wagon``: move a wagon whose feature was scored."""

from typing import Final

from bot.games.moves import Move
from bot.sets.abbey_mayor.wagons import read_wagon
from bot.usecases.rows import CommandRow, Option
from core import Phase

COMMAND: Final = CommandRow(
    rank=140,
    move=Move((Phase.WAGON,), read_wagon),
    ages=True,
    options=(Option("where", required=True, suggested=True),),
)
