"""``resign``: leave a game that is on."""

from typing import Final

from bot.scene import Scene
from bot.table import confirm, play
from bot.table.asking import Asking
from bot.table.game import Game
from bot.table.rows import CommandRow


def resign(asking: Asking) -> Scene | Game:
    """``resign [yes]``; without a word it is asked whether that is meant."""
    return play.resign(asking) if asking.command.confirmed else confirm.resign(asking)


COMMAND: Final = CommandRow(
    rank=200,
    serve=resign,
    ages=True,
    late=True,
)
