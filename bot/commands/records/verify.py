"""``verify``: check a game against its seed."""

from typing import Final

from bot.usecases.checking import verify
from bot.usecases.history import MOST_GAMES
from bot.usecases.rows import CommandRow, Option, always

COMMAND: Final = CommandRow(
    rank=310,
    errand=verify,
    options=(Option("number", between=(1, MOST_GAMES)), Option("file", file=True), Option("hash")),
    private=always,
    anyone=always,
    files=True,
)
