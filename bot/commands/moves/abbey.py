"""``abbey``: play one's abbey in place of a drawn tile, or in the last round."""

from typing import Final

from bot.games.moves import Move, read_abbey
from bot.usecases.rows import CommandRow
from core import Phase

COMMAND: Final = CommandRow(
    rank=60,
    move=Move(
        (
            Phase.DRAW,
            Phase.ABBEY,
        ),
        read_abbey,
    ),
    ages=True,
)
