"""``draw``: draw a tile where that is due, else show the tile in hand."""

from typing import Final

from bot.games import play
from bot.games.access import decision_of
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.moves import Move, always
from bot.scene import Scene
from bot.usecases import info
from bot.usecases.rows import CommandRow
from core import Phase
from core.actions import DRAW

MOVE: Final = Move((Phase.DRAW,), always(DRAW))


def draw(asking: Asking) -> Scene | Game:
    """``draw``: by whoever has to; anybody else sees the tile that is in hand."""
    return play.move(asking, MOVE) if decision_of(asking) is Phase.DRAW else info.show_tile(asking)


COMMAND: Final = CommandRow(
    rank=50,
    serve=draw,
    move=MOVE,
    ages=True,
)
