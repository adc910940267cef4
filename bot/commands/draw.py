"""``draw``: draw a tile where that is due, else show the tile in hand."""

from typing import Final

from bot.scene import Scene
from bot.table import info, play
from bot.table.access import decision_of
from bot.table.asking import Asking
from bot.table.game import Game
from bot.table.moves import Move, always
from bot.table.rows import CommandRow
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
