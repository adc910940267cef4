"""``vote``: answer a question that is put to all players."""

from typing import Final

from bot.clocks.ballot import NO, TIME_UP_CHOICES, YES
from bot.scenes.pace import VOTE
from bot.usecases import consent
from bot.usecases.rows import CommandRow, Option

COMMAND: Final = CommandRow(
    rank=260,
    serve=consent.vote,
    options=(Option("choice", required=True, choices={c: VOTE(c) for c in (YES, NO, *TIME_UP_CHOICES)}),),
    ages=True,
    late=True,
)
