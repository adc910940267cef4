"""The best judgement: what features bring, as far as the tiles that are left can complete them."""

from typing import Final

from core.actions import Action, Deploy, Figure
from core.features import Feature
from core.game import Position
from core.geometry import around
from core.opponents.areas import promised
from core.opponents.judge import against, expected_of, followers, prospects
from core.opponents.odds import Odds, open_ends
from core.scoring import complete, monastery_cell, worth
from core.segments import Terrain
from core.sets import rows
from core.state import State

SUPPLY: Final = (0.0, 5.0, 8.0, 10.0, 11.5, 12.5, 13.3, 14.0)
"""What followers in the supply are worth while there are turns enough to use them."""
_RETURN: Final = 0.5
"""What a figure that will come back counts of one in the supply."""
_GROWTH: Final = {Terrain.CITY: 2.0, Terrain.ROAD: 1.0}
"""Points that completing a feature adds, for each of its ends."""
_BESIDE: Final = 0.9
_LESS: Final = 0.08
"""A missing tile beside a monastery is worth the first, less the second for each that is missing."""
_TRUST: Final = 0.85
"""So much of what a field will count is believed, since others may still come in."""
_OTHER: Final = 1.0
"""What any other figure in the supply is worth."""


class Sharp:
    """Judges by the chances of one decision."""

    def __init__(self, position: Position) -> None:
        self.seats = len(position.scores)
        self._insights = [insight for name in position.sets if (insight := rows()[name].insight) is not None]
        filled = [insight.filled(position) for insight in self._insights if insight.filled is not None]
        self.odds = Odds(position, max(filled, default=0.0))
        self._time = min(1.0, self.odds.turns / 5.0)
        self._settled = {p: settle for insight in self._insights for p, settle in insight.settled.items()}
        self._closed = {kind: closed for insight in self._insights for kind, closed in insight.closed.items()}
        known = {figure for insight in self._insights for figure in insight.figures}
        claimants = position.rules.claimants.get(Terrain.ROAD, ())
        self._like_meeples = [figure for figure in claimants if figure in known]
        self._others = [f for f in position.figure_kinds if f not in known and f is not Figure.MEEPLE]

    def outlook(self, position: Position, seat: int) -> float:
        """How well a seat stands: its points, those it may expect and its figures, against all others'."""
        played, better = 0, [0.0] * self.seats
        while settle := self._settled.get(position.phase):
            action, more = settle(position, self)
            better[position.seat] += more
            position.play(action)
            played += 1
        totals = [known + more for known, more in zip(self._totals(position), better, strict=True)]
        for _ in range(played):
            position.undo()
        return against(totals, seat)

    def expected(self, position: Position) -> list[float]:
        """The points that each seat may expect to have in the end for what lies on the table."""
        totals = [float(score) for score in position.scores]
        if position.over:
            return totals
        if position.rules.singly:
            for owner, expected in enumerate(promised(position, self.promise)):
                totals[owner] += expected
            return totals
        for feature in position.standing_on():
            expected, owners = expected_of(position, feature, self.promise)
            for owner in owners:
                totals[owner] += expected
        for seat in range(self.seats):
            totals[seat] += prospects(position, seat, self._time)
        for insight in self._insights:
            for owner, expected in insight.hopes(position, self):
                totals[owner] += expected
        return totals

    def _totals(self, position: Position) -> list[float]:
        """What each seat has: its points, those it may expect, and what its figures are worth."""
        totals = self.expected(position)
        if position.over:
            return totals
        for insight in self._insights:
            if insight.kept is not None:
                for owner, points in insight.kept(position, self):
                    totals[owner] += points
        back = [0.0] * self.seats if position.rules.singly else self._returns(position)
        for other in range(self.seats):
            totals[other] += back[other] * _RETURN * self._marginal(position, other)
            totals[other] += self._supply(position, other)
        return totals

    def gamble(self, position: Position, action: Deploy) -> float:
        """What a deployment that draws something hidden brings on average."""
        for insight in self._insights:
            if insight.gamble is not None and action.figure in insight.figures:
                return insight.gamble(position, action, self)
        return position.rules.gambles[action.figure] * self._time

    def decided(self, position: Position) -> Action | None:
        """What the sets in play decide by the tiles that are left."""
        for insight in self._insights:
            if decide := insight.decided.get(position.phase):
                return decide(position, self)
        return None

    def promise(self, position: State, feature: Feature) -> float:
        """The points that a feature promises to whoever holds it."""
        kind = feature.kind
        if kind is Terrain.FIELD:
            return self._field(position, feature)
        if complete(position, feature):
            return float(worth(position, feature, finished=True))
        unfinished = worth(position, feature, finished=False)
        if kind is Terrain.MONASTERY:
            cell = monastery_cell(position, feature)
            missing = [beside for beside in around(cell) if beside not in position.board.cells]
            each = max(0.0, _BESIDE - _LESS * len(missing)) * self._time
            filled = [self.odds.filling(position, beside) for beside in missing]
            bonus = worth(position, feature, finished=True) - unfinished
            return unfinished + each * (sum(filled) + bonus * min(filled, default=1.0))
        likely = self.odds.completion(position, feature)
        if not likely:
            return float(unfinished)
        if closed := self._closed.get(kind):
            finished = closed(position, feature, len(open_ends(position, feature)))
        else:
            growth = _GROWTH.get(kind, 0.0) * feature.open.bit_count()
            finished = worth(position, feature, finished=True) + growth
        return likely * finished + (1 - likely) * unfinished

    def price(self, position: Position) -> float:
        """What one more meeple of the seat to decide is worth in its supply."""
        return self._marginal(position, position.seat)

    @property
    def turns(self) -> float:
        """How many turns each seat still has."""
        return self.odds.turns

    def completion(self, position: State, feature: Feature) -> float:
        """How likely a road, city or area is closed, from 0 to 1."""
        return self.odds.completion(position, feature)

    def time_left(self, position: Position) -> float:  # noqa: ARG002 - others look at the position
        """1 while there are turns enough, falling to 0 with the last tiles."""
        return self._time

    def _likely(self, position: Position, feature: Feature) -> float:
        if feature.kind is Terrain.MONASTERY:
            cell, chance = monastery_cell(position, feature), 1.0
            for beside in around(cell):
                if beside not in position.board.cells:
                    chance *= self.odds.filling(position, beside)
            return chance
        return self.odds.completion(position, feature)

    def _returns(self, position: Position) -> list[float]:
        """How many figures of each seat are likely to come back."""
        back = [0.0] * self.seats
        for feature in position.standing_on():
            if feature.kind is not Terrain.FIELD:
                likely = self._likely(position, feature)
                for standing in feature.followers:
                    back[standing.seat] += likely
        return back

    def _field(self, position: State, feature: Feature) -> float:
        """Three points for each city that it supplies, and for others as they are likely to be completed."""
        features = position.features_state
        open_cities = 0.0
        for root in features.linked_roots(feature, Terrain.CITY):
            city = features.state[root]
            if city.open:
                open_cities += self.odds.completion(position, city)
        return _TRUST * (worth(position, feature, finished=False) + 3 * open_cities)

    def _supply(self, position: Position, seat: int) -> float:
        others = sum(position.in_supply(seat, figure) for figure in self._others)
        return (followers(position, self._meeples(position, seat), SUPPLY) + _OTHER * others) * self._time

    def _marginal(self, position: Position, seat: int) -> float:
        meeples = max(1, min(self._meeples(position, seat), len(SUPPLY) - 1))
        last = followers(position, meeples, SUPPLY) - followers(position, meeples - 1, SUPPLY)
        return last * self._time

    def _meeples(self, position: Position, seat: int) -> int:
        """How many figures in the supply do what a meeple does."""
        alike = sum(position.in_supply(seat, figure) for figure in self._like_meeples)
        return position.in_supply(seat, Figure.MEEPLE) + alike
