"""``rescue``: help a game that cannot go on."""

from typing import Final

from bot.games.parser import Command
from bot.usecases.history import MOST_TURNS
from bot.usecases.rescue import rescue
from bot.usecases.rows import CommandRow, Option, always, values


def _asks(command: Command) -> bool:
    return not command.words


COMMAND: Final = CommandRow(
    rank=340,
    errand=rescue,
    options=(
        Option("action", choices=values("action", "skip", "pause", "resume", "free", "back", "redo")),
        Option("which", between=(1, MOST_TURNS)),
    ),
    private=_asks,
    anyone=always,
    admins=True,
)
