"""``grow``: let one's flock grow."""

from typing import Final

from bot.table.moves import Move, always
from bot.table.rows import Row
from core import Phase
from core.actions import GROW

COMMAND: Final = Row(
    rank=130,
    move=Move((Phase.FLOCK,), always(GROW)),
    ages=True,
)
