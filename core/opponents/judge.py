"""What a player thinks of a position: the part in which players differ."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from core.actions import Action, Deploy
from core.features import Feature
from core.game import Position
from core.segments import Terrain

_SPARED: Final = 0.35
"""Where figures come back at will, one in the supply is worth so much of what it is elsewhere."""


class Judge(Protocol):
    """Judges positions of one decision: those that can follow from the one for which it was made."""

    def outlook(self, position: Position, seat: int) -> float:
        """How well a seat stands, in points: its own, those it may expect, against all others'."""

    def expected(self, position: Position) -> list[float]:
        """The points that each seat may expect to have in the end for what lies on the table."""

    def promise(self, position: Position, feature: Feature) -> float:
        """The points that a feature promises to whoever holds it."""

    def price(self, position: Position) -> float:
        """What the seat to decide gives away with one more of its meeples."""

    def time_left(self, position: Position) -> float:
        """1 while there are turns enough, falling to 0 with the last tiles."""

    def gamble(self, position: Position, action: Deploy) -> float:
        """What a deployment that draws something hidden brings, above putting nothing there."""

    def decided(self, position: Position) -> Action | None:
        """What is decided in a phase for which this judge knows how; None in others."""


def against(totals: list[float], seat: int) -> float:
    """What a seat has ahead of the others: half of them all, half of the best."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - max(others) / 2 - sum(others) / len(others) / 2


def expected_of(
    position: Position, feature: Feature, promise: Callable[[Position, Feature], float]
) -> tuple[float, tuple[int, ...]]:
    """The points that a feature promises, and who would get them."""
    if feature.kind is Terrain.FIELD:
        for settle in position.rules.claims:
            if (claim := settle(position, feature)) is not None:
                return float(claim.points), claim.seats
    owners = position.rules.owners(position, feature)
    return (promise(position, feature), owners) if owners else (0.0, ())


def prospects(position: Position, seat: int, time: float) -> float:
    """The points that a seat may expect besides, of what only single sets know."""
    return sum(prospect(position, seat, time) for prospect in position.rules.prospects)


def followers(position: Position, count: int, values: Sequence[float]) -> float:
    """What so many followers in the supply are worth early in a game, by a table of values."""
    value = values[max(0, min(count, len(values) - 1))]
    return value * _SPARED if position.rules.singly else value
