"""``grow``: let one's flock grow."""

from typing import Final

from bot.games.moves import Move, always
from bot.usecases.rows import CommandRow
from core import Phase
from core.actions import GROW

COMMAND: Final = CommandRow(
    rank=130,
    move=Move((Phase.FLOCK,), always(GROW)),
    ages=True,
)
