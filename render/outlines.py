"""The outline of a segment, as data: what a finger on a tile means, and what is lit up when it is meant."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from core import Laid
from core.geometry import CORNERS
from core.segments import Terrain
from render.art.curves import CORNER_POINTS, Path, Point, add, turn_path
from render.art.regions import GRID, labels
from render.easel import place_of

DISC: Final = 0.16
"""How far around a monastery's middle, in tiles, it is meant: it lies upon other segments."""
CORNER: Final = 0.24
"""The same around a corner where four tiles meet."""
ROUND: Final = 20
"""So many points make a circle."""
COARSE: Final = 0.7
"""How far a simplified outline may be off, in cells of the grid."""


def outline_of(laid: Laid, where: str) -> tuple[Path, ...]:
    """The closed paths around what is at ``where`` (a segment, or ``corner@NE``) of a tile, in tiles.

    What is inside is told by the even-odd rule.
    """
    kind, _, port = where.partition("@")
    if kind == "corner":
        return (_circle(CORNER_POINTS[CORNERS[port]], CORNER),)
    number = laid.tile.segment_number(where)
    if laid.tile.segments[number].kind is Terrain.MONASTERY:
        return (_circle(place_of(laid, where), DISC),)
    return tuple(turn_path(path, laid.tile.turn) for path in _traced(laid.tile.kind.id, number))


def _circle(middle: Point, radius: float) -> Path:
    angles = (math.tau * step / ROUND for step in range(ROUND))
    return tuple(add(middle, (math.cos(angle), math.sin(angle)), radius) for angle in angles)


@lru_cache(maxsize=1024)
def _traced(kind_id: str, segment: int) -> tuple[Path, ...]:
    """The outlines of a segment on the unturned tile."""
    return tuple(
        tuple((x / GRID, y / GRID) for x, y in path)
        for path in map(_simplified, _borders(labels(kind_id), segment))
        if len(path) > 2
    )


def _borders(cells: bytes, segment: int) -> Iterator[list[tuple[int, int]]]:
    """Every closed line between the segment's cells and others, point by point, the segment to its right."""

    def holds(x: int, y: int) -> bool:
        return 0 <= x < GRID and 0 <= y < GRID and cells[y * GRID + x] == segment

    steps: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for y in range(GRID):
        for x in range(GRID):
            if holds(x, y):
                for out, start, end in (
                    ((x, y - 1), (x, y), (x + 1, y)),
                    ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
                    ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
                    ((x - 1, y), (x, y + 1), (x, y)),
                ):
                    if not holds(*out):
                        steps.setdefault(start, []).append(end)
    while steps:
        start = next(iter(steps))
        path, at = [start], start
        while (at := _step(steps, at)) != start:
            path.append(at)
        yield path


def _step(steps: dict[tuple[int, int], list[tuple[int, int]]], at: tuple[int, int]) -> tuple[int, int]:
    ahead = steps[at]
    onward = ahead.pop()
    if not ahead:
        del steps[at]
    return onward


def _simplified(path: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The closed path with as few points as show its shape (Douglas and Peucker)."""
    far = max(range(len(path)), key=lambda n: abs(path[n][0] - path[0][0]) + abs(path[n][1] - path[0][1]))
    return [*_between(path[: far + 1])[:-1], *_between([*path[far:], path[0]])[:-1]]


def _between(path: list[tuple[int, int]]) -> list[tuple[int, int]]:
    (ax, ay), (bx, by) = path[0], path[-1]
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    off = [abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long for x, y in path]
    worst = max(range(len(path)), key=off.__getitem__)
    if off[worst] <= COARSE:
        return [path[0], path[-1]]
    return [*_between(path[: worst + 1])[:-1], *_between(path[worst:])]
