"""What a player thinks of a position: the part in which players differ."""

from typing import Protocol

from core.features import Feature
from core.game import Position


class Judge(Protocol):
    """Judges positions of one decision: those that can follow from the one for which it was made."""

    def outlook(self, position: Position, seat: int) -> float:
        """How well a seat stands, in points: its own, those it may expect, against all others'."""

    def promise(self, position: Position, feature: Feature) -> float:
        """The points that a feature promises to whoever holds it."""

    def price(self, position: Position) -> float:
        """What the seat to decide gives away with one more of its meeples."""

    def time_left(self, position: Position) -> float:
        """1 while there are turns enough, falling to 0 with the last tiles."""


def against(totals: list[float], seat: int) -> float:
    """What a seat has ahead of the others: half of them all, half of the best."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - max(others) / 2 - sum(others) / len(others) / 2
