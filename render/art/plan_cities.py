"""City walls from the ports of the city segments.

A city's border is walked clockwise: along each side that it owns, round the corners between two such
sides, and across the tile where it does not reach the border. A city always meets a side over the same
stretch, so walls continue on every neighbour.
"""

from collections.abc import Set as AbstractSet
from itertools import pairwise

from core.geometry import SIDES
from core.segments import Terrain
from core.tiles import TileKind
from render.art.curves import (
    ALONG,
    CORNER_POINTS,
    INWARD,
    Path,
    Point,
    add,
    bezier,
    ellipse,
    join,
    mix,
    on_side,
    turn_path,
)
from render.art.parts import City, Pocket

INSET = 0.055
"""How far from the corner of the tile a wall crosses its side."""
CLEFT = 0.022
"""Half the gap between two cities that share one side."""
CAP = 0.36
BRUSHED_CAP = 0.46
STUB = 0.03
"""How far every wall runs straight in from the border, so that it continues on any neighbour."""
FIELD_CAP = 0.33
BEFORE_CITY, BEHIND_CITY, LOW_CAP = 0.47, 0.25, 0.26
"""How deep all of that is where a city goes past another one, and both leave a field between them: the city
draws back from the field before the other, less from that behind it, and the other is low."""
RECEDES = 0.78
"""How far towards the middle of the tile a city of two sides reaches that leaves the middle to a field."""
NO_FIELD = -1


def city_numbers(kind: TileKind) -> list[int]:
    """The numbers of the city segments."""
    return [number for number, segment in enumerate(kind.segments) if segment.kind is Terrain.CITY]


def half_field(kind: TileKind, side: int, half: int) -> int:
    """The field segment at the first (0) or second (1) half of a side, or NO_FIELD."""
    found = kind.turns[0].at_port[4 + 2 * side + half]
    return found[0] if found else NO_FIELD


def crossed(kind: TileKind, side: int) -> bool:
    """Whether a road or water crosses this side, and so parts its two halves."""
    return kind.edges[side] not in {"field", "city"}


def cities(kind: TileKind, touched: AbstractSet[int]) -> tuple[tuple[City, ...], tuple[Pocket, ...]]:
    """The cities of a tile and the fields that they enclose; ``touched`` are cities that a road brushes."""
    numbers = city_numbers(kind)
    enclosed = [n for n, s in enumerate(kind.segments) if s.kind is Terrain.FIELD and not s.ports]
    if enclosed and _bridged(kind, numbers):
        return _crossing(kind, numbers, enclosed)
    made = tuple(_city(kind, number, number in touched) for number in numbers)
    return made, tuple(Pocket(number, _between(kind), walled=False) for number in enclosed)


def _bridged(kind: TileKind, numbers: list[int]) -> bool:
    """Whether one of two cities crosses the other, on which it lies."""
    return len(numbers) == 2 and kind.segments[numbers[1]].ports == (1, 3)


def _between(kind: TileKind) -> Path:
    """Around a field that cities leave between them, which hide the rest: it does not reach the border."""
    if kind.edges.count("city") == len(SIDES):
        return ellipse((0.5, 0.5), 0.40, 0.40)
    side = next(side for side in SIDES if [kind.edges[side], kind.edges[side - 2]] == ["city", "field"])
    x, y = on_side(side, 0.5, 0.34)
    return ellipse((x, y), *((0.36, 0.14) if side % 2 == 0 else (0.14, 0.36)))


def hollow(kind: TileKind, number: int) -> bool:
    """Whether a city draws back from a field that it and others leave between them."""
    around = [s.touches for s in kind.segments if s.kind is Terrain.FIELD and not s.ports]
    return any(number in touches for touches in around) and not _bridged(kind, city_numbers(kind))


def gaps(sides: tuple[int, ...]) -> list[tuple[int, int]]:
    """The stretches that a city leaves to others, as (side before, side after), clockwise."""
    return [
        (side, next(s % 4 for s in range(side + 1, side + 5) if s % 4 in sides))
        for side in sides
        if (side + 1) % 4 not in sides
    ]


def splits(kind: TileKind, before: int, after: int) -> list[Point]:
    """Points on the border in a gap where one field ends and another begins without a road between."""
    skipped = [side % 4 for side in range(before + 1, before + 1 + (after - before - 1) % 4)]
    points = []
    for index, side in enumerate(skipped):
        if index and half_field(kind, skipped[index - 1], 1) != half_field(kind, side, 0):
            points.append(CORNER_POINTS[side])
        if not crossed(kind, side) and half_field(kind, side, 0) != half_field(kind, side, 1):
            points.append(on_side(side, 0.5))
    return points


def _city(kind: TileKind, number: int, touched: bool) -> City:
    sides = kind.segments[number].ports
    if not gaps(sides):
        round_corners = tuple(_notch(side) for side in SIDES)
        return City(number, join(*round_corners), round_corners)
    outline: list[Path] = []
    walls_made: list[Path] = []
    first = next(after for _, after in gaps(sides))
    for side in ((first + step) % 4 for step in range(4)):
        if side not in sides:
            continue
        outline.append(_edge(kind, number, side))
        if (side + 1) % 4 in sides:
            walls = [_notch(side)]
        else:
            after = next(s % 4 for s in range(side + 1, side + 5) if s % 4 in sides)
            walls = _gap(kind, number, side, after, touched)
        walls_made.extend(walls)
        outline.extend(walls)
    return City(number, join(*outline), tuple(walls_made))


def _edge(kind: TileKind, number: int, side: int) -> Path:
    start, end = INSET, 1 - INSET
    sharing = [n for n in kind.turns[0].at_port[side] if n != number]
    if sharing:
        if (side - 1) % 4 in kind.segments[number].ports:
            end = 0.5 - CLEFT
        else:
            start = 0.5 + CLEFT
    return on_side(side, start), on_side(side, end)


def _notch(side: int) -> Path:
    """The wall round the corner at the end of a side."""
    after = (side + 1) % 4
    p, q = on_side(side, 1 - INSET), on_side(after, INSET)
    return bezier(p, add(p, INWARD[side], INSET * 0.6), add(q, INWARD[after], INSET * 0.6), q, 5)


def _gap(kind: TileKind, number: int, before: int, after: int, touched: bool) -> list[Path]:
    p, q = _edge(kind, number, before)[1], _edge(kind, number, after)[0]
    into_p, into_q = INWARD[before], INWARD[after]
    tips = splits(kind, before, after) if len(city_numbers(kind)) == 1 else []
    if tips:
        return _tipped(before, after, p, q, tips, broad=len(kind.segments[number].ports) == 2)
    shared_p = len(kind.turns[0].at_port[before]) > 1
    shared_q = len(kind.turns[0].at_port[after]) > 1
    match (after - before - 1) % 4:
        case 1:
            middle = on_side((before + 1) % 4, 0.5, _depth(kind, number, (before + 1) % 4))
            along = ALONG[(before + 1) % 4]
            return [
                join(
                    bezier(p, add(p, into_p, 0.17), add(middle, along, -0.27), middle, 10),
                    bezier(middle, add(middle, along, 0.27), add(q, into_q, 0.17), q, 10),
                )
            ]
        case 2 if hollow(kind, number):
            return [_receding(before, p, q)]
        case 2:
            reach_p, reach_q = (0.50 if shared_p else 0.17), (0.50 if shared_q else 0.17)
            return [bezier(p, add(p, into_p, reach_p), add(q, into_q, reach_q), q, 18)]
        case _ if kissing(kind, number, before, after):
            return [_kiss(before, p, q)]
        case _:
            height = (BRUSHED_CAP if touched else _height(kind, number)) / 0.75
            start, p_handle = _cap_end(kind, number, before, p, -1.0, height)
            end, q_handle = _cap_end(kind, number, after, q, 1.0, height)
            return [join((p,), bezier(start, p_handle, q_handle, end, 22), (q,))]


def _depth(kind: TileKind, number: int, side: int) -> float:
    """How far a field, or a city with a field before it, reaches into a city that goes past it."""
    if not hollow(kind, number):
        return FIELD_CAP
    return BEFORE_CITY if kind.edges[side] == "city" else BEHIND_CITY


def _height(kind: TileKind, number: int) -> float:
    """How far the city of one side reaches into its tile."""
    caps = [n for n in city_numbers(kind) if len(kind.segments[n].ports) == 1]
    if len(caps) == 1 and hollow(kind, number):
        return LOW_CAP
    return CAP


def _receding(before: int, p: Point, q: Point) -> Path:
    """The wall of a city of two sides that leaves the middle of its tile to a field."""
    corner, after = CORNER_POINTS[before], (before - 1) % 4
    middle = mix(corner, (0.5, 0.5), RECEDES)
    start, end = add(p, INWARD[before], STUB), add(q, INWARD[after], STUB)
    swing = add(ALONG[before], INWARD[before], -1.0)
    return join(
        (p,),
        bezier(start, add(start, INWARD[before], 0.12), add(middle, swing, 0.16), middle, 11),
        bezier(middle, add(middle, swing, -0.16), add(end, INWARD[after], 0.12), end, 11),
        (q,),
    )


def kissing(kind: TileKind, number: int, before: int, after: int) -> bool:
    """Whether a cap reaches to the middle to meet the one opposite: the fields beside them are parted."""
    opposite = (before + 2) % 4
    other = kind.turns[0].at_port[opposite]
    fields = {half_field(kind, (before + 1) % 4, 0), half_field(kind, (before - 1) % 4, 1)}
    return (
        before == after
        and kind.edges[opposite] == "city"
        and number not in other
        and len(fields - {NO_FIELD}) > 1
    )


def _kiss(side: int, p: Point, q: Point) -> Path:
    inward, along = INWARD[side], ALONG[side]
    tip = on_side(side, 0.5, 0.505)
    return join(
        bezier(p, add(p, inward, 0.26), add(tip, along, 0.20), tip, 11),
        bezier(tip, add(tip, along, -0.20), add(q, inward, 0.26), q, 11),
    )


def _cap_end(
    kind: TileKind, number: int, side: int, point: Point, into: float, height: float
) -> tuple[Point, Point]:
    """Where a cap's wall begins to bend and where it heads: straight in, or away from a city next door."""
    beside = (side - round(into)) % 4
    if kind.edges[beside] == "city" and number not in kind.turns[0].at_port[beside]:
        start = add(point, INWARD[side], STUB)
        return start, add(add(start, INWARD[side], height * 0.84), ALONG[side], into * height)
    return point, add(point, INWARD[side], height)


def _tipped(before: int, after: int, p: Point, q: Point, tips: list[Point], *, broad: bool) -> list[Path]:
    """A wall that runs out to the border at each tip, where it keeps two fields apart.

    ``broad``: of a city of two sides, which draws back so that the fields are broad, too.
    """
    if len(tips) == 1:
        tip = tips[0]
        inward = (0.5 - tip[0], 0.5 - tip[1])
        neck = add(tip, inward, 0.88 if broad else 0.55)
        reach = 0.14 if broad else 0.40
        return [
            bezier(p, add(p, INWARD[before], reach), mix(neck, p, 0.16), tip, 14),
            bezier(tip, mix(neck, q, 0.16), add(q, INWARD[after], reach), q, 14),
        ]
    stops = [p, *tips, q]
    pieces = []
    for index, (a, b) in enumerate(pairwise(stops)):
        inward = INWARD[(before + 1 + index) % 4]
        near_a, near_b = (0.30, 0.36) if index == 0 else (0.30, 0.24), (0.30, 0.24)
        if index == len(stops) - 2:
            near_b = (0.30, 0.36)
        pieces.append(
            bezier(
                a,
                add(mix(a, b, near_a[0]), inward, near_a[1]),
                add(mix(b, a, near_b[0]), inward, near_b[1]),
                b,
                14,
            )
        )
    return pieces


def _crossing(
    kind: TileKind, numbers: list[int], enclosed: list[int]
) -> tuple[tuple[City, ...], tuple[Pocket, ...]]:
    """Two cities that cross, the first on a bridge over the second, with fields caught between them."""
    bridge, below = numbers
    straight = len(kind.segments[bridge].ports) == 2
    notches = [_notch(side) for side in SIDES]
    west = (on_side(3, INSET), on_side(3, 1 - INSET))
    if straight:
        lower = City(below, join(*notches), tuple(notches))
        east_wall = _band(0, 2)
        west_wall = _band(2, 0)
        upper = City(
            bridge,
            join(_side(0), east_wall, _side(2), west_wall),
            (east_wall, west_wall),
            over=True,
        )
    else:
        south = _gap(kind, below, 1, 3, touched=False)[0]
        walls = (notches[3], notches[0], south)
        lower = City(below, join(west, notches[3], notches[0], _side(1), south), walls)
        p, q = on_side(0, 1 - INSET), on_side(0, INSET)
        foot_e, foot_w = (0.63, 0.735), (0.37, 0.735)
        neck = join(
            bezier(p, add(p, (0.0, 1.0), 0.26), (0.63, 0.30), (0.63, 0.56), 12),
            (foot_e, foot_w),
            bezier((0.37, 0.56), (0.37, 0.30), add(q, (0.0, 1.0), 0.26), q, 12),
        )
        upper = City(bridge, join(_side(0), neck), (neck,), over=True)
    pocket = ellipse((0.775, 0.32), 0.105, 0.115)
    pockets = tuple(
        Pocket(number, turn_path(pocket, turn)) for number, turn in zip(enclosed, (0, 2), strict=False)
    )
    return (lower, upper), pockets


def _side(side: int) -> Path:
    return on_side(side, INSET), on_side(side, 1 - INSET)


def _band(before: int, after: int) -> Path:
    p, q = on_side(before, 1 - INSET), on_side(after, INSET)
    middle = on_side((before + 1) % 4, 0.5, 0.34)
    along = ALONG[(before + 1) % 4]
    return join(
        bezier(p, add(p, INWARD[before], 0.17), add(middle, along, -0.27), middle, 10),
        bezier(middle, add(middle, along, 0.27), add(q, INWARD[after], 0.17), q, 10),
    )
