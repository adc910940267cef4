"""``import``: put a game aside that comes as a file."""

from typing import Final

from bot.usecases.importing import import_
from bot.usecases.rows import CommandRow, Needs, Option, always

COMMAND: Final = CommandRow(
    rank=300,
    errand=import_,
    options=(Option("file", required=True, file=True),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
    admins=True,
    files=True,
)
