"""Pigs: a farmer's field is worth more to its owner where the own pig stands.

Source: Traders & Builders, section 4.
"""

from collections.abc import Iterable
from typing import Final

from core.actions import Figure
from core.errors import IllegalDeployment
from core.features import Feature
from core.rules.carcassonne import supplied_cities
from core.rules.turn import has_follower, misfit, named_feature, stand
from core.segments import Terrain
from core.state import State

PIG: Final = Figure("pig")
TRUST = 0.8
"""So much of what a pig adds is believed, since other farmers may come."""
MAY_BE = 0.3
"""What it is taken to add for a city that is open."""


def pastures(position: State) -> Iterable[str]:
    """The fields of the tile just laid where the pig can stand (Traders & Builders: Pig)."""
    laid = position.last
    assert laid is not None
    state, newest = position.features_state.state, position.features_state.newest
    return [laid.tile.names[n] for n in laid.tile.fields if has_follower(position, state[newest[n]])]


def verify_pig(position: State, where: str) -> None:
    """Raise IllegalDeployment unless the pig can stand there (Traders & Builders: Pig)."""
    feature = named_feature(position, PIG, where)
    if feature.kind is not Terrain.FIELD:
        raise misfit(PIG, feature, where)
    if not has_follower(position, feature):
        sentence = "no farmer of yours is on that field"
        details = {"kind": feature.kind.value, "figure": PIG.value, "where": where}
        raise IllegalDeployment(sentence, "no_own_follower", **details)


def deploy_pig(position: State, where: str) -> None:
    """Stand the pig beside the own farmer (Traders & Builders: Pig)."""
    stand(position, PIG, where)


def gain(position: State, feature: Feature, seat: int) -> int:
    """One point more for each completed city of the field, for a seat whose pig is there.

    (Traders & Builders: Pig)
    """
    mine = any(standing.figure is PIG and standing.seat == seat for standing in feature.specials)
    return supplied_cities(position, feature) if mine else 0


def prospect(position: State, seat: int, time: float) -> float:
    """What the own pig will add to its field: for cities that are completed, and some that may be.

    (Traders & Builders: Pig)
    """
    for standing in position.figures:
        if standing.figure is PIG and standing.seat == seat:
            field = position.feature(standing.segment)
            if seat not in position.rules.owners(position, field):
                return 0.0
            cities = position.features_state.linked_roots(field, Terrain.CITY)
            completed = supplied_cities(position, field)
            return TRUST * completed + MAY_BE * time * (len(cities) - completed)
    return 0.0
