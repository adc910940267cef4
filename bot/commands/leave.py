"""``leave``: stand up before the game."""

from typing import Final

from bot.table import lobby
from bot.table.rows import Row

COMMAND: Final = Row(
    rank=30,
    serve=lobby.leave,
    ages=True,
    late=True,
)
