"""What mayors, wagons, barns and abbeys are worth to whoever looks at the tiles that are left.

Source: Abbey & Mayor, sections 2 to 5.
"""

from collections.abc import Iterable
from typing import Final

from core.actions import Action
from core.features import Feature
from core.segments import Terrain
from core.sets.abbey_mayor.abbeys import has_abbey
from core.sets.abbey_mayor.actions import BARN, MAYOR, WAGON, WAGON_DUE, WAGON_HOME, MoveWagon
from core.sets.abbey_mayor.barns import BARN_AT_THE_END, barns
from core.sets.abbey_mayor.wagons import WAGONS, destinations
from core.sets.row import Chances, Insight
from core.state import State

MAYOR_KEPT: Final = 0.7
BARN_KEPT: Final = 6.0
ABBEY: Final = 2.0
"""What each is worth as long as it is kept, while there are turns enough to use it."""
MOVES: Final = 1.5
"""What it is worth that a wagon goes on by itself, without a turn."""
ENOUGH: Final = 5.0
"""With so many turns there are enough."""
TO_COME: Final = 0.2
"""So many cities are built in one turn of each seat beside a field that is open everywhere."""
NARROW: Final = 2.0
"""A field that is open onto so many cells gets half of them."""
HOLES: Final = (0.0, 0.35, 0.55)
"""How likely a hole is filled, by the number of abbeys that are still held."""


def hopes(position: State, chances: Chances) -> Iterable[tuple[int, float]]:
    """The cities that barns will count besides those that are there, and what free wagons will do."""
    for feature in position.standing_on():
        if feature.specials and (standing := barns(feature)):
            expected = BARN_AT_THE_END * cities_to_come(position, feature, chances)
            for seat in sorted({barn.seat for barn in standing}):
                yield seat, expected
        for follower in feature.followers:
            if follower.figure is WAGON:
                yield follower.seat, _time(chances) * MOVES * chances.completion(position, feature)


def kept(position: State, chances: Chances) -> Iterable[tuple[int, float]]:
    """What the mayor, the barn and the abbey of each seat are worth as long as it has them."""
    for seat in range(len(position.scores)):
        figures = MAYOR_KEPT * position.in_supply(seat, MAYOR) + BARN_KEPT * position.in_supply(seat, BARN)
        yield seat, _time(chances) * (figures + ABBEY * has_abbey(position, seat))


def _time(chances: Chances) -> float:
    """1 while there are turns enough, falling to 0 with the last tiles."""
    return min(1.0, chances.turns / ENOUGH)


def cities_to_come(position: State, field: Feature, chances: Chances) -> float:
    """How many cities a field is likely to supply in the end, beyond those that it supplies now."""
    features = position.features_state
    cities = [features.state[root] for root in sorted(features.linked_roots(field, Terrain.CITY))]
    begun = sum(chances.completion(position, city) for city in cities if city.open)
    cells = field.open.bit_count() / 2
    return begun + TO_COME * chances.turns * cells / (cells + NARROW)


def filled(position: State) -> float:
    """How likely a hole is filled by an abbey that somebody still holds."""
    held = sum(has_abbey(position, seat) for seat in position.seats_from(0))
    return HOLES[min(held, len(HOLES) - 1)]


def settled(position: State, chances: Chances) -> tuple[Action, float]:
    """The wagon that is due goes where most is promised, home if nothing is."""
    best: Action = WAGON_HOME
    most = 0.0
    for laid, number in destinations(position, WAGONS.of(position)[0]):
        promised = chances.promise(position, position.feature(laid.first + number))
        if promised > most:
            best, most = MoveWagon(laid.cell, laid.tile.names[number]), promised
    return best, 0.0


INSIGHT: Final = Insight(
    figures=(MAYOR, WAGON, BARN),
    hopes=hopes,
    kept=kept,
    filled=filled,
    settled={WAGON_DUE: settled},
)
