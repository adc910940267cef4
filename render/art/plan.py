"""The plan of a tile: where its walls, roads, shores and buildings run.

A plan is derived from the segments of the tile kind alone, so a picture cannot disagree with the rules
(tests/render/test_plan.py floods every plan and compares it with the data). It knows lines and places,
not colours; :mod:`render.art` paints it. Plans are made for turn 0 and turned as a whole.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from core.segments import Terrain
from core.tile_data import tile_kind
from core.tiles import OrientedTile, TileKind
from render.art import plan_areas, plan_bridges, plan_cities, plan_roads, plan_waters
from render.art.curves import Path, Point, turn_path, turn_point
from render.art.parts import Bridge, City, Mouth, Pocket, Region, Road, Shore, Village, Water


@dataclass(frozen=True, slots=True)
class TilePlan:
    """Everything that is drawn on one turned tile. Segment numbers are those of the tile kind."""

    kind: TileKind
    turn: int
    cities: tuple[City, ...] = ()
    pockets: tuple[Pocket, ...] = ()
    roads: tuple[Road, ...] = ()
    mouths: tuple[Mouth, ...] = ()
    villages: tuple[Village, ...] = ()
    regions: tuple[Region, ...] = ()
    shores: tuple[Shore, ...] = ()
    ports: tuple[tuple[Point, Point], ...] = ()
    """The Discoverers' port cities: where, and the direction of the coast."""
    waters: tuple[Water, ...] = ()
    bridges: tuple[Bridge, ...] = ()

    @property
    def layers(self) -> tuple[City | Pocket, ...]:
        """Cities and the fields within them, in the order in which they lie on each other."""
        low = tuple(city for city in self.cities if not city.over)
        left, walled = ([p for p in self.pockets if p.walled is one] for one in (False, True))
        return (*left, *low, *walled, *(city for city in self.cities if city.over))


@lru_cache(maxsize=1024)
def walled_corners(tile: OrientedTile) -> tuple[bool, bool, bool, bool]:
    """For each corner of a tile, whether one city fills it from both sides."""
    cities = [s.ports for s in tile.segments if s.kind is Terrain.CITY]
    full = [any(c in ports and (c - 1) % 4 in ports for ports in cities) for c in range(4)]
    return full[0], full[1], full[2], full[3]


@lru_cache(maxsize=128)
def plan_of(kind_id: str, turn: int = 0) -> TilePlan:
    """The plan of a tile kind, turned by so many quarter turns clockwise."""
    if turn:
        return _turned(plan_of(kind_id), turn)
    kind = tile_kind(kind_id)
    if kind.segments[0].kind in (Terrain.PLAIN, Terrain.MOUNTAIN, Terrain.SEA):
        regions, shores, ports = plan_areas.areas(kind)
        return TilePlan(kind, 0, regions=regions, shores=shores, ports=ports)
    roads_touching = plan_roads.touching_roads(kind)
    cities, pockets = plan_cities.cities(kind, touched=set(roads_touching.values()))
    roads, mouths, villages = plan_roads.roads(kind, cities, roads_touching)
    waters = plan_waters.waters(kind)
    bridges = plan_bridges.bridges(waters, roads)
    return TilePlan(kind, 0, cities, pockets, roads, mouths, villages, waters=waters, bridges=bridges)


def _turned(plan: TilePlan, turn: int) -> TilePlan:
    def paths(many: tuple[Path, ...]) -> tuple[Path, ...]:
        return tuple(turn_path(path, turn) for path in many)

    def heading(vector: Point) -> Point:
        for _ in range(turn):
            vector = -vector[1], vector[0]
        return vector

    return TilePlan(
        plan.kind,
        turn,
        tuple(replace(c, outline=turn_path(c.outline, turn), walls=paths(c.walls)) for c in plan.cities),
        tuple(replace(p, outline=turn_path(p.outline, turn)) for p in plan.pockets),
        tuple(replace(r, paths=paths(r.paths)) for r in plan.roads),
        tuple(replace(m, point=turn_point(m.point, turn), heading=heading(m.heading)) for m in plan.mouths),
        tuple(replace(v, centre=turn_point(v.centre, turn), aside=heading(v.aside)) for v in plan.villages),
        tuple(replace(r, outline=turn_path(r.outline, turn)) for r in plan.regions),
        tuple(replace(s, path=turn_path(s.path, turn)) for s in plan.shores),
        tuple((turn_point(point, turn), heading(along)) for point, along in plan.ports),
        tuple(replace(w, path=turn_path(w.path, turn), pool=turn_path(w.pool, turn)) for w in plan.waters),
        tuple(replace(b, point=turn_point(b.point, turn), heading=heading(b.heading)) for b in plan.bridges),
    )
