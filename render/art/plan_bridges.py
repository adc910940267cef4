"""Bridges: where a road crosses water, or passes over another road without meeting it."""

from itertools import combinations, pairwise

from render.art.curves import Path, Point, mix, unit
from render.art.parts import Bridge, Road, Water
from render.art.plan_roads import ROAD
from render.art.plan_waters import WATER


def bridges(waters: tuple[Water, ...], roads: tuple[Road, ...]) -> tuple[Bridge, ...]:
    """The bridges of a tile; of two roads that cross the first one is above."""
    below = [(road, water.path, WATER) for road in roads for water in waters]
    below += [(one, path, ROAD) for one, other in combinations(roads, 2) for path in other.paths]
    return tuple(
        Bridge(road.segment, *crossing, span)
        for road, lower, span in below
        for path in road.paths
        if (crossing := _crossing(path, lower))
    )


def _crossing(path: Path, other: Path) -> tuple[Point, Point] | None:
    """Where one path crosses another on its way, and where it heads there; None if it only ends there."""
    for (a, b), (c, d) in ((one, two) for one in pairwise(path) for two in pairwise(other)):
        along, across = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
        turn = along[0] * across[1] - along[1] * across[0]
        if abs(turn) < 1e-12:
            continue
        gap = c[0] - a[0], c[1] - a[1]
        t = (gap[0] * across[1] - gap[1] * across[0]) / turn
        u = (gap[0] * along[1] - gap[1] * along[0]) / turn
        end = {path[0], path[-1], other[0], other[-1]} & {a, b, c, d}
        if 0 <= t <= 1 and 0 <= u <= 1 and not end:
            return mix(a, b, t), unit(along)
    return None
