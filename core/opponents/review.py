"""A look back at a game: what each decision has cost against the best judgement, and what luck gave.

Going through a game takes seconds, so it is done piece by piece: :func:`judged` goes on where it left off.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from core.actions import Deploy, Draw, Pass, Place, TakeBack
from core.game import Position
from core.notation import parse_action
from core.opponents.player import Enough
from core.opponents.weighing import can_weigh, expected_of_all, luck_of, value_of, weigh
from core.records.record import GameRecord

Expectations = tuple[tuple[float, ...], ...]
"""The points that each seat could expect in the end, at each moment of a game; see :func:`expectations`."""
HALVED: Final = 3.0
"""A turn that gives so many points away counts half."""
NOTHING: Final = 0.5
"""So many points are within what any judgement errs by: nothing was given away."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision of a game. Points are fractions, since they are expected ones.

    ``number`` is that of the action, from 0; ``tile`` counts the tiles that lie after it, the start tile not
    counted. ``done`` and ``best`` are actions: what was decided in one go, and what would have been
    best. ``cost`` is what that gave away, ``luck`` what the tile was worth above what could be expected of a
    draw; None where none was drawn for it, as from an open hand.
    """

    number: int
    tile: int
    seat: int
    done: tuple[str, ...]
    best: tuple[str, ...]
    cost: float
    luck: float | None = None


def judged(record: GameRecord, start: int, enough: Enough) -> tuple[tuple[Judged, ...], int]:
    """Judge the decisions from action ``start`` on, one at least, until it is enough.

    Gives them, and with which action to go on; that is the number of actions when all has been judged.
    Raises RecordError as replaying does.
    """
    position = record.replay(start)
    actions, found, number = record.actions, [], start
    while number < len(actions):
        if can_weigh(position) and not actions[number].startswith(_BY_NOBODY):
            found.append(_judge(position, actions, number))
            # A figure is judged with the tile on which it is put.
            taken = len(found[-1].done)
        else:
            taken = 1
        for text in actions[number : number + taken]:
            position.play(parse_action(text))
        number += taken
        if found and enough():
            break
    return tuple(found), number


def expectations(record: GameRecord) -> Expectations:
    """The points that each seat could expect in the end: at first, then with each tile that was laid.

    The start tile is there at first. The last are the scores. Raises RecordError as replaying does.
    """
    position, found = record.opening(), []
    for action in map(parse_action, record.actions):
        if isinstance(action, Place):
            found.append(expected_of_all(position))
        position.play(action)
    return (*found, tuple(map(float, position.scores)))


_BY_NOBODY: Final = ("skip", "resign")
"""What is no decision of the rules."""


def _judge(position: Position, actions: Sequence[str], number: int) -> Judged:
    action, then = parse_action(actions[number]), None
    lays = isinstance(action, Place)
    if lays and number + 1 < len(actions):
        after = parse_action(actions[number + 1])
        then = after if isinstance(after, Deploy | Pass | TakeBack) else None
    best = weigh(position)[0]
    cost = max(0.0, best.value - value_of(position, action, then))
    drew = number > 0 and isinstance(parse_action(actions[number - 1]), Draw)
    return Judged(
        number=number,
        tile=len(position.laid) - 1 + lays,
        seat=position.seat,
        done=tuple(str(a) for a in (action, then) if a is not None),
        best=tuple(map(str, best.actions)),
        cost=round(cost, 2),
        luck=round(luck_of(position), 2) if lays and drew else None,
    )


@dataclass(frozen=True)
class Review:
    """All decisions of a game, judged, with how it ended.

    ``expected`` is what :func:`expectations` gives; ``won`` are the winners, none if it was called off.
    """

    judged: tuple[Judged, ...]
    expected: Expectations
    won: tuple[int, ...]

    def accuracy(self, seat: int) -> int | None:
        """From 0 to 100: how much of what could be had a seat has taken; None where it had no choice.

        100 is the best choice in every turn; a turn that gives HALVED points away counts half, one that gives
        twice as many away a quarter, and so on.
        """
        turns = [0.5 ** (cost / HALVED) for _, cost in self._turns(seat)]
        return round(100 * fmean(turns)) if turns else None

    def given_away(self, seat: int) -> float:
        """The points that a seat has given away in all."""
        return sum(judged.cost for judged in self.judged if judged.seat == seat)

    def luck(self, seat: int) -> float | None:
        """What a seat's tiles were worth more than could be expected, in points; None where it drew none."""
        lucks = [judged.luck for judged in self.judged if judged.seat == seat and judged.luck is not None]
        return sum(lucks) if lucks else None

    def costliest(self, seat: int, count: int) -> tuple[Judged, ...]:
        """The decisions of a seat that have cost most, the dearest first; those that cost something."""
        mine = [judged for judged in self.judged if judged.seat == seat and judged.cost > NOTHING]
        return tuple(sorted(mine, key=lambda judged: -judged.cost)[:count])

    @property
    def turning(self) -> int | None:
        """The tile with which the winner got ahead for good; None where there was no such moment.

        It counts from 1, the start tile not counted; the final scoring belongs to the last one. Only who won
        alone, and was not ahead before, has turned the game.
        """
        if len(self.won) != 1:
            return None
        behind = [laid for laid, expected in enumerate(self.expected) if lead(expected, self.won[0]) <= 0]
        # Before the first tile nobody is ahead of anybody.
        return behind[-1] + 1 if behind and behind[-1] > 0 else None

    def _turns(self, seat: int) -> Iterator[tuple[int, float]]:
        costs: dict[int, float] = {}
        for judged in self.judged:
            if judged.seat == seat:
                costs[judged.tile] = costs.get(judged.tile, 0.0) + judged.cost
        yield from costs.items()


def lead(expected: Sequence[float], seat: int) -> float:
    """By how much a seat is ahead of the best of the others."""
    return expected[seat] - max(points for other, points in enumerate(expected) if other != seat)
