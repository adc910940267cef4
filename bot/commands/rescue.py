"""``rescue``: help a game that cannot go on."""

from typing import Final

from bot.table.errands.history import MOST_TURNS
from bot.table.errands.rescue import rescue
from bot.table.parser import Command
from bot.table.rows import CommandRow, Option, always, values


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
