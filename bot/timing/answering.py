"""A place where an opponent is to move: it has a deadline of its own, which is stored with the change before.

So no process has to remember it, whoever dies between the decision and the move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.habits import habits_of
from bot.games.header import Status
from bot.games.opponents import moves_at
from bot.games.play import changed
from bot.games.settle import settle
from bot.people import Channel
from core import parse_action

_MARK: Final = "answer"


@dataclass(frozen=True, slots=True)
class Thought:
    """What an opponent does that is to move in this version of this game: actions, one after the other."""

    game: str
    version: int
    actions: Sequence[str]


def answering(channel: Channel) -> Channel:
    """The name under which a place has this deadline."""
    return Channel(channel.platform, (_MARK, *channel.place))


def answered(channel: Channel) -> Channel | None:
    """The place that has this name; None when it is a place itself."""
    if len(channel.place) < 2 or channel.place[0] != _MARK:
        return None
    return Channel(channel.platform, channel.place[1:])


def moved(thought: Thought, asking: Asking) -> Game | None:
    """The game after an opponent's whole turn; None where it has gone on meanwhile, so that nothing fits."""
    game = asking.game
    if game is None or game.course is None or game.header.status is not Status.RUNNING:
        return None
    if (game.id, game.version) != (thought.game, thought.version) or moves_at(game) is None:
        return None
    after = game.course.copy()
    seat, turn = after.position.seat, after.turn
    for action in thought.actions:
        if after.position.over or (after.position.seat, after.turn) != (seat, turn):
            break
        after.play(parse_action(action))
    settle(after, habits=habits_of(game, asking.known))
    return changed(asking, game, after)
