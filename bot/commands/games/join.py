"""``join``: sit down at a game, or come back to it."""

from typing import Final

from bot.games import lobby, seats
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status
from bot.usecases import consent
from bot.usecases.rows import CommandRow


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
