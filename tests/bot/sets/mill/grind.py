"""``grind``: let the mill just laid grind so many sacks."""

from typing import Final

from bot.games.moves import Move, checked
from bot.games.parser import read_number
from bot.games.talk import Words
from bot.refusal import Refused
from bot.usecases.rows import CommandRow, Option
from core import Action, Position
from core.sets.mill import MILL_DUE, Grind  # type: ignore[import-not-found]  # there in the copy


def read(position: Position, words: Words) -> Action:
    """``grind SACKS``."""
    sacks = read_number(words[0]) if len(words) == 1 else None
    if sacks not in {1, 2}:
        raise Refused("usage.grind")
    return checked(position, Grind(sacks))


COMMAND: Final = CommandRow(
    rank=135,
    move=Move((MILL_DUE,), read),
    ages=True,
    options=(Option("sacks", required=True, between=(1, 2)),),
)
