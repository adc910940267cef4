"""``place``: lay the tile in hand."""

from typing import Final

from bot.games.moves import Move, read_place
from bot.usecases.rows import CommandRow, Option, values
from core import Phase

COMMAND: Final = CommandRow(
    rank=80,
    move=Move((Phase.PLACE,), read_place),
    ages=True,
    options=(
        Option("spot", required=True, suggested=True),
        Option("turn", choices=values("turn", "0", "90", "180", "270")),
    ),
)
