"""``export``: a game as a file."""

from typing import Final

from bot.usecases.checking import export
from bot.usecases.history import MOST_GAMES
from bot.usecases.rows import CommandRow, Option, always

COMMAND: Final = CommandRow(
    rank=240,
    errand=export,
    options=(Option("number", between=(1, MOST_GAMES)),),
    private=always,
    anyone=always,
)
