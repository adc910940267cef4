"""``daily``: the place's appointment for a game."""

from typing import Final

from bot.games.parser import Command
from bot.usecases.daily import daily
from bot.usecases.rows import CommandRow, Option, always


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
