"""Why something is a good move: what it brings, and what it keeps from others."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.actions import Deploy, Figure, Pass
from core.events import PointsAwarded
from core.game import Position
from core.opponents.judge import Judge
from core.opponents.weighing import SHARP, Weighed
from core.segments import Terrain

WORTH_TELLING: Final = 2.0
"""Fewer points than that are no reason."""


class Why(StrEnum):
    """Kinds of reasons."""

    SCORES = "scores"
    TAKES = "takes"
    SHARES = "shares"
    CLAIMS = "claims"
    HINDERS = "hinders"
    GROWS = "grows"
    SPARES = "spares"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: ``points`` that it is about, on what ``terrain``, at the cost or beside which ``seats``.

    SCORES: so many points at once. TAKES, SHARES: a feature that others held alone until now. CLAIMS: a
    feature that promises so many points. HINDERS: others can expect so much less. GROWS: the seat can expect
    so much more for what it has. SPARES: the last meeple is kept.
    """

    why: Why
    points: int = 0
    terrain: Terrain | None = None
    seats: tuple[int, ...] = ()


def reasons(position: Position, weighed: Weighed) -> tuple[Reason, ...]:
    """Why something that was weighed in a position is good for whoever decides there, the best reason first.

    None where it is only the least bad.
    """
    seat, after = position.seat, position.copy()
    scored = 0
    for action in weighed.actions:
        if isinstance(action, Deploy) and action.figure in position.rules.gambles:
            # Playing it would show what is hidden.
            break
        events = after.play(action)
        scored += sum(e.points for e in events if isinstance(e, PointsAwarded) and e.seat == seat)
    judge = SHARP.judge(position)
    found = [*_of_owners(position, after, seat, judge)]
    if scored:
        found.append(Reason(Why.SCORES, scored))
    before, expected = judge.expected(position), judge.expected(after)
    claims = _claim(position, after, weighed, judge)
    if claims is not None:
        found.append(claims)
    hopes = expected[seat] - before[seat] - scored - (claims.points if claims is not None else 0)
    if hopes >= WORTH_TELLING and not any(reason.why in _OF_OWNERS for reason in found):
        found.append(Reason(Why.GROWS, round(hopes)))
    found += [
        Reason(Why.HINDERS, round(before[other] - expected[other]), seats=(other,))
        for other in range(len(before))
        if other != seat and before[other] - expected[other] >= WORTH_TELLING
    ]
    if isinstance(weighed.actions[-1], Pass) and position.in_supply(seat, Figure.MEEPLE) == 1:
        found.append(Reason(Why.SPARES))
    return tuple(sorted(found, key=lambda reason: -reason.points))


_OF_OWNERS: Final = frozenset({Why.TAKES, Why.SHARES})


def _of_owners(position: Position, after: Position, seat: int, judge: Judge) -> Iterator[Reason]:
    """Features that others have held alone, and that the seat holds now, or holds with them."""
    for feature in after.standing_on():
        owners = after.rules.owners(after, feature)
        if seat not in owners:
            continue
        parts = {position.feature(s.segment) for s in feature.followers if s in position.figures}
        before = [position.rules.owners(position, part) for part in parts]
        held = {owner for part in before if seat not in part for owner in part}
        points = round(judge.promise(after, feature))
        if lost := tuple(sorted(held.difference(owners))):
            yield Reason(Why.TAKES, points, feature.kind, lost)
        elif shared := tuple(sorted(held.intersection(owners))):
            yield Reason(Why.SHARES, points, feature.kind, shared)


def _claim(position: Position, after: Position, weighed: Weighed, judge: Judge) -> Reason | None:
    """What the figure that is put on the board is there for."""
    action, laid = weighed.actions[-1], after.last
    if not isinstance(action, Deploy) or action.figure in position.rules.gambles or laid is None:
        return None
    for feature in after.standing_on():
        for standing in feature.followers:
            if (standing.cell, standing.where, standing.seat) == (laid.cell, action.where, position.seat):
                points = round(judge.promise(after, feature))
                return Reason(Why.CLAIMS, points, feature.kind)
    return None
