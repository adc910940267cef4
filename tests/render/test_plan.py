"""The picture of a tile cannot disagree with the rules: every plan is flooded and compared with the data."""

import math
from collections import defaultdict

import pytest

from core import Terrain, TileKind, tile_set
from core.editions import box_names
from core.geometry import SIDES
from render.art.curves import CORNER_POINTS, SIDE_MIDDLES, on_side
from render.art.parts import MouthKind
from render.art.plan import plan_of
from render.art.plan_roads import monastery_spot
from render.art.plan_waters import wet_sides
from render.art.regions import NOTHING, UNCLAIMED, label_grid
from render.paintings.tile import mark_spots, pennant_spots

GRID = 200
KINDS = [kind for name in box_names() for kind in tile_set(name).kinds.values()]
LAND = [kind for kind in KINDS if not kind.id.startswith("discoverers") and not kind.per_player]
AREAS = [kind for kind in KINDS if kind.id.startswith("discoverers")]


def name(kind: TileKind) -> str:
    """The tile's id, for the names of tests."""
    return kind.id


def cell(x: float, y: float) -> int:
    """The cell of the grid at a point of the tile."""
    return min(int(y * GRID), GRID - 1) * GRID + min(int(x * GRID), GRID - 1)


def pools(cells: bytes) -> list[int]:
    """For each cell the number of its connected region of one label."""
    found = [-1] * len(cells)
    for start in range(len(cells)):
        if found[start] >= 0:
            continue
        found[start] = start
        waiting = [start]
        while waiting:
            at = waiting.pop()
            column = at % GRID
            for other, ok in (
                (at - 1, column > 0),
                (at + 1, column < GRID - 1),
                (at - GRID, at >= GRID),
                (at + GRID, at < GRID * (GRID - 1)),
            ):
                if ok and found[other] < 0 and cells[other] == cells[at]:
                    found[other] = start
                    waiting.append(other)
    return found


def contacts(cells: bytes) -> dict[frozenset[int], int]:
    """How many cells of two segments lie side by side."""
    found: dict[frozenset[int], int] = defaultdict(int)
    for at, label in enumerate(cells):
        for other in (at + 1 if (at + 1) % GRID else -1, at + GRID):
            if 0 <= other < len(cells) and cells[other] != label:
                found[frozenset((label, cells[other]))] += 1
    return found


@pytest.mark.parametrize("kind", LAND, ids=name)
def test_fields_join_exactly_where_the_data_say(kind: TileKind) -> None:
    """The half-edges of one field lie in one piece of meadow, those of different fields in different ones."""
    cells = label_grid(plan_of(kind.id), GRID)
    pool = pools(cells)
    meadow: dict[int, set[int]] = {}
    for number, segment in enumerate(kind.segments):
        if segment.kind is not Terrain.FIELD:
            continue
        reached = set()
        for port in segment.ports:
            side, half = divmod(port - 4, 2)
            at = cell(*on_side(side, 0.3 + 0.4 * half, 0.012))
            assert cells[at] == number
            reached.add(pool[at])
        if not segment.ports:
            reached = {pool[at] for at, label in enumerate(cells) if label == number}
            border = [cells[cell(*on_side(s, along / 50, 0.003))] for s in SIDES for along in range(50)]
            assert number not in border
        assert len(reached) == 1
        meadow[number] = reached
    assert len(set().union(*meadow.values()) if meadow else set()) == len(meadow)


@pytest.mark.parametrize("kind", LAND, ids=name)
def test_fields_lie_along_exactly_the_cities_they_supply(kind: TileKind) -> None:
    """A field and a city have a stretch of wall in common if and only if the data say that they touch."""
    beside = contacts(label_grid(plan_of(kind.id), GRID))
    for number, segment in enumerate(kind.segments):
        if segment.kind is Terrain.FIELD:
            seen = {
                city
                for city, other in enumerate(kind.segments)
                if other.kind is Terrain.CITY and beside[frozenset((number, city))] > 4
            }
            assert seen == set(segment.touches)


@pytest.mark.parametrize("kind", LAND, ids=name)
def test_every_side_shows_what_its_edge_is(kind: TileKind) -> None:
    """The middle of a side is what the data say, water too, and a shared side shows both cities."""
    cells = label_grid(plan_of(kind.id), GRID)
    for side in SIDES:
        here = kind.turns[0].at_port[side]
        if len(here) == 2:
            shown = {cells[cell(*on_side(side, along, 0.004))] for along in (0.25, 0.75)}
            assert shown == set(here)
        elif here:
            assert cells[cell(*on_side(side, 0.5, 0.004))] == here[0]
        elif side in wet_sides(kind):
            assert cells[cell(*on_side(side, 0.5, 0.004))] == UNCLAIMED
        else:
            assert kind.segments[cells[cell(*on_side(side, 0.45, 0.004))]].kind is Terrain.FIELD


@pytest.mark.parametrize("kind", LAND, ids=name)
def test_corners_are_meadow_where_a_barn_can_stand(kind: TileKind) -> None:
    """Each corner that belongs to a field in the data is painted as that field."""
    cells = label_grid(plan_of(kind.id), GRID)
    for number, segment in enumerate(kind.segments):
        for corner in segment.corners:
            x, y = CORNER_POINTS[corner]
            assert cells[cell(abs(x - 0.02), abs(y - 0.02))] == number


@pytest.mark.parametrize("kind", LAND, ids=name)
def test_roads_are_whole_and_end_where_they_meet(kind: TileKind) -> None:
    """A road is one piece unless it passes below a city; roads end at their gate, village or monastery."""
    plan = plan_of(kind.id)
    gates = [mouth.point for mouth in plan.mouths if mouth.kind is MouthKind.GATE]
    for road in plan.roads:
        segment = kind.segments[road.segment]
        entries = {min(SIDES, key=lambda s: math.dist(SIDE_MIDDLES[s], path[0])) for path in road.paths}
        ends = [path[-1] for path in road.paths]
        if len(segment.ports) == 1:
            assert entries == set(segment.ports)
            group = [n for g in kind.meets if road.segment in g for n in g if n != road.segment]
            around = {kind.segments[n].kind for n in group}
            places = [village.centre for village in plan.villages]
            if Terrain.MONASTERY in around:
                places = [monastery_spot(kind)]
            elif Terrain.CITY in around:
                places = gates
            assert min(math.dist(ends[0], place) for place in places) < 0.01
        elif len(segment.ports) == 2 and len(road.paths) == 1:
            assert {*entries, min(SIDES, key=lambda s: math.dist(SIDE_MIDDLES[s], ends[0]))} == set(
                segment.ports
            )


@pytest.mark.parametrize("kind", AREAS, ids=name)
def test_areas_border_exactly_where_the_data_say(kind: TileKind) -> None:
    """Two areas of a tile of The Discoverers have a line in common if and only if the data say so."""
    beside = contacts(label_grid(plan_of(kind.id), GRID))
    for number, segment in enumerate(kind.segments):
        seen = {
            other
            for other in range(len(kind.segments))
            if other != number and beside[frozenset((number, other))] > 8
        }
        assert seen == set(segment.borders)


@pytest.mark.parametrize("kind", AREAS, ids=name)
def test_areas_own_their_sides_and_are_whole(kind: TileKind) -> None:
    """Each side is of one area from corner to corner, and each area is one piece."""
    cells = label_grid(plan_of(kind.id), GRID)
    for side in SIDES:
        shown = {cells[cell(*on_side(side, along / 50, 0.004))] for along in range(2, 49)}
        assert shown == {kind.turns[0].at_port[side][0]}
    pool = pools(cells)
    sizes: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for at, label in enumerate(cells):
        sizes[label][pool[at]] += 1
    for label, pieces in sizes.items():
        assert label != NOTHING
        # crumbs of a few cells where lines run into a corner are no pieces
        assert sum(size > 12 for size in pieces.values()) == 1


@pytest.mark.parametrize("kind", AREAS, ids=name)
def test_port_cities_lie_on_their_coast(kind: TileKind) -> None:
    """Each port city touches both areas between which the data put it, and no other."""
    plan = plan_of(kind.id)
    cells = label_grid(plan, GRID)
    assert len(plan.ports) == len(kind.cities)
    for (point, _), between in zip(plan.ports, kind.cities, strict=True):
        near = {
            cells[cell(point[0] + math.cos(a) * 0.03, point[1] + math.sin(a) * 0.03)]
            for a in (math.tau * k / 24 for k in range(24))
        }
        assert near == set(between)


@pytest.mark.parametrize("kind", LAND, ids=name)
def test_pennants_hang_in_their_city_and_marks_in_a_field(kind: TileKind) -> None:
    """Every pennant lies in its own city, every hill and vineyard in a meadow."""
    cells = label_grid(plan_of(kind.id), GRID)
    for number, segment in enumerate(kind.segments):
        spots = pennant_spots(kind.id, number, segment.pennants)
        assert len(spots) == segment.pennants
        assert all(cells[cell(*spot)] == number for spot, _ in spots)
    assert bool(mark_spots(kind.id)) == ("hill" in kind.marks or "vineyard" in kind.marks)
    assert all(kind.segments[cells[cell(*spot)]].kind is Terrain.FIELD for spot, _ in mark_spots(kind.id))


def test_turned_plans_are_the_same_plan() -> None:
    """Four quarter turns of a plan bring every point back."""
    for kind in KINDS:
        plan, turned = plan_of(kind.id), plan_of(kind.id, 1)
        for city, other in zip(plan.cities, turned.cities, strict=True):
            (x, y), (tx, ty) = city.outline[0], other.outline[0]
            assert math.isclose(tx, 1 - y, abs_tol=1e-9)
            assert math.isclose(ty, x, abs_tol=1e-9)
