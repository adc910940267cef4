"""Plains, mountains and seas: how The Discoverers' areas share a tile, from their ports and borders.

An area that owns one side and borders a single other one lies in front of it as a *cap*. What is left
after the caps is split from the corners where its owner changes: by one line when two areas remain, by
lines to a common point when there are three. Four areas of which two opposite ones border each other leave
the others as *bays*: in front of each of these a point where three meet, and a line from one point to the
other.
"""

from typing import Final

from core.geometry import SIDES
from core.tiles import TileKind
from render.art.curves import ALONG, CORNER_POINTS, INWARD, Path, Point, add, at, bezier, join, mix, on_side
from render.art.parts import Region, Shore

CENTRE: Point = (0.5, 0.5)
CITY: Final = 0.15
"""How far a port city reaches around its place on the coast."""

BAY: Final = 0.34
"""How far a bay reaches into its tile: between two of them a third of the tile is left to the line."""
WHOLE: Path = CORNER_POINTS


def areas(
    kind: TileKind,
) -> tuple[tuple[Region, ...], tuple[Shore, ...], tuple[tuple[Point, Point], ...]]:
    """The areas of a tile, the lines between them, and its port cities."""
    caps = _caps(kind)
    owners = _owners(kind, caps)
    changes = {corner for corner in SIDES if owners[corner - 1] != owners[corner]}
    across = _across(kind, owners, sorted(changes))
    regions, shores = _split(owners, sorted(changes), set(caps), across)
    for side, behind in sorted(caps.items()):
        number = _at_side(kind, side)
        line = _cap(side, _corners_of(set(caps) - {side}) | changes)
        regions.append(Region(number, join((CORNER_POINTS[side], CORNER_POINTS[(side + 1) % 4]), line)))
        shores.append(Shore(line, behind, number))
    ports = []
    for first, second in kind.cities:
        coast = next(s for s in shores if {s.left, s.right} == {first, second})
        ports.append(at(coast.path, _halfway(coast.path)))
    return tuple(regions), tuple(shores), tuple(ports)


def _at_side(kind: TileKind, side: int) -> int:
    return kind.turns[0].at_port[side][0]


def _caps(kind: TileKind) -> dict[int, int]:
    """The sides that a cap owns, each with the segment behind it."""
    alone = {
        number: segment.borders[0]
        for number, segment in enumerate(kind.segments)
        if len(segment.ports) == 1 and len(segment.borders) == 1
    }
    caps = {}
    for number, behind in alone.items():
        if alone.get(behind) == number and number > behind:
            continue
        caps[kind.segments[number].ports[0]] = behind
    return caps


def _owners(kind: TileKind, caps: dict[int, int]) -> list[int]:
    """For each side, the segment that lies there once the caps are taken away."""
    return [caps[side] if side in caps else _at_side(kind, side) for side in SIDES]


def _corners_of(sides: set[int]) -> set[int]:
    return {corner % 4 for side in sides for corner in (side, side + 1)}


def _across(kind: TileKind, owners: list[int], changes: list[int]) -> int | None:
    """The first of two opposite sides whose areas border each other between the other two; None without."""
    if len(changes) < len(SIDES):
        return None
    return next((side for side in (0, 1) if owners[side + 2] in kind.segments[owners[side]].borders), None)


def _halfway(coast: Path) -> float:
    """Which share of a coast its city lies at: clear of the border, and of a third area at its end."""
    if coast[-1] == CENTRE:
        return 0.60
    return 0.56 if _is_inner(coast[-1]) and not _is_inner(coast[0]) else 0.5


def _is_inner(point: Point) -> bool:
    return all(0.001 < value < 0.999 for value in point)


def _split(
    owners: list[int], changes: list[int], caps: set[int], across: int | None
) -> tuple[list[Region], list[Shore]]:
    if len(set(owners)) == 1:
        return [Region(owners[0], WHOLE)], []
    if len(changes) == 2:
        a, b = changes
        line = _line(a, b)
        # walking the border clockwise from a to b, then back along the line
        border = tuple(CORNER_POINTS[(a + step) % 4] for step in range((b - a) % 4 + 1))
        regions = [Region(owners[a - 1], WHOLE), Region(owners[a], join(border, line[::-1]))]
        return regions, [Shore(line, owners[a], owners[b])]
    if across is not None:
        return _bays(owners, across)
    spokes = {corner: _spoke(corner, caps) for corner in changes}
    regions, shores = [], []
    for index, corner in enumerate(changes):
        after = changes[(index + 1) % len(changes)]
        border = tuple(CORNER_POINTS[(corner + step) % 4] for step in range((after - corner) % 4 + 1))
        regions.append(Region(owners[corner], join(border, spokes[after], spokes[corner][::-1])))
        shores.append(Shore(spokes[corner], owners[corner], owners[corner - 1]))
    return regions, shores


def _bays(owners: list[int], across: int) -> tuple[list[Region], list[Shore]]:
    """Two opposite areas along a line with a bay at each end; ``across`` is the side of one of the two."""
    first, second = (across + 3) % 4, across + 1
    head, foot = on_side(first, 0.5, BAY), on_side(second, 0.5, BAY)
    middle = bezier(head, add(head, INWARD[first], 0.1), add(foot, INWARD[second], 0.1), foot, 8)
    coasts = {corner: _bay(corner, side) for side in (first, second) for corner in (side, (side + 1) % 4)}
    regions, shores = [], [Shore(middle, owners[across], owners[across + 2])]
    for side in SIDES:
        here, there = coasts[side], coasts[(side + 1) % 4]
        between = () if side in (first, second) else middle[::-1] if side == across else middle
        outline = join(CORNER_POINTS[side : side + 1], there, between, here[::-1])
        regions.append(Region(owners[side], outline))
        shores.append(Shore(here, owners[side], owners[side - 1]))
    return regions, shores


def _bay(corner: int, side: int) -> Path:
    """Half of the coast of the bay in front of a side: from the corner to the bay's innermost point."""
    p, end = CORNER_POINTS[corner], on_side(side, 0.5, BAY)
    toward = 1.0 if corner == side else -1.0
    return bezier(
        p,
        add(add(p, ALONG[side], toward * 0.12), INWARD[side], BAY * 0.75),
        add(end, ALONG[side], -toward * 0.2),
        end,
        14,
    )


def _line(a: int, b: int) -> Path:
    """A line from corner to corner, bent a little to one hand."""
    p, q = CORNER_POINTS[a], CORNER_POINTS[b]
    if (b - a) % 4 == 2:
        sway = (q[1] - p[1], p[0] - q[0])
        return bezier(p, add(mix(p, q, 0.33), sway, 0.07), add(mix(p, q, 0.67), sway, -0.07), q, 20)
    return bezier(p, add(p, INWARD[a], 0.5), add(q, INWARD[a], 0.5), q, 20)


def _spoke(corner: int, caps: set[int]) -> Path:
    """A line from a corner to the middle, keeping clear of a cap beside it."""
    p = CORNER_POINTS[corner]
    lean = 0.0
    if corner in caps:
        lean = -0.15
    elif (corner - 1) % 4 in caps:
        lean = 0.15
    straight = mix(p, CENTRE, 0.5)
    along = ALONG[corner]
    handle = add(straight, along, lean)
    sway = 0.0 if lean else 0.09
    start, end = add(mix(p, handle, 0.75), along, sway), add(mix(handle, CENTRE, 0.45), along, -0.09)
    return bezier(p, start, end, CENTRE, 16)


def _cap(side: int, others: set[int]) -> Path:
    """The line behind a cap, from the end of its side back to its beginning.

    ``others`` are the corners where another line begins: there the cap leaves flat, to keep clear of it.
    """
    p, q = CORNER_POINTS[(side + 1) % 4], CORNER_POINTS[side]

    def handle(point: Point, corner: int, back: float) -> Point:
        along, inward = (0.46, 0.33) if corner % 4 in others else (0.24, 0.44)
        return add(add(point, ALONG[side], back * along), INWARD[side], inward)

    return bezier(p, handle(p, side + 1, -1.0), handle(q, side, 1.0), q, 18)
