"""``choose``: choose a tile from one's open hand."""

from typing import Final

from bot.games.moves import Move
from bot.sets.discoverers.hands import read_choose
from bot.usecases.rows import CommandRow, Option
from core import Phase

COMMAND: Final = CommandRow(
    rank=70,
    move=Move((Phase.CHOOSE,), read_choose),
    ages=True,
    options=(Option("tile", required=True, suggested=True),),
)
