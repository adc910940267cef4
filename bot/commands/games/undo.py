"""``undo``: take back what was done last."""

from typing import Final

from bot.usecases import consent
from bot.usecases.rows import CommandRow, Option

COMMAND: Final = CommandRow(
    rank=150,
    serve=consent.undo,
    options=(Option("scope", choices={"ask": "choice.undo_ask"}),),
    ages=True,
)
