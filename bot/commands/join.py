"""``join``: sit down at a game, or come back to it."""

from typing import Final

from bot.table import consent, lobby, seats
from bot.table.asking import Asking
from bot.table.game import Game
from bot.table.header import Status
from bot.table.rows import CommandRow


def join(asking: Asking) -> Game:
    """``join``: before the game; in a game that is on, come back to one's seat or take a free one."""
    game = asking.game
    if game is None or game.header.status is not Status.RUNNING:
        return lobby.join(asking)
    return consent.come_back(asking) if consent.is_away(asking, game) else seats.take(asking)


COMMAND: Final = CommandRow(
    rank=20,
    serve=join,
    ages=True,
    late=True,
)
