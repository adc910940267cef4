"""``export``: a game as a file."""

from typing import Final

from bot.table.errands.checking import export
from bot.table.errands.history import MOST_GAMES
from bot.table.rows import CommandRow, Option, always

COMMAND: Final = CommandRow(
    rank=240,
    errand=export,
    options=(Option("number", between=(1, MOST_GAMES)),),
    private=always,
    anyone=always,
)
