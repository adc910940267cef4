"""``game``: how the game stands."""

from typing import Final

from bot.table import info
from bot.table.rows import CommandRow, always

COMMAND: Final = CommandRow(
    rank=180,
    serve=info.state,
    private=always,
    anyone=always,
    ages=True,
)
