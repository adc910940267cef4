"""``tile``: the tile of the day."""

from typing import Final

from bot.usecases.rows import CommandRow, Needs, Option, always, values
from bot.usecases.tile import tile

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
