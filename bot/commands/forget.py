"""``forget``: what is kept of a person, gone."""

from typing import Final

from bot.table.errands.forget import forget
from bot.table.rows import CommandRow, Needs, Option, always, values

COMMAND: Final = CommandRow(
    rank=350,
    errand=forget,
    options=(Option("who", required=True, choices=values("who", "me")),),
    needs=Needs.NO_GAME,
    private=always,
    speaks=True,
)
