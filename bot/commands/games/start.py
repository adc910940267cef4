"""``start``: start the game for which people have gathered."""

from typing import Final

from bot.usecases.beginning import start
from bot.usecases.rows import CommandRow, always

COMMAND: Final = CommandRow(
    rank=40,
    errand=start,
    anyone=always,
    admins=True,
    ages=True,
    late=True,
)
