"""What a position would come to if the game ended now, and what a move changes about it."""

from collections.abc import Iterator
from typing import NamedTuple

from core.actions import Action, Deploy, Pass, Phase, Place
from core.game import Position


class Move(NamedTuple):
    """A whole turn of the common kind: where the tile goes, and what is put on it."""

    place: Place
    then: Action


def scores_if_over(position: Position) -> tuple[int, ...]:
    """The scores, by seat, that the final scoring would make of this position."""
    if position.over:
        return tuple(position.scores)
    ended = position.copy()
    for scoring in ended.rules.final:
        scoring(ended)
    return tuple(ended.scores)


def moves(position: Position) -> Iterator[tuple[Move, int]]:
    """Every move that can be made with the tile in hand, with its value; places that look alike come once.

    The value is what the move scores at once, plus what it adds to the seat's final scoring if the game
    ended right after it. ``position`` must be one in which a tile is to be laid.
    """
    if position.phase is not Phase.PLACE:
        raise ValueError("there is no tile to lay")
    seat = position.seat
    before = scores_if_over(position)[seat]
    for cell, turns in position.legal_spots().items():
        for turn in turns:
            place = Place(cell, turn)
            trial = position.copy()
            trial.play(place)
            for action in trial.legal_actions():
                if isinstance(action, Deploy | Pass):
                    trial.play(action)
                    yield Move(place, action), scores_if_over(trial)[seat] - before
                    trial.undo()


def best_moves(position: Position) -> tuple[int, tuple[Move, ...]]:
    """The highest value that a move can have, and every move that has it."""
    valued = tuple(moves(position))
    best = max(value for _, value in valued)
    return best, tuple(move for move, value in valued if value == best)


def value_of(position: Position, wanted: Move) -> int:
    """The value of one move; see :func:`moves`. Raises IllegalAction when it cannot be made."""
    seat = position.seat
    trial = position.copy()
    for action in wanted:
        trial.play(action)
    return scores_if_over(trial)[seat] - scores_if_over(position)[seat]
