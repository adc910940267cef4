"""``board``: the whole board."""

from typing import Final

from bot.usecases import look
from bot.usecases.rows import CommandRow, Option, always, values

COMMAND: Final = CommandRow(
    rank=160,
    serve=look.board,
    options=(
        Option("view", choices=values("view", *look.VIEWS)),
        Option("tint", choices={look.OWNERS: "choice.owners.on"}),
    ),
    private=always,
    anyone=always,
    ages=True,
)
