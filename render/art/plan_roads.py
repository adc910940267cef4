"""Roads, and what stands where they end, from the ports of the road segments."""

from collections.abc import Sequence
from dataclasses import replace

from core.segments import Terrain
from core.tiles import TileKind
from render.art.curves import (
    INWARD,
    SIDE_MIDDLES,
    Path,
    Point,
    add,
    at,
    bezier,
    distance,
    join,
    mix,
    nearest,
    normals,
)
from render.art.parts import Bridge, City, Mouth, MouthKind, Road, Village
from render.art.plan_cities import city_numbers, gaps, half_field, splits
from render.art.plan_waters import aside

ROAD = 0.052
"""Half the width of a road's surface, in tiles."""

UP_TO, HOUSE = 0.46, 0.09
"""How far a road reaches in that ends at a house beside another road, and how far off its end that stands."""

BEFORE_BRIDGE = 0.2
"""How far along a road that crosses something its figure stands."""

ARC = 0.2761
"""The handle of a quarter circle with radius one half."""


def touching_roads(kind: TileKind) -> dict[int, int]:
    """Roads that brush a city's wall without ending there, by segment, with that city.

    They are known by what they part: the fields on both sides of the city differ although neither a gate
    nor a wall keeps them apart.
    """
    found: dict[int, int] = {}
    for city in city_numbers(kind):
        sides = kind.segments[city].ports
        if len(gaps(sides)) != 1 or _ending_at(kind, city):
            continue
        before, after = gaps(sides)[0]
        first, last = half_field(kind, (before + 1) % 4, 0), half_field(kind, (after - 1) % 4, 1)
        if first == last or -1 in (first, last) or splits(kind, before, after):
            continue
        for number, segment in enumerate(kind.segments):
            if segment.kind is Terrain.ROAD and len(segment.ports) == 2:
                found[number] = city
    return found


def roads(
    kind: TileKind, cities: tuple[City, ...], touching: dict[int, int]
) -> tuple[tuple[Road, ...], tuple[Mouth, ...], tuple[Village, ...]]:
    """The roads of a tile, their gates and bridges, and the villages where they end."""
    made: list[Road] = []
    mouths: list[Mouth] = []
    villages: dict[Point, Village] = {}
    for number, segment in enumerate(kind.segments):
        if segment.kind is not Terrain.ROAD:
            continue
        entries = [(side, SIDE_MIDDLES[side]) for side in segment.ports]
        city = next((c for c in cities if number in _ending_at(kind, c.segment)), None)
        if number in touching:
            made.append(Road(number, (_brushing(kind, segment.ports, touching[number]),)))
        elif len(entries) > 2:
            made.append(Road(number, _fork(segment.ports)))
        elif len(entries) == 2:
            if not _under(kind, segment.ports, cities):
                made.append(Road(number, (_through(segment.ports),)))
            else:
                paths, at_walls = _passing(kind, segment.ports)
                made.append(Road(number, paths))
                mouths.extend(at_walls)
        elif city is not None:
            path, mouth = _to_gate(entries[0], city)
            made.append(Road(number, (path,)))
            mouths.append(mouth)
        else:
            end, ending = _end(kind, number, entries[0])
            made.append(Road(number, (_towards(entries[0], end),)))
            if ending:
                before = villages.get(end, Village(end, 0, _aside(kind, number)))
                villages[end] = replace(before, roads=before.roads + 1)
    return tuple(made), tuple(mouths), tuple(villages.values())


def _ending_at(kind: TileKind, number: int) -> list[int]:
    """The roads that end at a segment (a city or a monastery)."""
    return [
        other
        for group in kind.meets
        if number in group
        for other in group
        if kind.segments[other].kind is Terrain.ROAD
    ]


def _end(kind: TileKind, number: int, entry: tuple[int, Point]) -> tuple[Point, bool]:
    """Where a road with one port ends, and whether something of its own has to stand there."""
    group = next((g for g in kind.meets if number in g), ())
    if any(kind.segments[n].kind is Terrain.MONASTERY for n in group):
        return monastery_spot(kind), False
    if len(group) > 1:
        north_city = any(kind.edges[side] == "city" for side in range(4))
        shift = next((INWARD[side] for side in range(4) if kind.edges[side] == "city"), (0.0, 0.0))
        return (add((0.5, 0.5), shift, 0.045) if north_city else (0.5, 0.5)), True
    return add(entry[1], INWARD[entry[0]], UP_TO if _parts(kind, entry[0]) else 0.30), True


def _aside(kind: TileKind, number: int) -> Point:
    """How far off the end of a road its house stands."""
    (side,) = kind.segments[number].ports
    if any(number in group for group in kind.meets) or not _parts(kind, side):
        return 0.0, 0.0
    x, y = INWARD[side]
    return -x * HOUSE, -y * HOUSE


def _parts(kind: TileKind, side: int) -> bool:
    """Whether a road that ends alone keeps two fields apart, since it runs up to another road."""
    return half_field(kind, side, 0) != half_field(kind, side, 1)


def monastery_spot(kind: TileKind) -> Point:
    """Where the monastery stands: in the middle, or clear of a road or city that only passes."""
    number = next(n for n, s in enumerate(kind.segments) if s.kind is Terrain.MONASTERY)
    own = {other for group in kind.meets if number in group for other in group}
    x, y = add((0.5, 0.5), aside(kind), -0.6)
    for other, segment in enumerate(kind.segments):
        if segment.kind in (Terrain.ROAD, Terrain.CITY) and other not in own:
            for side in segment.ports:
                x, y = add((x, y), INWARD[side], 0.17 if segment.kind is Terrain.ROAD else 0.25)
    return min(max(x, 0.30), 0.70), min(max(y, 0.37), 0.66)


def _straight(start: Point, end: Point) -> Path:
    return tuple(mix(start, end, step / 10) for step in range(11))


def _towards(entry: tuple[int, Point], end: Point) -> Path:
    """A road that leaves the border squarely and bends to its end."""
    side, start = entry
    reach = distance(start, end)
    return bezier(start, add(start, INWARD[side], reach * 0.5), mix(end, start, 0.3), end, 12)


def _through(ports: tuple[int, ...]) -> Path:
    a, b = ports
    if (b - a) % 2 == 0:
        return _straight(SIDE_MIDDLES[a], SIDE_MIDDLES[b])
    p, q = SIDE_MIDDLES[a], SIDE_MIDDLES[b]
    return bezier(p, add(p, INWARD[a], ARC), add(q, INWARD[b], ARC), q, 30)


def _fork(ports: tuple[int, ...]) -> tuple[Path, ...]:
    """A road with three ports or more: one line through, and each further branch to its middle."""
    a, b = next(((a, b) for a in ports for b in ports if b - a == 2), (ports[0], ports[1]))
    rest = [side for side in ports if side not in (a, b)]
    return (_through((a, b)), *(_straight(SIDE_MIDDLES[side], (0.5, 0.5)) for side in rest))


def _brushing(kind: TileKind, ports: tuple[int, ...], city: int) -> Path:
    """A bend drawn tight under the wall of a cap."""
    side = kind.segments[city].ports[0]
    a, b = ports
    if (side + 2) % 4 == a:
        a, b = b, a
    # a: the port beside the city, b: the one opposite
    p, q = SIDE_MIDDLES[a], SIDE_MIDDLES[b]
    crown = add(SIDE_MIDDLES[side], INWARD[side], 0.455 + ROAD)
    toward = INWARD[a]
    top = add(crown, toward, -0.06)
    return join(
        bezier(p, add(p, toward, 0.20), add(top, toward, -0.16), top, 12),
        bezier(top, add(top, toward, 0.12), add(q, INWARD[b], 0.30), q, 16),
    )


def _under(kind: TileKind, ports: tuple[int, ...], cities: tuple[City, ...]) -> bool:
    """Whether a straight road passes below a city."""
    a, b = ports
    if b - a != 2:
        return False
    across = {(a + 1) % 4, (a + 3) % 4}
    return any(across <= set(kind.segments[city.segment].ports) for city in cities)


def _passing(kind: TileKind, ports: tuple[int, ...]) -> tuple[tuple[Path, ...], tuple[Mouth, ...]]:
    """The two visible ends of a road below a city.

    Where one field lies on both sides of the road, the road is already in a tunnel before it reaches the
    wall; else it runs right up to an arch in the wall.
    """
    paths, mouths = [], []
    for side in ports:
        entry, inward = SIDE_MIDDLES[side], INWARD[side]
        if half_field(kind, side, 0) == half_field(kind, side, 1):
            end, mouth = add(entry, inward, 0.13), MouthKind.TUNNEL
        else:
            end, mouth = add(entry, inward, 0.33), MouthKind.ARCH
        paths.append(_straight(entry, end))
        mouths.append(Mouth(mouth, end, (-inward[0], -inward[1])))
    return tuple(paths), tuple(mouths)


def _to_gate(entry: tuple[int, Point], city: City) -> tuple[Path, Mouth]:
    """A road to the gate in the nearest stretch of its city's wall."""
    side, start = entry
    target = add(start, INWARD[side], 0.36)
    wall = min(city.walls, key=lambda path: distance(path[nearest(path, target)], target))
    index = min(max(nearest(wall, target), 2), len(wall) - 3)
    gate = wall[index]
    right = normals(wall)[index]
    outward = (-right[0], -right[1])
    reach = distance(start, gate)
    path = bezier(start, add(start, INWARD[side], reach * 0.45), add(gate, outward, reach * 0.35), gate, 14)
    return path, Mouth(MouthKind.GATE, gate, outward)


def middle(road: Road, bridges: Sequence[Bridge] = ()) -> Point:
    """The point of a road where a figure stands: before its bridge, and not on it or below."""
    path = road.paths[0]
    if any(distance(path[nearest(path, bridge.point)], bridge.point) < ROAD for bridge in bridges):
        return at(path, BEFORE_BRIDGE)[0]
    return at(path, 0.5 if len(road.paths) == 1 else 0.45)[0]
