"""A simple judgement: the points of now, and what open features promise by the number of their ends."""

from collections.abc import Iterator
from typing import Final

from core.actions import Action, Deploy, Figure
from core.features import Feature
from core.game import Position
from core.opponents.areas import promised
from core.opponents.judge import against, expected_of, followers, prospects
from core.scoring import complete, surrounding, worth
from core.segments import Terrain

_CHANCE: Final = (1.0, 0.6, 0.35, 0.2)
"""How likely a feature is completed, by the number of its open ends; less for more."""
_RARELY: Final = 0.1
_FIELD_TRUST: Final = 0.7
"""So much of what a field counts now is believed, since others may still come in."""
SUPPLY: Final = (0.0, 3.5, 6.0, 7.5, 8.5, 9.2, 9.8, 10.2)
"""What followers in the supply are worth while there are still turns to use them."""


class Greedy:
    """Judges without looking at the tiles that are left."""

    def __init__(self, position: Position) -> None:
        self.seats = len(position.scores)

    def outlook(self, position: Position, seat: int) -> float:
        """How well a seat stands: its points, those it may expect and its figures, against all others'."""
        totals = self.expected(position)
        if not position.over:
            for other in range(len(totals)):
                totals[other] += self._supply(position, other)
        return against(totals, seat)

    def expected(self, position: Position) -> list[float]:
        """The points that each seat may expect to have in the end for what lies on the table."""
        totals = [float(score) for score in position.scores]
        if not position.over:
            for owner, expected in self._expectations(position):
                totals[owner] += expected
        return totals

    def promise(self, position: Position, feature: Feature) -> float:
        """The points that a feature promises to whoever holds it."""
        if complete(position, feature) and feature.kind is not Terrain.FIELD:
            return float(worth(position, feature, finished=True))
        unfinished = worth(position, feature, finished=False)
        if feature.kind is Terrain.FIELD:
            return _FIELD_TRUST * unfinished
        if feature.kind is Terrain.MONASTERY:
            missing = 8 - surrounding(position, feature)
            return unfinished + missing * max(0.0, 0.9 - 0.08 * missing) * self.time_left(position)
        ends = feature.open.bit_count()
        likely = (_CHANCE[ends] if ends < len(_CHANCE) else _RARELY) * self.time_left(position)
        return likely * worth(position, feature, finished=True) + (1 - likely) * unfinished

    def price(self, position: Position) -> float:
        """What one more meeple of the seat to decide is worth in its supply."""
        meeples = min(position.in_supply(position.seat, Figure.MEEPLE), len(SUPPLY) - 1)
        last = followers(position, meeples, SUPPLY) - followers(position, meeples - 1, SUPPLY)
        return last * self.time_left(position)

    def time_left(self, position: Position) -> float:
        """1 while there are turns enough, falling to 0 with the last tiles."""
        return min(1.0, position.bag_left / (4.0 * self.seats))

    def gamble(self, position: Position, action: Deploy) -> float:
        """What a deployment that draws something hidden brings on average."""
        return position.rules.gambles[action.figure] * self.time_left(position)

    def decided(self, position: Position) -> Action | None:  # noqa: ARG002 - others look at the position
        """Nothing apart from its outlook."""
        return None

    def _expectations(self, position: Position) -> Iterator[tuple[int, float]]:
        """Seats, and points that they may expect of what lies on the table."""
        if position.rules.singly:
            yield from enumerate(promised(position, self.promise))
            return
        for feature in position.standing_on():
            expected, owners = expected_of(position, feature, self.promise)
            for owner in owners:
                yield owner, expected
        for seat in range(self.seats):
            yield seat, prospects(position, seat, self.time_left(position))

    def _supply(self, position: Position, seat: int) -> float:
        meeples = position.in_supply(seat, Figure.MEEPLE)
        others = sum(position.supplies[seat]) - meeples
        return (followers(position, meeples, SUPPLY) + others) * self.time_left(position)
