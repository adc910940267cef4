"""Lines in the unit square: the arithmetic behind walls, roads and shores.

A point is ``(x, y)`` in tiles, ``y`` down, the tile being the square from 0 to 1. Paths are tuples of
points. *Right* of a path is where the right hand is when one walks along it on the screen.
"""

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from core.geometry import SIDES

Point = tuple[float, float]
Path = tuple[Point, ...]

CORNER_POINTS: tuple[Point, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SIDE_MIDDLES: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
INWARD: tuple[Point, ...] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
ALONG: tuple[Point, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
"""For each side the direction clockwise along it."""


def on_side(side: int, along: float, inward: float = 0.0) -> Point:
    """The point on a side, ``along`` it clockwise from its first corner and ``inward`` from the border."""
    x, y = CORNER_POINTS[side]
    ax, ay = ALONG[side]
    ix, iy = INWARD[side]
    return x + ax * along + ix * inward, y + ay * along + iy * inward


def turn_point(point: Point, turn: int) -> Point:
    """Where a point lies after so many quarter turns clockwise of the tile."""
    x, y = point
    for _ in range(turn % len(SIDES)):
        x, y = 1.0 - y, x
    return x, y


def turn_path(path: Iterable[Point], turn: int) -> Path:
    """Where a path lies after so many quarter turns clockwise of the tile."""
    return tuple(turn_point(point, turn) for point in path)


def add(a: Point, b: Point, factor: float = 1.0) -> Point:
    """``a + factor * b``."""
    return a[0] + b[0] * factor, a[1] + b[1] * factor


def mix(a: Point, b: Point, t: float) -> Point:
    """The point at ``t`` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def distance(a: Point, b: Point) -> float:
    """How far apart two points are."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def unit(vector: Point) -> Point:
    """The vector with length 1 (or 0 for no direction at all)."""
    length = math.hypot(*vector)
    return (vector[0] / length, vector[1] / length) if length else (0.0, 0.0)


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 14) -> Path:
    """A cubic curve from a to d, leaving towards b and arriving from c."""
    points = []
    for step in range(steps + 1):
        t = step / steps
        u = 1.0 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((
            p * a[0] + q * b[0] + r * c[0] + s * d[0],
            p * a[1] + q * b[1] + r * c[1] + s * d[1],
        ))  # fmt: skip
    return tuple(points)


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 8) -> Path:
    """A piece of a circle, angles in degrees, clockwise on the screen from the east."""
    return tuple(
        (centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a))
        for a in (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    )


def ellipse(centre: Point, rx: float, ry: float, steps: int = 24) -> Path:
    """A closed ellipse as a polygon."""
    return tuple(
        (centre[0] + rx * math.cos(a), centre[1] + ry * math.sin(a))
        for a in (math.tau * step / steps for step in range(steps))
    )


def join(*paths: Sequence[Point]) -> Path:
    """The paths one after another, without doubled points where they meet."""
    points: list[Point] = []
    for path in paths:
        for point in path:
            if not points or distance(points[-1], point) > 1e-6:
                points.append(point)
    return tuple(points)


def normals(path: Sequence[Point]) -> list[Point]:
    """For each point the unit vector to the right of the path."""
    last = len(path) - 1
    found = []
    for index in range(len(path)):
        before, after = path[max(index - 1, 0)], path[min(index + 1, last)]
        dx, dy = unit((after[0] - before[0], after[1] - before[1]))
        found.append((-dy, dx))
    return found


def offset(path: Sequence[Point], by: float) -> Path:
    """The path moved to its right by so much (to its left if negative)."""
    return tuple(add(point, normal, by) for point, normal in zip(path, normals(path), strict=True))


def ribbon(path: Sequence[Point], left: float, right: float) -> Path:
    """The closed band from ``left`` of the path to ``right`` of it."""
    return offset(path, -left) + offset(path, right)[::-1]


def extended(path: Sequence[Point], by: float) -> Path:
    """The path with both ends drawn out straight, so that what is drawn along it crosses the border whole."""
    first = unit((path[0][0] - path[1][0], path[0][1] - path[1][1]))
    last = unit((path[-1][0] - path[-2][0], path[-1][1] - path[-2][1]))
    return (add(path[0], first, by), *path, add(path[-1], last, by))


def length(path: Sequence[Point]) -> float:
    """How long the path is."""
    return sum(distance(a, b) for a, b in pairwise(path))


def spaced(path: Sequence[Point], step: float, start: float = 0.0) -> list[tuple[Point, Point]]:
    """Points at even distances along a path, each with the direction of the path there."""
    found: list[tuple[Point, Point]] = []
    wanted = start
    walked = 0.0
    for a, b in pairwise(path):
        piece = distance(a, b)
        while piece and wanted <= walked + piece + 1e-9:
            t = (wanted - walked) / piece
            found.append((mix(a, b, t), unit((b[0] - a[0], b[1] - a[1]))))
            wanted += step
        walked += piece
    return found


def at(path: Sequence[Point], t: float) -> tuple[Point, Point]:
    """The point at the share ``t`` of the path's length, and the direction there."""
    whole = length(path)
    found = spaced(path, whole * 2 or 1.0, min(max(t, 0.0), 1.0) * whole * 0.999999)
    return found[0]


def nearest(path: Sequence[Point], point: Point) -> int:
    """The index of the path's point that is nearest to ``point``."""
    return min(range(len(path)), key=lambda index: distance(path[index], point))


def wobbled(path: Sequence[Point], rng: random.Random, amount: float) -> Path:
    """The path as a hand draws it: a slow sideways sway that dies out at both ends."""
    last = len(path) - 1
    if last < 2:
        return tuple(path)
    phase, waves = rng.uniform(0, math.tau), rng.uniform(1.2, 2.2)
    phase2, waves2 = rng.uniform(0, math.tau), rng.uniform(2.5, 4.0)
    points = []
    for index, (point, normal) in enumerate(zip(path, normals(path), strict=True)):
        t = index / last
        fade = math.sin(math.pi * t) ** 1.5 if 0 < t < 1 else 0.0
        sway = math.sin(phase + waves * math.tau * t) + 0.5 * math.sin(phase2 + waves2 * math.tau * t)
        points.append(add(point, normal, amount * sway * fade))
    return tuple(points)


def inside(polygon: Sequence[Point], point: Point) -> bool:
    """Whether the point lies within the polygon."""
    x, y = point
    odd = False
    before_x, before_y = polygon[-1]
    for at_x, at_y in polygon:
        if (at_y > y) != (before_y > y) and x < (before_x - at_x) * (y - at_y) / (before_y - at_y) + at_x:
            odd = not odd
        before_x, before_y = at_x, at_y
    return odd
