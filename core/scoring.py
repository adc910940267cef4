"""Majorities, and turning features into points.

Source: base game, section 6 (majority, ties in full) and Hills & Sheep, 3.3 (ties on hills, as a hook).
"""

from core.events import PointsAwarded
from core.features import Feature, Standing
from core.geometry import around
from core.ruleset import Claim
from core.segments import Terrain
from core.state import State


def strengths(position: State, feature: Feature) -> dict[int, int]:
    """How strong each seat is in a feature: 1 for a follower, unless its figure counts otherwise.

    (base game: Scoring when completed)
    """
    special = position.rules.strength
    totals: dict[int, int] = {}
    for standing in feature.followers:
        weight = special[standing.figure](feature) if standing.figure in special else 1
        totals[standing.seat] = totals.get(standing.seat, 0) + weight
    return totals


def majority(position: State, feature: Feature) -> tuple[int, ...]:
    """The seats that get a feature's points, all of those tied; nobody when the best strength is 0.

    (base game: Scoring when completed)
    """
    followers = feature.followers
    if not followers:
        return ()
    if len(followers) == 1:
        (only,) = followers
        strength = position.rules.strength.get(only.figure)
        return (only.seat,) if strength is None or strength(feature) else ()
    totals = strengths(position, feature)
    best = max(totals.values())
    if best == 0:
        return ()
    tied = tuple(sorted(seat for seat, strength in totals.items() if strength == best))
    if len(tied) > 1:
        for narrow in position.rules.tie_breaks:
            tied = narrow(position, feature, tied)
    return tied


def pay(
    position: State,
    feature: Feature,
    points: int,
    reason: str,
    *,
    cities: int = 0,
    bonus: int = 0,
    final: bool = False,
) -> None:
    """Give a feature's points to its majority, to each with what it gains besides.

    With no points or no majority nothing happens.

    (base game: Scoring when completed)
    """
    winners = majority(position, feature)
    if not points or not winners:
        return
    losers = tuple(sorted({standing.seat for standing in feature.followers} - set(winners)))
    tied = _as_strong(position, feature, winners[0], losers) if losers else ()
    gains = position.rules.gains.get(feature.kind, ())
    for seat in winners:
        at = first_figure(feature, seat)
        position.award(
            PointsAwarded(
                seat,
                points + sum(gain(position, feature, seat) for gain in gains),
                reason,
                feature.tiles.bit_count(),
                pennants(feature),
                at.cell,
                at.where,
                cities,
                bonus,
                final,
                losers,
                tied,
            )
        )


def _as_strong(position: State, feature: Feature, winner: int, losers: tuple[int, ...]) -> tuple[int, ...]:
    """The losers that are as strong as a winner: something else decided against them."""
    totals = strengths(position, feature)
    return tuple(seat for seat in losers if totals[seat] == totals[winner])


def pay_claim(position: State, feature: Feature, claim: Claim, cities: int) -> None:
    """Give each seat of a claim its points in the final scoring (base game: End and final scoring)."""
    if not claim.points:
        return
    tiles = feature.tiles.bit_count()
    for seat in claim.seats:
        at = first_figure(feature, seat)
        position.award(
            PointsAwarded(seat, claim.points, claim.reason, tiles, 0, at.cell, at.where, cities, final=True)
        )


def first_figure(feature: Feature, seat: int) -> Standing:
    """The first figure of a seat in a feature (base game: Scoring when completed)."""
    return next(standing for standing in feature.followers + feature.specials if standing.seat == seat)


def pennants(feature: Feature) -> int:
    """How many pennants a city has; 0 for everything else (base game: Scoring when completed)."""
    return feature.emblems.bit_count() if feature.kind is Terrain.CITY else 0


def surrounding(position: State, feature: Feature) -> int:
    """How many of the eight cells around a monastery hold a tile (base game: Scoring when completed)."""
    return sum(map(position.board.cells.__contains__, around(monastery_cell(position, feature))))


def monastery_cell(position: State, feature: Feature) -> tuple[int, int]:
    """The cell on which a monastery stands (base game: Scoring when completed)."""
    return position.board.laid[feature.tiles.bit_length() - 1].cell


def complete(position: State, feature: Feature) -> bool:
    """Whether nothing of a feature is open: for a monastery, all eight cells around it are filled.

    (base game: Scoring when completed)
    """
    if feature.kind is Terrain.MONASTERY:
        return surrounding(position, feature) == 8
    return not feature.open


def worth(position: State, feature: Feature, *, finished: bool) -> int:
    """What a feature is worth: as completed, or as it counts unfinished.

    (base game: Scoring when completed)
    """
    points = position.rules.value[feature.kind](position, feature, finished)
    if finished:
        points += sum(bonus(position, feature) for bonus in position.rules.bonus.get(feature.kind, ()))
    return points
