"""Goods: whoever completes a city takes them, and most of a kind count in the end.

Source: Traders & Builders, section 3.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from core.events import PointsAwarded, TokensTaken
from core.features import Feature
from core.geometry import Cell
from core.marks import marks_in
from core.segments import Terrain
from core.state import Kept, State

NAME = "traders-builders"
GOODS = ("wine", "grain", "cloth")
PRINTED = {"wine": 9, "grain": 6, "cloth": 5}
MOST_OF_A_KIND = 10


class Token(NamedTuple):
    """Goods that a seat has taken, and the segment on which they are printed."""

    kind: str
    cell: Cell
    where: str


TAKEN: Final[Kept[Mapping[int, tuple[Token, ...]]]] = Kept("goods", {})
"""The goods of each seat, in the order in which it took them."""


def tokens(position: State, seat: int) -> tuple[Token, ...]:
    """The goods of a seat in the order in which it took them (Traders & Builders: Goods)."""
    return TAKEN.of(position).get(seat, ())


def goods(position: State, seat: int) -> dict[str, int]:
    """How many of each kind of goods a seat has (Traders & Builders: Goods)."""
    counts = Counter(token.kind for token in tokens(position, seat))
    return {kind: counts[kind] for kind in GOODS}


def of_seats(position: State) -> list[dict[str, int]]:
    """The goods of each seat (Traders & Builders: Goods)."""
    return [goods(position, seat) for seat in range(len(position.scores))]


def still_in(position: State, feature: Feature) -> dict[str, int] | None:
    """The goods in an open city; None for everything else (Traders & Builders: Goods)."""
    if feature.kind is not Terrain.CITY or not feature.open:
        return None
    counts = Counter(marked.mark for marked in marks_in(position, feature, NAME))
    return {kind: counts[kind] for kind in GOODS}


def take_goods(position: State, root: int) -> None:
    """Whoever completes a city takes all its goods, whoever stands there (Traders & Builders: Goods)."""
    feature = position.features_state.state[root]
    if feature.kind is not Terrain.CITY:
        return
    taken = []
    for marked in marks_in(position, feature, NAME):
        laid = position.board.laid[marked.tile]
        taken.append(Token(marked.mark, laid.cell, laid.tile.names[marked.segment - laid.first]))
    if taken:
        seat = position.active
        table = TAKEN.of(position)
        TAKEN.keep(position, {**table, seat: (*tokens(position, seat), *taken)})
        last = taken[-1]
        kinds = tuple(token.kind for token in taken)
        position.emit(TokensTaken(seat, kinds, last.cell, last.where))


def give_up_goods(position: State, seat: int) -> None:
    """The goods of a seat that leaves are out of the game (house rule: Leaving)."""
    table = TAKEN.of(position)
    TAKEN.keep(position, {other: taken for other, taken in table.items() if other != seat})


def score_goods(position: State) -> None:
    """Ten points to each seat that has most of a kind of goods (Traders & Builders: Goods)."""
    seats = range(len(position.scores))
    for kind in GOODS:
        most = max(goods(position, seat)[kind] for seat in seats)
        for seat in seats:
            if most and goods(position, seat)[kind] == most:
                last = next(token for token in reversed(tokens(position, seat)) if token.kind == kind)
                position.award(
                    PointsAwarded(seat, MOST_OF_A_KIND, kind, 0, 0, last.cell, last.where, final=True)
                )


def prospect(position: State, seat: int, time: float) -> float:
    """What goods are taken to bring: early by their share of all, in the end by who has most.

    (Traders & Builders: Goods)
    """
    mine = goods(position, seat)
    if not any(mine.values()):
        return 0.0
    total = 0.0
    for kind, count in mine.items():
        most = max(goods(position, other)[kind] for other in range(len(position.scores)))
        leads = count == most > 0
        total += MOST_OF_A_KIND * (time * count / PRINTED[kind] + (1 - time) * leads)
    return total
