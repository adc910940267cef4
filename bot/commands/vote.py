"""``vote``: answer a question that is put to all players."""

from typing import Final

from bot.table import consent
from bot.table.ballot import NO, TIME_UP_CHOICES, YES
from bot.table.rows import CommandRow, Option
from bot.table.scenes.pace import VOTE

COMMAND: Final = CommandRow(
    rank=260,
    serve=consent.vote,
    options=(Option("choice", required=True, choices={c: VOTE(c) for c in (YES, NO, *TIME_UP_CHOICES)}),),
    ages=True,
    late=True,
)
