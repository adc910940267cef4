"""What shepherds and flocks are worth to whoever looks ahead.

Source: Hills & Sheep, section 2.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from core.actions import Action, Deploy
from core.features import Feature
from core.sets.hills_sheep.actions import FLOCK_DUE, GROW, HERD, SHEPHERD
from core.sets.hills_sheep.shepherds import flock, own_shepherd, shepherds, wolves
from core.sets.row import Chances, Insight
from core.state import State

SHEEP: Final = 2.3
"""How many sheep a token brings that is no wolf."""
MANY: Final = 16
"""A flock of so many is herded in any case."""
OFTEN: Final = 6
"""In so many of ten turns at most whoever wants to extend a field can do so, and will."""
SET_OUT: Final = 0.3
"""In this part of one's turns a shepherd is what is best put on the tile."""


def hopes(position: State, chances: Chances) -> Iterable[tuple[int, float]]:
    """What the shepherds on the table will bring, more than those in the supply."""
    turns, wolf = int(chances.turns), _wolf(position)
    for standing in position.standing():
        if standing.figure is SHEPHERD:
            field = position.feature(standing.segment)
            grazes = grazing(_sheep(position, field), turns, _often(field), wolf)
            yield standing.seat, grazes - waiting(turns, wolf)


def gamble(position: State, action: Deploy, chances: Chances) -> float:
    """What putting the shepherd on a field of the tile just laid brings."""
    laid, turns, wolf = position.last, int(chances.turns), _wolf(position)
    assert laid is not None
    field = position.feature(laid.first + laid.tile.segment_number(action.where))
    # Sheep on a closed field are scored at once, and the shepherd returns.
    stays = _joined(0, turns, _often(field), wolf) - waiting(turns, wolf) if field.open else SHEEP
    return (1 - wolf) * stays


def settled(position: State, chances: Chances) -> tuple[Action, float]:
    """Herd the flock, and what letting it grow is worth more."""
    return HERD, max(0.0, growing(position, chances))


def decided(position: State, chances: Chances) -> Action:
    """Let the flock grow where that is worth more than herding it."""
    return GROW if growing(position, chances) > 0 else HERD


def growing(position: State, chances: Chances) -> float:
    """What letting the flock grow is worth more than herding it, to whoever has to decide."""
    turns, wolf, shepherd = int(chances.turns), _wolf(position), own_shepherd(position)
    assert shepherd is not None
    field = position.feature(shepherd.segment)
    sheep = _sheep(position, field)
    if not field.open:
        return (1 - wolf) * SHEEP - wolf * sheep
    grown = (1 - wolf) * _joined(sheep, turns, _often(field), wolf) + wolf * waiting(turns, wolf)
    return grown - sheep - waiting(turns, wolf)


@cache
def grazing(sheep: int, turns: int, often: int, wolf: float) -> float:
    """What a flock brings its shepherd in so many turns, if the field is extended in so many of ten."""
    if turns <= 0:
        return 0.0
    left = turns - 1
    home = waiting(left, wolf)
    acting = sheep + home
    if sheep < MANY:
        acting = max(acting, (1 - wolf) * _joined(sheep, left, often, wolf) + wolf * home)
    return (1 - often / 10) * grazing(sheep, left, often, wolf) + often / 10 * acting


@cache
def waiting(turns: int, wolf: float) -> float:
    """What a shepherd in the supply brings, who sets out in some of the turns that are left."""
    if turns <= 1:
        return 0.0
    stays = waiting(turns - 1, wolf)
    out = (1 - wolf) * _joined(0, turns - 1, OFTEN // 2, wolf) + wolf * stays
    return stays + SET_OUT * max(0.0, out - stays)


def _joined(sheep: int, turns: int, often: int, wolf: float) -> float:
    """What a flock brings that one more token has joined."""
    third = SHEEP - 2
    two, three = (grazing(sheep + more, turns, often, wolf) for more in (2, 3))
    return (1 - third) * two + third * three


def _sheep(position: State, field: Feature) -> int:
    return sum(flock(position, standing.seat) for standing in shepherds(field))


def _wolf(position: State) -> float:
    """How likely a token is a wolf, rounded so that few values are ever asked for."""
    bad, tokens = wolves(position)
    return round(bad / tokens, 2)


def _often(field: Feature) -> int:
    """In how many of ten turns a field can be extended, by the cells onto which it is open."""
    return min(OFTEN, field.open.bit_count() // 2)


INSIGHT: Final = Insight(
    figures=(SHEPHERD,),
    hopes=hopes,
    gamble=gamble,
    settled={FLOCK_DUE: settled},
    decided={FLOCK_DUE: decided},
)
