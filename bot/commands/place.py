"""``place``: lay the tile in hand."""

from typing import Final

from bot.table.moves import Move, read_place
from bot.table.rows import Option, Row, values
from core import Phase

COMMAND: Final = Row(
    rank=80,
    move=Move((Phase.PLACE,), read_place),
    ages=True,
    options=(
        Option("spot", required=True, suggested=True),
        Option("turn", choices=values("turn", "0", "90", "180", "270")),
    ),
)
