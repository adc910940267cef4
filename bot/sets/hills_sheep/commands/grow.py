"""``grow``: let one's flock grow."""

from typing import Final

from bot.games.moves import Move, always
from bot.usecases.rows import CommandRow
from core.sets.hills_sheep.actions import FLOCK_DUE, GROW

COMMAND: Final = CommandRow(
    rank=130,
    move=Move((FLOCK_DUE,), always(GROW)),
    ages=True,
)
