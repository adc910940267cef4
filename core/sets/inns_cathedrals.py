"""Inns & Cathedrals: a big meeple, inns at roads and cathedrals in cities.

Source: Inns & Cathedrals, sections 2 and 3.
"""

from typing import Final

from core.actions import Figure
from core.features import Feature
from core.marks import marks_in, remember
from core.ruleset import Ruleset
from core.segments import Terrain
from core.sets.row import SetRow
from core.state import State

NAME = "inns-cathedrals"
BIG: Final = Figure("big")
STRENGTH = 2
WITH_INN = 2
WITH_CATHEDRAL = 3


def install(rules: Ruleset[State]) -> None:
    """Add Inns & Cathedrals to a ruleset."""
    rules.figures[BIG] = 1
    for terrain, claimants in tuple(rules.claimants.items()):
        if Figure.MEEPLE in claimants:
            rules.claims_on(BIG, terrain)
    rules.strength[BIG] = lambda feature: STRENGTH
    remember(rules, NAME)
    plain_road, plain_city = rules.value[Terrain.ROAD], rules.value[Terrain.CITY]

    def road_value(position: State, feature: Feature, finished: bool) -> int:
        if not improved(position, feature):
            return plain_road(position, feature, finished)
        return WITH_INN * feature.tiles.bit_count() if finished else 0

    def city_value(position: State, feature: Feature, finished: bool) -> int:
        if not improved(position, feature):
            return plain_city(position, feature, finished)
        tiles, pennants = feature.tiles.bit_count(), feature.emblems.bit_count()
        return WITH_CATHEDRAL * (tiles + pennants) if finished else 0

    rules.value[Terrain.ROAD] = road_value
    rules.value[Terrain.CITY] = city_value


def improved(position: State, feature: Feature) -> bool:
    """Whether a road has an inn, or a city a cathedral (Inns & Cathedrals: Scoring)."""
    return any(True for _ in marks_in(position, feature, NAME))


SET: Final = SetRow(rank=14, install=install, figures=(BIG,))
