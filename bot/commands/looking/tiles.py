"""``tiles``: which tiles are still to come."""

from typing import Final

from bot.usecases import info
from bot.usecases.rows import CommandRow, always

COMMAND: Final = CommandRow(
    rank=170,
    serve=info.tiles,
    private=always,
    anyone=always,
    ages=True,
)
