"""A whole game in order: every turn with its score, the final scoring step by step, and what gave how much.

Made from the events of a record, never by comparing positions. Charts, films and messages are told from it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Final

from core.events import Event, PointsAwarded, TilePlaced
from core.game import Position
from core.records.record import GameRecord
from core.sets import offered, rows

KINDS: Final = tuple(reason for row in offered().values() for reason in row.reasons)
"""What points are given for (``PointsAwarded.reason``), in the order in which it is told."""
_ORDER: Final = tuple(reason for row in rows().values() for reason in row.reasons)
"""The same, in the sets that nobody can choose yet too."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile that was laid, and all that happened until the next one.

    ``scores`` are those at its end, before any final scoring. ``events`` begin with the tile; each comes
    with the number of its action.
    """

    number: int
    placed: TilePlaced
    events: tuple[tuple[int, Event], ...]
    scores: tuple[int, ...]

    @property
    def awards(self) -> tuple[PointsAwarded, ...]:
        """The points that were given, in order."""
        return tuple(event for _, event in self.events if isinstance(event, PointsAwarded))


@dataclass(frozen=True, slots=True)
class FinalStep:
    """The part of the final scoring that belongs to one kind; ``points`` and ``scores`` are by seat."""

    kind: str
    points: tuple[int, ...]
    scores: tuple[int, ...]
    awards: tuple[PointsAwarded, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """The points that one turn gave to one seat, whoever laid the tile."""

    seat: int
    points: int
    turn: Turn
    awards: tuple[PointsAwarded, ...]


@dataclass(frozen=True)
class History:
    """What happened in a game, up to ``position``, the last one of its record.

    ``turns`` leaves the start tile out. ``final`` is empty until the final scoring.
    """

    position: Position
    turns: tuple[Turn, ...]
    final: tuple[FinalStep, ...]

    @cached_property
    def by_kind(self) -> tuple[Mapping[str, int], ...]:
        """For each seat, how many points each kind gave it; kinds that gave none are left out."""
        totals: list[Counter[str]] = [Counter() for _ in self.position.players]
        for award in self.awards:
            totals[award.seat][award.reason] += award.points
        return tuple({kind: total[kind] for kind in _ORDER if total[kind]} for total in totals)

    @property
    def awards(self) -> Iterator[PointsAwarded]:
        """All points of the game in the order of :attr:`turns` and :attr:`final`."""
        for turn in self.turns:
            yield from turn.awards
        for step in self.final:
            yield from step.awards

    @cached_property
    def best(self) -> Move | None:
        """The largest gain of a seat in one turn, whoever laid the tile; None without any.

        Of several equal ones the first counts, and in one turn that of the seat which laid the tile.
        """
        moves = [move for turn in self.turns for move in _moves(turn)]
        return max(moves, key=lambda move: move.points, default=None)


def history(record: GameRecord) -> History:
    """The history of a game, over or not. Raises RecordError as replaying does."""
    position, events = record.replay_events()
    seats = len(position.players)
    starts = [index for index, (_, event) in enumerate(events) if isinstance(event, TilePlaced)]
    turns: list[Turn] = []
    scores = (0,) * seats
    for number, (start, end) in enumerate(pairwise([*starts, len(events)]), 1):
        during = tuple(pair for pair in events[start:end] if not _is_final(pair[1]))
        scores = _after(scores, [event for _, event in during])
        placed = events[start][1]
        assert isinstance(placed, TilePlaced)
        turns.append(Turn(number, placed, during, scores))
    final = tuple(_final_steps(scores, [event for _, event in events]))
    return History(position, tuple(turns), final)


def final_steps(events: Sequence[Event], scores: Sequence[int]) -> tuple[FinalStep, ...]:
    """The final scoring among events, kind by kind; ``scores`` are those before it."""
    return tuple(_final_steps(tuple(scores), events))


def _final_steps(scores: tuple[int, ...], events: Sequence[Event]) -> Iterator[FinalStep]:
    awards = [event for event in events if isinstance(event, PointsAwarded) and event.final]
    awards.sort(key=lambda award: _ORDER.index(award.reason))
    for kind, group in groupby(awards, key=lambda award: award.reason):
        these = tuple(group)
        points = _after((0,) * len(scores), these)
        scores = _after(scores, these)
        yield FinalStep(kind, points, scores, these)


def _is_final(event: Event) -> bool:
    return isinstance(event, PointsAwarded) and event.final


def _after(scores: tuple[int, ...], events: Sequence[Event]) -> tuple[int, ...]:
    totals = list(scores)
    for event in events:
        if isinstance(event, PointsAwarded):
            totals[event.seat] += event.points
    return tuple(totals)


def _moves(turn: Turn) -> Iterator[Move]:
    """What the turn gave to each seat, that which laid the tile first."""
    gained = {award.seat for award in turn.awards}
    for seat in sorted(gained, key=lambda seat: (seat != turn.placed.seat, seat)):
        own = tuple(award for award in turn.awards if award.seat == seat)
        yield Move(seat, sum(award.points for award in own), turn, own)
