"""``abbey``: play one's abbey in place of a drawn tile, or in the last round."""

from typing import Final

from bot.games.moves import Move, checked
from bot.usecases.rows import CommandRow
from core import Phase
from core.sets.abbey_mayor.actions import ABBEY_DUE, PLAY_ABBEY

COMMAND: Final = CommandRow(
    rank=60,
    move=Move((Phase.DRAW, ABBEY_DUE), lambda position, _words: checked(position, PLAY_ABBEY)),
    ages=True,
)
