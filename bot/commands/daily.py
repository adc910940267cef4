"""``daily``: the place's appointment for a game."""

from typing import Final

from bot.table.errands.daily import daily
from bot.table.parser import Command
from bot.table.rows import CommandRow, Option, always


def _switches(command: Command) -> bool:
    return not command.options and command.words in {(), ("off",), ("on",)}


COMMAND: Final = CommandRow(
    rank=280,
    errand=daily,
    options=(Option("hour"), Option("zone"), Option("play")),
    private=always,
    anyone=_switches,
    admins=True,
)
