"""Flags: what tells that a feature is completed."""

from collections.abc import Iterator
from functools import lru_cache

from core import Cell, FeatureView, OrientedTile, Position, Terrain
from render.art import city
from render.art.curves import Point, add, at, turn_point
from render.art.plan import TilePlan, plan_of
from render.art.plan_roads import ROAD, monastery_spot

POLE = (0.3, 0.96)
"""Where the foot of the pole is on a flag's picture."""

_MOST = 2
"""So many flags fly on one tile of a city."""


def flags(position: Position, feature: FeatureView) -> Iterator[tuple[Cell, Point]]:
    """Where flags fly over a completed feature: a cell, and the foot of the pole from its corner, in tiles.

    Cities fly them on towers, a monastery on its church, a road where it ends, wherever that is; a road
    without ends flies one.
    """
    last = len(feature.segments) - 1
    flying = False
    for number, (cell, where) in enumerate(feature.segments):
        laid = position.board.at(cell)
        if laid is None:
            continue
        segment = laid.tile.segment_number(where)
        feet = _feet(laid.tile, segment, endless=number == last and not flying)
        flying = flying or bool(feet)
        for foot in feet:
            yield cell, foot


@lru_cache(maxsize=1024)
def _feet(tile: OrientedTile, segment: int, *, endless: bool) -> tuple[Point, ...]:
    plan = plan_of(tile.kind.id, tile.turn)
    match tile.segments[segment].kind:
        case Terrain.CITY:
            here = next((part for part in plan.cities if part.segment == segment), None)
            feet = city.tower_feet(plan, here) if here else []
            return tuple((x, y - 0.145) for x, y in sorted(feet, key=lambda foot: foot[1])[:_MOST])
        case Terrain.MONASTERY if tile.kind.per_player:
            return ((0.7, 0.42),)
        case Terrain.MONASTERY:
            return (add(turn_point(monastery_spot(tile.kind), tile.turn), (0.145, -0.08)),)
        case Terrain.ROAD if endless or len(tile.segments[segment].ports) == 1:
            return (_beside_road(plan, segment),)
        case _:
            return ()


def _beside_road(plan: TilePlan, segment: int) -> Point:
    """On the verge of a road, to the north or the east of it, so that the cloth hides little of it."""
    road = next(road for road in plan.roads if road.segment == segment)
    point, (dx, dy) = at(road.paths[0], 0.45)
    aside = max(((-dy, dx), (dy, -dx)), key=lambda side: side[0] - side[1])
    return add(point, aside, ROAD + 0.02)
