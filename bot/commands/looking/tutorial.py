"""``tutorial``: learn the game by playing it."""

from typing import Final

from bot.usecases.rows import CommandRow, Needs, Option, always
from bot.usecases.tutorial import tutorial

COMMAND: Final = CommandRow(
    rank=360,
    errand=tutorial,
    options=(Option("move"),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
)
