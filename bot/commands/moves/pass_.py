"""``pass``: put nothing, or lay no abbey."""

from typing import Final

from bot.games.moves import Move, always
from bot.usecases.rows import CommandRow
from core import Phase
from core.actions import PASS

COMMAND: Final = CommandRow(
    rank=110,
    move=Move(
        (
            Phase.DEPLOY,
            Phase.ABBEY,
        ),
        always(PASS),
    ),
    ages=True,
)
