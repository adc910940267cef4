"""``replay``: a game as a film, a chart or a summary."""

from typing import Final

from bot.table.errands.history import MOST_GAMES
from bot.table.errands.replay import SHOWN, replay
from bot.table.rows import CommandRow, Option, always

COMMAND: Final = CommandRow(
    rank=380,
    errand=replay,
    options=(
        Option("number", between=(1, MOST_GAMES)),
        Option("what", choices={what: f"choice.replay.{what}" for what in SHOWN}),
    ),
    private=always,
    anyone=always,
)
