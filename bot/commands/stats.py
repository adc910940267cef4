"""``stats``: statistics of the place or of a person."""

from typing import Final

from bot.table.errands.statistics import stats
from bot.table.rows import CommandRow, Needs, Option, always, bare, values

COMMAND: Final = CommandRow(
    rank=320,
    errand=stats,
    options=(Option("whose", choices=values("whose", "me")),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=bare,
)
