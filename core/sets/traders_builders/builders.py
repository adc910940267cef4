"""Builders: a turn has a second part when its tile extends the road or city where the own builder stands.

Source: Traders & Builders, section 2.
"""

from collections.abc import Iterable
from typing import Final

from core.actions import Figure, Phase
from core.errors import IllegalDeployment
from core.features import Feature
from core.rules.turn import has_follower, misfit, named_feature, stand
from core.ruleset import AGAIN
from core.segments import Terrain
from core.state import State

BUILDER: Final = Figure("builder")
SECOND: Final = "second part"
"""Heard in the second part of a turn, which leads to no third."""
PART = 4.0
"""What a second part brings on average."""
TO_COME = 4.0
"""What those are taken to bring that a builder will earn."""


def site_fault(position: State, feature: Feature) -> str | None:
    """Why the builder cannot stand on a road or city, as a reason key (Traders & Builders: Builder)."""
    if not has_follower(position, feature):
        return "no_own_follower"
    return None if feature.open else "completed"


def sites(position: State) -> Iterable[str]:
    """Where the builder can stand on the tile just laid (Traders & Builders: Builder)."""
    laid = position.last
    assert laid is not None
    state, newest = position.features_state.state, position.features_state.newest
    return [
        laid.tile.names[number]
        for number in laid.tile.closable
        if site_fault(position, state[newest[number]]) is None
    ]


def verify_builder(position: State, where: str) -> None:
    """Raise IllegalDeployment unless the builder can stand there (Traders & Builders: Builder)."""
    feature = named_feature(position, BUILDER, where)
    if feature.kind not in (Terrain.ROAD, Terrain.CITY):
        raise misfit(BUILDER, feature, where)
    if fault := site_fault(position, feature):
        sentences = {
            "no_own_follower": f"no follower of yours is on that {feature.kind}",
            "completed": f"that {feature.kind} is completed",
        }
        details = {"kind": feature.kind.value, "figure": BUILDER.value, "where": where}
        raise IllegalDeployment(sentences[fault], fault, **details)


def deploy_builder(position: State, where: str) -> None:
    """Stand the builder beside the own follower (Traders & Builders: Builder)."""
    stand(position, BUILDER, where)


def look_for_builder(position: State) -> None:
    """The tile just laid earns a second part if it became part of the own builder's road or city.

    What is earned stays, even if the builder goes home before (Traders & Builders: Builder).
    """
    laid = position.last
    assert laid is not None
    if SECOND in position.called:
        return
    state, newest = position.features_state.state, position.features_state.newest
    for number in laid.tile.closable:
        for standing in state[newest[number]].specials:
            if standing.figure is BUILDER and standing.seat == position.seat:
                position.call(AGAIN)


def second_part(position: State) -> bool:
    """The same seat draws once more; with an empty bag it may still lay what it holds.

    (Traders & Builders: Builder)
    """
    if position.active in position.resigned:
        return False
    if position.bag_left:
        position.begin_turn(position.active, Phase.DRAW)
    elif not any(late(position) for late in position.rules.late):
        return False
    position.call(SECOND)
    return True


def prospect(position: State, seat: int, time: float) -> float:
    """What second parts are taken to bring: the one that is earned, and those to come.

    (Traders & Builders: Builder)
    """
    earned = position.active == seat and (
        AGAIN in position.called
        or (SECOND in position.called and position.phase in (Phase.DRAW, Phase.PLACE))
    )
    stands = any(standing.figure is BUILDER and standing.seat == seat for standing in position.figures)
    return (PART * earned + TO_COME * stands) * time
