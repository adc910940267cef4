"""``start``: start the game for which people have gathered."""

from typing import Final

from bot.table.errands.beginning import start
from bot.table.rows import CommandRow, always

COMMAND: Final = CommandRow(
    rank=40,
    errand=start,
    anyone=always,
    admins=True,
    ages=True,
    late=True,
)
