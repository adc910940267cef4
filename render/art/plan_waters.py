"""Running water: where it crosses a tile, where it rises and where it ends.

It crosses the border in the middle of a side, as roads do, so it continues on every neighbour. A straight
stretch sways, and makes room for what else has to stand on its tile.
"""

import math
from typing import Final

from core.geometry import SIDES
from core.segments import EDGE_CODES
from core.tiles import TileKind
from render.art.curves import INWARD, SIDE_MIDDLES, Path, Point, add, bezier, ellipse, join, mix, unit
from render.art.parts import Water

WATER: Final = 0.088
"""Half the width of running water, in tiles."""

BANK: Final = 0.026
"""How broad its bank is."""

BEND, TIGHT = 0.25, 0.09
"""The handles of a bend: of a quarter circle, and of one that leaves room for the city behind it."""

SWAY, FROM_CITY, FROM_MONASTERY = 0.034, 0.075, 0.235
"""How far a straight stretch sways, and how far it makes way for what stands on one of its banks."""

STUB: Final = 0.06
"""So far it runs straight in from the border."""

SPRING: Final = ellipse((0.48, 0.5), 0.135, 0.115, 22)
LAKE: Final = tuple(
    (
        0.47 + (0.30 + 0.022 * math.sin(3 * a + 0.6)) * math.cos(a),
        0.5 + (0.25 + 0.018 * math.sin(2 * a + 2.0)) * math.sin(a),
    )
    for a in (math.tau * step / 36 for step in range(36))
)


def wet_sides(kind: TileKind) -> tuple[int, ...]:
    """The sides that water crosses: those with an edge that is none of land."""
    return tuple(side for side in SIDES if kind.edges[side] not in EDGE_CODES)


def waters(kind: TileKind) -> tuple[Water, ...]:
    """The running water of a tile."""
    sides = wet_sides(kind)
    if not sides:
        return ()
    if len(sides) == 1:
        (side,) = sides
        start, end = SIDE_MIDDLES[side], (0.5, 0.5)
        path = bezier(start, add(start, INWARD[side], 0.2), mix(end, start, 0.3), end, 14)
        return (Water(path, SPRING if kind.start else LAKE),)
    a, b = sides
    p, q = SIDE_MIDDLES[a], SIDE_MIDDLES[b]
    if (b - a) % 2:
        handle = TIGHT if "city" in (kind.edges[(a + 2) % 4], kind.edges[(b + 2) % 4]) else BEND
        start, end = add(p, INWARD[a], STUB), add(q, INWARD[b], STUB)
        bend = bezier(start, add(start, INWARD[a], handle), add(end, INWARD[b], handle), end, 24)
        return (Water(join((p,), bend, (q,))),)
    return (Water(_straight(p, q, aside(kind))),)


def _straight(start: Point, end: Point, way: Point) -> Path:
    """From side to side: around what it makes way for, or swaying a little to both sides."""
    steps = 24
    across = unit((start[1] - end[1], end[0] - start[0]))
    points = []
    for step in range(steps + 1):
        t = step / steps
        inner = min(max((t - STUB) / (1 - 2 * STUB), 0.0), 1.0)
        swing = math.sin(math.pi * inner)
        point = add(mix(start, end, t), way, swing**2)
        if way == (0.0, 0.0):
            point = add(point, across, SWAY * swing * math.sin(math.tau * inner))
        points.append(point)
    return tuple(points)


def aside(kind: TileKind) -> Point:
    """How far straight water makes way in the middle of its tile for what stands on one of its banks."""
    sides = wet_sides(kind)
    if len(sides) != 2 or (sides[1] - sides[0]) % 2:
        return 0.0, 0.0
    banks = [side for side in SIDES if side not in sides]
    cities = [side for side in banks if kind.edges[side] == "city"]
    if kind.monastery >= 0:
        return _away_from(
            next((side for side in banks if kind.edges[side] != "road"), banks[0]), FROM_MONASTERY
        )
    return _away_from(cities[0], FROM_CITY) if len(cities) == 1 else (0.0, 0.0)


def _away_from(side: int, far: float) -> Point:
    """The vector away from a side, so long."""
    x, y = INWARD[side]
    return x * far, y * far
