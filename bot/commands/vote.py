"""``vote``: answer a question that is put to all players."""

from typing import Final

from bot.table import consent
from bot.table.ballot import NO, TIME_UP_CHOICES, YES
from bot.table.rows import CommandRow, Option

COMMAND: Final = CommandRow(
    rank=260,
    serve=consent.vote,
    options=(
        Option("choice", required=True, choices={c: f"choice.vote.{c}" for c in (YES, NO, *TIME_UP_CHOICES)}),
    ),
    ages=True,
    late=True,
)
