"""``game``: how the game stands."""

from typing import Final

from bot.usecases import info
from bot.usecases.rows import CommandRow, always

COMMAND: Final = CommandRow(
    rank=180,
    serve=info.state,
    private=always,
    anyone=always,
    ages=True,
)
