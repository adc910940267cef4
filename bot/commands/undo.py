"""``undo``: take back what was done last."""

from typing import Final

from bot.table import consent
from bot.table.rows import CommandRow, Option

COMMAND: Final = CommandRow(
    rank=150,
    serve=consent.undo,
    options=(Option("scope", choices={"ask": "choice.undo_ask"}),),
    ages=True,
)
