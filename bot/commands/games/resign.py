"""``resign``: leave a game that is on."""

from typing import Final

from bot.games import play
from bot.games.asking import Asking
from bot.games.game import Game
from bot.scene import Scene
from bot.usecases import confirm
from bot.usecases.rows import CommandRow


def resign(asking: Asking) -> Scene | Game:
    """``resign [yes]``; without a word it is asked whether that is meant."""
    return play.resign(asking) if asking.command.confirmed else confirm.resign(asking)


COMMAND: Final = CommandRow(
    rank=200,
    serve=resign,
    ages=True,
    late=True,
)
