"""``hints``: whether a person gets hints."""

from typing import Final

from bot.usecases.beginning import hints
from bot.usecases.rows import CommandRow, Option, always, values

COMMAND: Final = CommandRow(
    rank=370,
    errand=hints,
    options=(Option("show", choices=values("show", "on", "off")),),
    # It is a person's own choice. A game's message, which changes with it, is not all that tells so.
    private=always,
)
