"""Cities: walls with towers, and roofs inside that follow the wall."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from render.art import buildings
from render.art.brush import TileCanvas, blend, closed
from render.art.curves import Path, Point, add, extended, inside, normals, offset, spaced, turn_point
from render.art.parts import City, MouthKind, Pocket
from render.art.plan import TilePlan, plan_of

WALL = 0.05
HEIGHT = 0.036
TOWER, ROOF = 0.075, 0.085
SIZES = (0.118, 0.128, 0.140)
LIGHTS = 5


@dataclass(frozen=True, slots=True)
class House:
    """A house for turn 0: ``front`` tells whether its gable faces south."""

    centre: Point
    size: float
    roof: int
    front: bool


def paint(
    canvas: TileCanvas,
    plan: TilePlan,
    part: City | Pocket,
    variant: int,
    rng: random.Random,
    clear: Sequence[tuple[Point, float]] = (),
) -> None:
    """A city with its ground, walls, houses and towers, or a field inside the walls.

    ``clear`` are places of the turned tile, each with how far around it no house stands.
    """
    if isinstance(part, Pocket):
        if part.walled:
            _pocket(canvas, part)
        return
    _city(canvas, plan, part, standing(plan, part.segment, variant, clear), rng)


def standing(
    plan: TilePlan, segment: int, variant: int, clear: Sequence[tuple[Point, float]]
) -> list[tuple[Point, House]]:
    """The houses of a city with where they are on the turned tile, but for those on places to be clear."""
    placed = [
        (turn_point(house.centre, plan.turn), house) for house in houses(plan.kind.id, segment, variant)
    ]
    return [
        (centre, house)
        for centre, house in placed
        if all(math.dist(centre, at) > far + house.size / 2 for at, far in clear)
    ]


def _city(
    canvas: TileCanvas, plan: TilePlan, city: City, stand: list[tuple[Point, House]], rng: random.Random
) -> None:
    _shadow(canvas, city)
    canvas.polygon(city.outline, canvas.theme.paving)
    _cobbles(canvas, city, rng)
    for wall in city.walls:
        _wall(canvas, extended(wall, 0.08))
    things: list[tuple[float, Point, House | None]] = []
    things.extend((centre[1], centre, house) for centre, house in stand)
    things.extend((foot[1], foot, None) for foot in tower_feet(plan, city))
    for _, point, here in sorted(things, key=lambda thing: (thing[0], thing[1][0])):
        if here is None:
            buildings.tower(canvas, point, 0.042, TOWER)
        else:
            buildings.house(canvas, point, here.size, roof=here.roof, front=here.front != bool(plan.turn % 2))


def _pocket(canvas: TileCanvas, pocket: Pocket) -> None:
    canvas.polygon(pocket.outline, canvas.theme.field)
    _wall(canvas, closed(pocket.outline[::-1]))
    x = sum(p[0] for p in pocket.outline) / len(pocket.outline)
    y = sum(p[1] for p in pocket.outline) / len(pocket.outline)
    buildings.bush(canvas, (x + (0.03 if x > 0.5 else -0.03), y), 0.026)


def _shadow(canvas: TileCanvas, city: City) -> None:
    for wall in city.walls:
        path = extended(wall, 0.05)
        canvas.polygon(
            [*path, *(add(point, (0.022, 0.03)) for point in reversed(path))], (*canvas.theme.shadow, 120)
        )


def _cobbles(canvas: TileCanvas, city: City, rng: random.Random) -> None:
    for _ in range(40):
        x, y = rng.uniform(0.02, 0.98), rng.uniform(0.02, 0.98)
        dark = rng.random() < 0.6
        if inside(city.outline, (x, y)):
            colour = canvas.theme.paving_dark if dark else canvas.theme.paving_light
            canvas.path(((x - 0.012, y), (x + 0.012, y + 0.002)), colour, 0.009)


def _wall(canvas: TileCanvas, path: Path) -> None:
    """A ribbon of stone inside the city's edge, raised by its height, lit from the north-west."""
    theme, line = canvas.theme, canvas.line
    outer, inner = path, offset(path, WALL)
    top = [(x, y - HEIGHT) for x, y in outer]
    top_inner = [(x, y - HEIGHT) for x, y in inner]
    canvas.path(outer, theme.ink, line * 2)
    canvas.path(inner, theme.ink, line * 2)
    right = normals(path)
    _face(canvas, inner, top_inner, right)
    _face(canvas, outer, top, [(-x, -y) for x, y in right])
    canvas.polygon([*top, *reversed(top_inner)], theme.wall_light)
    canvas.path(top, theme.ink)
    canvas.path(top_inner, theme.ink)
    notch = blend(theme.wall_dark, theme.ink, 0.3)
    for point, (dx, dy) in spaced(offset(top, WALL * 0.3), 0.042, 0.02):
        n = (-dy, dx)
        canvas.path((add(point, n, -WALL * 0.3), add(point, n, WALL * 0.25)), notch)


def _face(canvas: TileCanvas, foot: Path, top: list[Point], facing: list[Point]) -> None:
    """The side of a wall that is turned to the viewer, in stretches of one light."""
    theme = canvas.theme
    stretch: list[int] = []
    before = -1
    for index in range(len(foot)):
        x, y = facing[index]
        light = round((0.5 - 0.5 * x) * LIGHTS) if y > -0.15 else -1
        if stretch and (light != before or index == len(foot) - 1):
            if before >= 0:
                stretch.append(index)
                edge = [foot[i] for i in stretch] + [top[i] for i in reversed(stretch)]
                canvas.polygon(edge, blend(theme.wall_dark, theme.wall, before / LIGHTS * 0.7))
            stretch = []
        stretch.append(index)
        before = light


def tower_feet(plan: TilePlan, city: City) -> list[Point]:
    """Where towers stand on the walls: spread along them, clear of gates and of the border."""
    gates = [m.point for m in plan.mouths if m.kind is not MouthKind.TUNNEL]
    feet: list[Point] = []
    for wall in city.walls:
        middle = offset(wall, WALL / 2)
        whole = sum(math.dist(a, b) for a, b in pairwise(middle))
        if whole < 0.3:
            continue
        count = max(2, round(whole / 0.36))
        for point, _ in spaced(middle, whole / count, whole / count / 2)[:count]:
            # a tower must not be cut off by the border, neither its foot nor its roof
            if not (0.065 < point[0] < 0.935 and TOWER + ROOF < point[1] < 0.97):
                continue
            if all(math.dist(point, gate) > 0.13 for gate in gates) and all(
                math.dist(point, other) > 0.12 for other in feet
            ):
                feet.append(point)
    return feet


@lru_cache(maxsize=2048)
def houses(kind_id: str, segment: int, variant: int) -> tuple[House, ...]:
    """The houses of a city for turn 0: a row along each wall, then the rest of the ground."""
    plan = plan_of(kind_id)
    city = next(c for c in plan.cities if c.segment == segment)
    rng = random.Random(f"{kind_id} {segment} {variant}")
    holes = [p.outline for p in plan.pockets if p.walled] + [
        c.outline for c in plan.cities if c.over and c is not city
    ]
    blocked = [point for wall in city.walls for point, _ in spaced(offset(wall, WALL / 2), 0.035)]
    blocked += [point for path in holes for point, _ in spaced(path, 0.045)]
    found: list[House] = []

    def fits(point: Point, size: float) -> bool:
        x, y = point
        reach = size * 0.62
        if not (reach < x < 1 - reach and reach < y < 1 - reach):
            return False
        if any(math.dist(point, h.centre) < (size + h.size) * 0.51 for h in found):
            return False
        near = size * 0.62 + WALL / 2
        if any(math.dist(point, other) < near for other in blocked) or not inside(city.outline, point):
            return False
        return not any(inside(path, point) for path in holes)

    for wall in city.walls:
        for point, direction in spaced(offset(wall, WALL + 0.09), 0.025, rng.uniform(0.02, 0.06)):
            size = rng.choice(SIZES[:2])
            if fits(point, size):
                found.append(House(point, size, rng.randrange(4), abs(direction[1]) > abs(direction[0])))
    for _ in range(110):
        size = rng.choice(SIZES)
        point = rng.uniform(0.08, 0.92), rng.uniform(0.08, 0.92)
        if fits(point, size):
            found.append(House(point, size, rng.randrange(4), rng.random() < 0.5))
    return tuple(found)
