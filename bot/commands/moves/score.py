"""``score``: what a set of the game scores at this decision, else the standings."""

from typing import Final

from bot.games import play
from bot.games.access import decision_of
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.moves import Move, read_score
from bot.games.talk import talks, talks_of
from bot.scene import Scene
from bot.usecases import info
from bot.usecases.rows import CommandRow, Option, bare
from core import Phase

MOVE: Final = Move(
    tuple(dict.fromkeys((*(phase for talk in talks().values() for phase in talk.scores), Phase.DEPLOY))),
    read_score,
)


def score(asking: Asking) -> Scene | Game:
    """``score [WHERE]``: a move where that is meant or due; else how the points stand."""
    return play.move(asking, MOVE) if _moves(asking) else info.score(asking)


def _moves(asking: Asking) -> bool:
    if asking.words:
        return True
    due, game = decision_of(asking), asking.game
    if due is None or game is None or game.course is None:
        return False
    position = game.course.position
    return any(talk.scores[due].due(position) for talk in talks_of(position) if due in talk.scores)


COMMAND: Final = CommandRow(
    rank=120,
    serve=score,
    move=MOVE,
    options=(Option("where", suggested=True),),
    anyone=bare,
    ages=True,
)
