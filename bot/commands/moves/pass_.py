"""``pass``: put nothing, or do nothing where a set of the game allows that."""

from typing import Final

from bot.games.moves import Move, always
from bot.games.talk import talks
from bot.usecases.rows import CommandRow
from core import Phase
from core.actions import PASS

COMMAND: Final = CommandRow(
    rank=110,
    move=Move((Phase.DEPLOY, *(phase for talk in talks().values() for phase in talk.passes)), always(PASS)),
    ages=True,
)
