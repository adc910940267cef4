"""``pause``: ask the others to stop the clock, or let it run again."""

from typing import Final

from bot.usecases import consent
from bot.usecases.rows import CommandRow, Option

COMMAND: Final = CommandRow(
    rank=270,
    serve=consent.pause,
    options=(Option("state", choices={"off": "choice.resume"}),),
    ages=True,
    late=True,
)
