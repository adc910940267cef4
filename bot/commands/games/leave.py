"""``leave``: stand up before the game."""

from typing import Final

from bot.games import lobby
from bot.usecases.rows import CommandRow

COMMAND: Final = CommandRow(
    rank=30,
    serve=lobby.leave,
    ages=True,
    late=True,
)
