"""``tiles``: which tiles are still to come."""

from typing import Final

from bot.table import info
from bot.table.rows import Row, always

COMMAND: Final = Row(
    rank=170,
    serve=info.tiles,
    private=always,
    anyone=always,
    ages=True,
)
