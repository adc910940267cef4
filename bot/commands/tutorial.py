"""``tutorial``: learn the game by playing it."""

from typing import Final

from bot.table.errands.tutorial import tutorial
from bot.table.rows import CommandRow, Needs, Option, always

COMMAND: Final = CommandRow(
    rank=360,
    errand=tutorial,
    options=(Option("move"),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
)
