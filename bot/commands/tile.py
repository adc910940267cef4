"""``tile``: the tile of the day."""

from typing import Final

from bot.table.errands.tile import tile
from bot.table.rows import CommandRow, Needs, Option, always, values

COMMAND: Final = CommandRow(
    rank=330,
    errand=tile,
    options=(
        Option("spot"),
        Option("turn", choices=values("turn", "0", "90", "180", "270")),
        Option("where"),
    ),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
)
