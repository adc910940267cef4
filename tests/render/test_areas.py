"""The Discoverers' areas, however their tile is turned: whole, side by side as printed, cities clear."""

import itertools
import math
from collections import defaultdict

import pytest

from core import TileKind, tile_set
from core.geometry import SIDES
from render.art.curves import inside, length
from render.art.plan import TilePlan, plan_of
from render.art.plan_areas import CITY
from render.art.regions import label_grid

GRID = 120
LEAST_LINE = 0.28
"""Tiles along which two areas lie at least side by side: nine pixels on a phone with seventy tiles."""

KINDS = tile_set("discoverers").kinds
LOOKS = [(kind, turn) for kind in KINDS.values() for turn in SIDES]


def look(value: object) -> str | None:
    """The tile's id, for the names of tests."""
    return value.id if isinstance(value, TileKind) else None


def lines(cells: bytes) -> dict[frozenset[int], list[int]]:
    """The cells at which two areas lie side by side."""
    found: dict[frozenset[int], list[int]] = defaultdict(list)
    for at, label in enumerate(cells):
        for other in (at + 1 if (at + 1) % GRID else -1, at + GRID):
            if 0 <= other < len(cells) and cells[other] != label:
                found[frozenset((label, cells[other]))].append(at)
    return found


def reach(cells: list[int]) -> float:
    """How far some cells are apart at most, in tiles."""
    xs, ys = [at % GRID for at in cells], [at // GRID for at in cells]
    return math.hypot(max(xs) - min(xs) + 1, max(ys) - min(ys) + 1) / GRID


def pieces(cells: bytes, label: int) -> list[int]:
    """The sizes of the pieces of one area."""
    left, found = {at for at, value in enumerate(cells) if value == label}, []
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            at = waiting.pop()
            size += 1
            column = at % GRID
            around = {at - GRID, at + GRID}
            around |= {at - 1} if column else set()
            around |= {at + 1} if column < GRID - 1 else set()
            waiting += around & left
            left -= around
        found.append(size)
    return found


@pytest.mark.parametrize(("kind", "turn"), LOOKS, ids=look)
def test_areas_lie_side_by_side_exactly_where_the_data_say(kind: TileKind, turn: int) -> None:
    """Two areas have a line in common that one can see, or none at all: they never meet in a point."""
    found = lines(label_grid(plan_of(kind.id, turn), GRID))
    numbers = range(len(kind.segments))
    for one, other in itertools.combinations(numbers, 2):
        shared = found.get(frozenset((one, other)), [])
        if other in kind.segments[one].borders:
            assert reach(shared) > LEAST_LINE
        else:
            # the corner of the tile, where lines run out into one cell
            assert len(shared) <= 3
            assert all(at % GRID in (*range(4), *range(GRID - 4, GRID)) for at in shared)


@pytest.mark.parametrize(("kind", "turn"), LOOKS, ids=look)
def test_areas_are_whole_and_own_their_sides(kind: TileKind, turn: int) -> None:
    """Each area is one piece of the tile, and has its sides from corner to corner."""
    cells = label_grid(plan_of(kind.id, turn), GRID)
    for number in range(len(kind.segments)):
        assert sum(size > 6 for size in pieces(cells, number)) == 1
    for side in SIDES:
        row = [(at, 0) if side == 0 else (at, GRID - 1) if side == 2 else
               (GRID - 1, at) if side == 1 else (0, at) for at in range(2, GRID - 2)]  # fmt: skip
        assert {cells[y * GRID + x] for x, y in row} == {kind.turns[turn].at_port[side][0]}


@pytest.mark.parametrize("kind", KINDS.values(), ids=look)
def test_a_shore_is_drawn_between_any_two_areas_side_by_side(kind: TileKind) -> None:
    """The lines of the plan are those of the data, and each area lies to its own hand of its line."""
    plan = plan_of(kind.id)
    drawn = [frozenset((shore.left, shore.right)) for shore in plan.shores]
    bordering = {
        frozenset((one, other)) for one, segment in enumerate(kind.segments) for other in segment.borders
    }
    assert set(drawn) == bordering
    for shore in plan.shores:
        middle = len(shore.path) // 2
        (ax, ay), (bx, by) = shore.path[middle - 1], shore.path[middle + 1]
        x, y = shore.path[middle]
        k = 0.02 / math.hypot(bx - ax, by - ay)
        assert area_at(plan, (x - (by - ay) * k, y + (bx - ax) * k)) == shore.right
        assert area_at(plan, (x + (by - ay) * k, y - (bx - ax) * k)) == shore.left


def area_at(plan: TilePlan, point: tuple[float, float]) -> int:
    """The area painted last at a point."""
    return [region.segment for region in plan.regions if inside(region.outline, point)][-1]


@pytest.mark.parametrize(("kind", "turn"), LOOKS, ids=look)
def test_each_city_lies_on_its_coast_and_clear_of_all_else(kind: TileKind, turn: int) -> None:
    """A city covers both its areas and no third one, keeps within the tile, and apart from another city."""
    plan = plan_of(kind.id, turn)
    assert len(plan.ports) == len(kind.cities)
    for ((x, y), _), between in zip(plan.ports, kind.cities, strict=True):
        around = [math.tau * step / 48 for step in range(48)]
        covered = {area_at(plan, (x + math.cos(a) * CITY, y + math.sin(a) * CITY)) for a in around}
        assert covered == set(between)
        assert min(x, 1 - x, y, 1 - y) >= CITY
    for one, other in itertools.combinations(plan.ports, 2):
        assert math.dist(one[0], other[0]) > 2 * CITY


def test_two_seas_with_land_between_them_are_two_bays() -> None:
    """Where four areas come together, the two that border each other do so along a line across the middle."""
    plan = plan_of("discoverers/cross-smsp-c3")
    (ridge,) = (shore for shore in plan.shores if {shore.left, shore.right} == {1, 3})
    ends = sorted((ridge.path[0], ridge.path[-1]), key=lambda point: point[1])
    assert length(ridge.path) > LEAST_LINE
    for node, sea in zip(ends, (0, 2), strict=True):
        ending = [s for s in plan.shores if node in (s.path[0], s.path[-1])]
        assert set().union(*({s.left, s.right} for s in ending)) == {1, 3, sea}
    ((x, y), _) = plan.ports[0]
    assert (x, y) < (0.5, 0.5)
