"""``game``: how the game stands."""

from typing import Final

from bot.table import info
from bot.table.rows import Row, always

COMMAND: Final = Row(
    rank=180,
    serve=info.state,
    private=always,
    anyone=always,
    ages=True,
)
