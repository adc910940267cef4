"""Positions to think about: one tile in hand, and one best move to be found.

A puzzle follows from its seed alone, like all chance here (:mod:`core.shuffle`). It is the middle of a game
that was played without much thought but neatly, so that the board looks like one that people have made.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from core.actions import DRAW, PASS, Action, Deploy, Figure, Phase, Place
from core.forecast import moves
from core.game import Position
from core.records.record import GameRecord
from core.shuffle import words

T = TypeVar("T")

PLAYERS: Final = ("A", "B", "C")
FEWEST: Final = 17
MOST: Final = 34
"""So many tiles lie there beside the start tile."""
TRIES: Final = 40
ENOUGH_VALUES: Final = 5
"""Moves have so many different values,"""
FEW_BEST: Final = 3
"""at most so many are best,"""
WORTH_FINDING: Final = 4
"""and the best is worth so much."""
_NEAT: Final = 3
_HELD_BACK: Final = 4


def puzzle(seed: str) -> GameRecord:
    """The game up to the puzzle: its next decision is where to lay the tile in hand."""
    record = _made(seed, 0)
    for attempt in range(1, TRIES):
        if _interesting(record.replay()):
            break
        record = _made(seed, attempt)
    return record


def _made(seed: str, attempt: int) -> GameRecord:
    record = GameRecord(PLAYERS, seed=f"{seed}/{attempt}")
    position = record.opening()
    assert record.seed is not None
    (length,) = words(record.seed, "length", 1)
    wanted = FEWEST + length % (MOST - FEWEST + 1)
    actions: list[Action] = [DRAW]
    position.play(DRAW)
    while len(position.laid) <= wanted:
        chance = words(record.seed, f"move {len(actions)}", 2)
        for action in (_neat_place(position, chance[0]), None, DRAW):
            chosen = _deployment(position, chance[1]) if action is None else action
            position.play(chosen)
            actions.append(chosen)
    return record.with_actions([str(action) for action in actions])


def _neat_place(position: Position, word: int) -> Place:
    """One of the placements that touch most tiles."""
    places = [action for action in position.legal_actions() if isinstance(action, Place)]
    places.sort(key=lambda place: -_touching(position, place))
    return _one_of(places[: max(_NEAT, len(places) // 6)], word)


def _touching(position: Position, place: Place) -> int:
    x, y = place.cell
    return sum((x + dx, y + dy) in position.board.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _deployment(position: Position, word: int) -> Action:
    """Mostly a figure, as long as some are left to go on with."""
    figures = [action for action in position.legal_actions() if isinstance(action, Deploy)]
    few = position.supply(position.seat)[Figure.MEEPLE] <= _HELD_BACK
    if not figures or word % 5 >= (1 if few else 3):
        return PASS
    return _one_of(figures, word // 5)


def _one_of(items: Sequence[T], word: int) -> T:
    return items[word % len(items)]


def _interesting(position: Position) -> bool:
    if position.phase is not Phase.PLACE:
        return False
    values = [value for _, value in moves(position)]
    best = max(values)
    return best >= WORTH_FINDING and len(set(values)) >= ENOUGH_VALUES and values.count(best) <= FEW_BEST
