"""``turn``: turn the tile just laid."""

from typing import Final

from bot.table import play
from bot.table.rows import CommandRow

COMMAND: Final = CommandRow(
    rank=90,
    serve=play.turn,
    ages=True,
)
