"""The base game: roads, cities, monasteries and fields.

Source: base game, sections 2, 5, 6 and 7.
"""

from core.actions import Figure
from core.events import FeatureCompleted
from core.features import Feature
from core.geometry import around
from core.ruleset import LINGERING, Ruleset
from core.scoring import complete, majority, pay, pay_claim, pennants, surrounding, worth
from core.segments import Terrain
from core.state import STAYING, State

CLAIMED = (Terrain.ROAD, Terrain.CITY, Terrain.MONASTERY)
POINTS_PER_CITY = 3


def install(rules: Ruleset[State]) -> None:
    """Add the base game to a ruleset."""
    rules.figures[Figure.MEEPLE] = 7
    rules.claims_on(Figure.MEEPLE, *CLAIMED)
    if rules.options["fields"]:
        rules.claims_on(Figure.MEEPLE, Terrain.FIELD)
    rules.value[Terrain.ROAD] = road_value
    rules.value[Terrain.CITY] = city_value
    rules.value[Terrain.MONASTERY] = monastery_value
    rules.value[Terrain.FIELD] = field_value
    rules.cities[Terrain.FIELD] = supplied_cities
    rules.owners = majority
    rules.step(20, score_completed)
    rules.final.append(score_unfinished)
    rules.final.append(score_fields)


def road_value(position: State, feature: Feature, finished: bool) -> int:
    """One point for each tile, of an unfinished road as well (base game: Scoring when completed)."""
    return feature.tiles.bit_count()


def city_value(position: State, feature: Feature, finished: bool) -> int:
    """Two points for each tile and pennant of a completed city, one of an unfinished one.

    (base game: Scoring when completed)
    """
    points = feature.tiles.bit_count() + feature.emblems.bit_count()
    return 2 * points if finished else points


def monastery_value(position: State, feature: Feature, finished: bool) -> int:
    """One point for the monastery's tile and for each tile around it (base game: Scoring when completed)."""
    return 1 + surrounding(position, feature)


def field_value(position: State, feature: Feature, finished: bool) -> int:
    """Three points for each completed city that the field touches, each once.

    (base game: End and final scoring)
    """
    return POINTS_PER_CITY * supplied_cities(position, feature)


def supplied_cities(position: State, feature: Feature) -> int:
    """How many completed cities a field touches (base game: End and final scoring)."""
    state = position.features_state.state
    return sum(
        not state[root].open for root in position.features_state.linked_roots(feature, Terrain.CITY)
    )  # fmt: skip


def completed_now(position: State) -> list[int]:
    """The roots of the roads, cities and monasteries that the tile just laid has completed.

    (base game: Scoring when completed)
    """
    laid = position.last
    assert laid is not None
    features = position.features_state
    state, newest = features.state, features.newest
    found: list[int] = []
    for number in laid.tile.closable:
        root = newest[number]
        if not state[root].open and root not in found:
            found.append(root)
    if laid.tile.closes:
        facing = features.facing(position.board.neighbours(laid.cell))
        found += [root for root in facing if state[root].kind in CLAIMED and not state[root].open]
    monasteries = features.monasteries
    near = monasteries.keys() & (laid.cell, *around(laid.cell))
    if near:
        segments = sorted(monasteries[cell] for cell in near)
        found += [segment for segment in segments if surrounding(position, state[segment]) == 8]
    return found


def score_completed(position: State) -> bool:
    """Score what this tile completed; the followers return (base game: Scoring when completed)."""
    for root in completed_now(position):
        score_feature(position, root)
    return False


def score_feature(position: State, root: int) -> None:
    """Score one completed feature and send its followers home (base game: Scoring when completed)."""
    feature = position.features_state.state[root]
    place = feature.followers[0] if feature.followers else None
    if place is None:
        laid = position.board.laid[feature.tiles.bit_length() - 1]
        where = next(
            name
            for number, name in enumerate(laid.tile.names)
            if position.features_state.find(laid.first + number) == root
        )
        at = laid.cell
    else:
        at, where = place.cell, place.where
    position.emit(
        FeatureCompleted(feature.kind.value, feature.tiles.bit_count(), pennants(feature), at, where)
    )
    if feature.followers:
        settle(position, feature)
    for hook in position.rules.completed:
        hook(position, root)


def settle(position: State, feature: Feature) -> None:
    """Pay for a completed feature, and clear it (base game: Scoring when completed)."""
    plain = position.rules.value[feature.kind](position, feature, True)
    points = worth(position, feature, finished=True)
    pay(position, feature, points, feature.kind.value, bonus=points - plain)
    lingering = position.rules.lingering
    for standing in feature.followers:
        if standing.figure in lingering:
            STAYING.keep(position, (*STAYING.of(position), standing))
            position.call(LINGERING)
        else:
            position.send_home(standing)
    dismiss_companions(position, feature)


def dismiss_companions(position: State, feature: Feature) -> None:
    """Send home who stood there only with followers, which are gone (base game: Scoring when completed)."""
    companions = position.rules.companions
    for standing in feature.specials:
        if standing.figure in companions:
            position.send_home(standing)


def score_unfinished(position: State) -> None:
    """Final scoring of roads, cities and monasteries that are still claimed.

    (base game: End and final scoring)
    """
    for feature in position.standing_on():
        if feature.kind in CLAIMED and not complete(position, feature):
            points = worth(position, feature, finished=False)
            pay(position, feature, points, feature.kind.value, final=True)


def score_fields(position: State) -> None:
    """Final scoring of the fields: the farmers' majority, unless an expansion settles it.

    (base game: End and final scoring)
    """
    for feature in position.standing_on():
        if feature.kind is not Terrain.FIELD:
            continue
        cities = supplied_cities(position, feature)
        for settle in position.rules.claims:
            claim = settle(position, feature)
            if claim is not None:
                pay_claim(position, feature, claim, cities)
                break
        else:
            pay(position, feature, POINTS_PER_CITY * cities, "field", cities=cities, final=True)
