"""Barns: fields that are scored when a barn is there, and count for its owner.

Source: Abbey & Mayor, section 4.
"""

from collections.abc import Iterable
from typing import Final

from core.errors import IllegalDeployment
from core.features import Feature, Standing
from core.geometry import CORNER_NAMES, CORNERS, Cell
from core.rules.carcassonne import dismiss_companions, supplied_cities
from core.ruleset import Claim
from core.scoring import pay
from core.segments import Terrain
from core.sets.abbey_mayor.actions import BARN
from core.state import Kept, State

FARMERS_WHEN_PLACED = 3
FARMERS_WHEN_JOINED = 1
BARN_AT_THE_END = 4
_PLACED: Final[Kept[int | None]] = Kept("barn placed", None)


def barns(feature: Feature) -> tuple[Standing, ...]:
    """The barns on a field (Abbey & Mayor: Barn)."""
    return tuple(standing for standing in feature.specials if standing.figure is BARN)


def barn_bars_followers(position: State, feature: Feature) -> str | None:
    """No follower may be put on a field with a barn (Abbey & Mayor: Barn)."""
    return "barn" if feature.kind is Terrain.FIELD and feature.specials and barns(feature) else None


def barn_corners(position: State) -> Iterable[str]:
    """The corners of the tile just laid where a barn can stand (Abbey & Mayor: Barn)."""
    laid = position.last
    assert laid is not None
    corners = laid.tile.field_corners[laid.pattern]
    if not corners:
        return ()
    names = [CORNER_NAMES[corner] for corner in corners]
    return [f"corner@{name}" for name in names if barn_fault(position, name) is None]


def barn_fault(position: State, name: str) -> str | None:
    """Why no barn can stand at a corner of the tile just laid, as a reason key; None if one can.

    (Abbey & Mayor: Barn)
    """
    laid = position.last
    assert laid is not None
    corner = CORNERS[name]
    number = laid.tile.corner_field[corner]
    if number < 0:
        return "corner_no_field"
    others = position.board.corner(laid.cell, corner)
    if others is None:
        return "corner_open"
    if any(other.tile.corner_field[_corner_of(other.cell, laid.cell, corner)] < 0 for other in others):
        return "corner_no_field"
    features = position.features_state
    if barns(features.state[features.newest[number]]):
        return "barn"
    return None


def _corner_of(other: Cell, cell: Cell, corner: int) -> int:
    """Which corner of ``other`` meets the given corner of ``cell``."""
    east = CORNER_NAMES[corner][1] == "E"
    south = CORNER_NAMES[corner][0] == "S"
    point = (cell[0] + east, cell[1] + south)
    vertical = "S" if point[1] > other[1] else "N"
    horizontal = "E" if point[0] > other[0] else "W"
    return CORNERS[vertical + horizontal]


def verify_barn(position: State, where: str) -> None:
    """Raise IllegalDeployment unless a barn can stand there (Abbey & Mayor: Barn)."""
    kind, _, name = where.partition("@")
    details = {"figure": "barn", "where": where}
    if kind != "corner" or name not in CORNERS:
        raise IllegalDeployment(
            "a barn stands on a corner: corner@NW, NE, SE or SW", "barn_corner", **details
        )
    if fault := barn_fault(position, name):
        sentences = {
            "corner_no_field": "four fields must meet at that corner",
            "corner_open": "four tiles must meet at that corner",
            "barn": "that field already has a barn",
        }
        raise IllegalDeployment(sentences[fault], fault, **details)


def deploy_barn(position: State, where: str) -> None:
    """Stand the barn on its corner; its field is scored later in the turn (Abbey & Mayor: Barn)."""
    laid = position.last
    assert laid is not None
    number = laid.tile.corner_field[CORNERS[where.partition("@")[2]]]
    position.put(BARN, where, laid.first + number)
    _PLACED.keep(position, laid.first + number)


def score_barn_fields(position: State) -> bool:
    """Score the farmers of a field where a barn was put or which was joined to one, and send them home.

    (Abbey & Mayor: Barn)
    """
    laid = position.last
    assert laid is not None
    features = position.features_state
    placed = _PLACED.of(position)
    if placed is not None:
        _PLACED.keep(position, None)
        root = features.find(placed)
        # Whoever resigned meanwhile took the barn away.
        if barns(features.state[root]):
            score_farmers(position, root, FARMERS_WHEN_PLACED)
    for number in laid.tile.fields:
        root = features.newest[number]
        feature = features.state[root]
        if feature.specials and barns(feature):
            score_farmers(position, root, FARMERS_WHEN_JOINED)
    return False


def score_farmers(position: State, root: int, points: int) -> None:
    """Pay so many points for each completed city to the majority of farmers, who then go home.

    (Abbey & Mayor: Barn)
    """
    feature = position.features_state.state[root]
    if not feature.followers:
        return
    cities = supplied_cities(position, feature)
    pay(position, feature, points * cities, "field", cities=cities)
    for standing in feature.followers:
        position.send_home(standing)
    dismiss_companions(position, feature)


def barn_claim(position: State, feature: Feature) -> Claim | None:
    """At the end each barn gets 4 points for each completed city of its field (Abbey & Mayor: Barn)."""
    owners = tuple(sorted({standing.seat for standing in barns(feature)}))
    if not owners:
        return None
    return Claim(owners, BARN_AT_THE_END * supplied_cities(position, feature), "barn")
