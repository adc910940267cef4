"""``deploy``: put a figure on the tile just laid."""

from typing import Final

from bot.games.moves import Move, read_deploy
from bot.usecases.rows import CommandRow, Option
from core import Phase

COMMAND: Final = CommandRow(
    rank=100,
    move=Move((Phase.DEPLOY,), read_deploy),
    ages=True,
    options=(Option("where", required=True, suggested=True), Option("figure", suggested=True)),
)
