"""``score``: herd a flock or take back a figure where that is due, else show the standings."""

from typing import Final

from bot.games import play
from bot.games.access import decision_of
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.moves import Move, read_score
from bot.games.spots import take_backs
from bot.scene import Scene
from bot.usecases import info
from bot.usecases.rows import CommandRow, Option, bare
from core import Phase

MOVE: Final = Move((Phase.FLOCK, Phase.DEPLOY), read_score)


def score(asking: Asking) -> Scene | Game:
    """``score [WHERE]``: a move where that is meant or due; else how the points stand."""
    return play.move(asking, MOVE) if _moves(asking) else info.score(asking)


def _moves(asking: Asking) -> bool:
    if asking.words:
        return True
    due, game = decision_of(asking), asking.game
    if due is Phase.DEPLOY and game is not None and game.course is not None:
        return bool(take_backs(game.course.position))
    return due is Phase.FLOCK


COMMAND: Final = CommandRow(
    rank=120,
    serve=score,
    move=MOVE,
    options=(Option("where", suggested=True),),
    anyone=bare,
    ages=True,
)
