"""``history``: earlier games, turn by turn."""

from typing import Final

from bot.games.parser import Command
from bot.usecases.history import GO_ON, MOST_GAMES, MOST_TURNS, history
from bot.usecases.rows import CommandRow, Option


def _looks(command: Command) -> bool:
    return command.words[2:] != (GO_ON,)


def _stays(command: Command) -> bool:
    return GO_ON not in command.words


COMMAND: Final = CommandRow(
    rank=290,
    errand=history,
    options=(Option("number", between=(1, MOST_GAMES)), Option("turn", between=(0, MOST_TURNS))),
    private=_looks,
    anyone=_stays,
    admins=True,
)
