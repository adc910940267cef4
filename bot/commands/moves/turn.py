"""``turn``: turn the tile just laid."""

from typing import Final

from bot.games import play
from bot.usecases.rows import CommandRow

COMMAND: Final = CommandRow(
    rank=90,
    serve=play.turn,
    ages=True,
)
