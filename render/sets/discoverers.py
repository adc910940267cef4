"""The Discoverers: plains, mountains, seas, and the port cities on their coasts."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from core import Terrain, TileKind
from core.prints import port_beside
from render.art import buildings
from render.art.brush import Canvas, TileCanvas, blend
from render.art.curves import Path, Point, add, mix, normals, turn_point
from render.art.parts import Shore
from render.art.plan import TilePlan, plan_of
from render.art.plan_areas import CITY
from render.art.regions import room
from render.say import Say
from render.sets.pictures import PointsKind, SetPictures, Whole
from render.theme import DARK, WHITE, Theme

PEAKS = (0.078, 0.098, 0.118)
WALL = (255, 250, 236)
TREES = (0.034, 0.042)
SHORE = 1.9
"""How broad the line between two areas is, in fine lines: it carries the eye from tile to tile."""


@dataclass(frozen=True, slots=True)
class Furnishing:
    """What lies on an area tile, for turn 0: strokes of waves, grass and scree; peaks and trees by size."""

    strokes: tuple[tuple[Terrain, Point, float, bool], ...]
    peaks: tuple[tuple[Point, float], ...]
    trees: tuple[tuple[Point, float], ...]


@lru_cache(maxsize=512)
def furnishing(kind_id: str, variant: int) -> Furnishing:
    """Where everything stands on a tile, the same in all its turns."""
    rng = random.Random(f"{kind_id} {variant}")
    peaks = _scattered(kind_id, Terrain.MOUNTAIN, rng, PEAKS, 1.02)
    trees = _scattered(kind_id, Terrain.PLAIN, rng, TREES, 2.0)
    kinds = [segment.kind for segment in plan_of(kind_id).kind.segments]
    strokes = []
    for _ in range(30):
        point = rng.uniform(0.06, 0.94), rng.uniform(0.06, 0.94)
        reach, bright = rng.uniform(0.02, 0.032), rng.random() < 0.6
        here = next((n for n in range(len(kinds)) if room(kind_id, n, point) > 0.045), None)
        if here is not None:
            strokes.append((kinds[here], point, reach, bright))
    return Furnishing(tuple(strokes), tuple(peaks), tuple(trees))


def paint_areas(canvas: TileCanvas, plan: TilePlan, variant: int) -> None:
    """The whole tile."""
    theme, turn = canvas.theme, plan.turn
    kinds = [segment.kind for segment in plan.kind.segments]
    colours = {Terrain.PLAIN: theme.plain, Terrain.MOUNTAIN: theme.mountain, Terrain.SEA: theme.sea}
    for region in plan.regions:
        canvas.polygon(region.outline, colours[kinds[region.segment]])
    carried = furnishing(plan.kind.id, variant)
    for terrain, point, reach, bright in carried.strokes:
        _stroke(canvas, terrain, turn_point(point, turn), reach, bright)
    for shore in plan.shores:
        _shore(canvas, shore, kinds[shore.left], kinds[shore.right])
    things = [(turn_point(point, turn), "peak", size) for point, size in carried.peaks]
    things += [(turn_point(point, turn), "tree", size) for point, size in carried.trees]
    things += [(point, "port", 0.0) for point, _ in plan.ports]
    for point, what, size in sorted(things, key=lambda thing: thing[0][1]):
        match what:
            case "peak":
                canvas.stamp(_peak, (size,), point, (-size * 1.1, -size * 1.05, size * 1.5, size))
            case "tree":
                buildings.tree(canvas, point, size, fir=size == TREES[0])
            case _:
                canvas.stamp(_port_city, (), point, (-0.17, -0.22, 0.19, 0.16))


def _stroke(canvas: TileCanvas, terrain: Terrain, point: Point, reach: float, bright: bool) -> None:
    theme, (x, y) = canvas.theme, point
    match terrain:
        case Terrain.SEA:
            k, crest = reach * 0.5, y - reach * 0.35
            wave = ((x - reach, y), (x - k, crest), (x, y), (x + k, crest), (x + reach, y))
            canvas.path(wave, theme.sea_light if bright else theme.sea_dark, 0.009)
        case Terrain.PLAIN:
            canvas.path(((x - 0.01, y - 0.016), (x, y), (x + 0.009, y - 0.018)), theme.plain_dark, 0.007)
        case _:
            canvas.path(
                ((x - 0.012, y), (x + 0.004, y - 0.006), (x + 0.014, y + 0.002)), theme.mountain_dark, 0.006
            )


def _tapering(path: Path) -> list[float]:
    """For each point of a shore how broad its bands are there: nothing at a corner, where four tiles meet."""
    corners = [end for end in (path[0], path[-1]) if all(c < 0.001 or c > 0.999 for c in end)]
    near = [min((math.dist(point, corner) for corner in corners), default=1.0) for point in path]
    return [min(1.0, d * 4.5) ** 0.7 if d > 1e-6 else 0.0 for d in near]


def _shore(canvas: TileCanvas, shore: Shore, left: Terrain, right: Terrain) -> None:
    theme, path = canvas.theme, shore.path
    if Terrain.SEA in (left, right) and left is not right:
        if left is Terrain.SEA:
            path = path[::-1]
        # from here on the sea lies to the right
        side = [(x * f, y * f) for (x, y), f in zip(normals(path), _tapering(path), strict=True)]
        shallows = [add(p, n, 0.075) for p, n in zip(path, side, strict=True)]
        canvas.polygon([*path, *reversed(shallows)], blend(theme.sea, theme.sea_light, 0.7))
        dry = [add(p, n, -0.05) for p, n in zip(path, side, strict=True)]
        canvas.polygon([*dry, *reversed(path)], theme.sand)
        canvas.path(path, theme.ink, canvas.line * SHORE)
        return
    colour = blend(theme.mountain_dark, theme.ink, 0.6)
    canvas.path(path, colour, canvas.line * SHORE)
    if left is Terrain.MOUNTAIN:
        path = path[::-1]
    n = normals(path)
    for index in range(2, len(path) - 2):
        canvas.path((path[index], add(add(path[index], n[index], 0.03), (0.004, 0.008))), colour)


def _scattered(
    kind_id: str, terrain: Terrain, rng: random.Random, sizes: tuple[float, ...], space: float
) -> list[tuple[Point, float]]:
    """Places for peaks or trees within one terrain, clear of its shores and of port cities."""
    plan = plan_of(kind_id)
    numbers = [n for n, s in enumerate(plan.kind.segments) if s.kind is terrain]
    ports = [point for point, _ in plan.ports]
    found: list[tuple[Point, float]] = []
    for _ in range((70 if terrain is Terrain.MOUNTAIN else 24) if numbers else 0):
        size = rng.choice(sizes)
        point = rng.uniform(size, 1 - size), rng.uniform(size, 1 - size)
        if any(math.dist(point, other) < (size + s) * 0.84 for other, s in found):
            continue
        if max(room(kind_id, n, point) for n in numbers) < size * space:
            continue
        if all(math.dist(point, port) > 0.15 + size for port in ports):
            found.append((point, size))
    return found


def _peak(canvas: TileCanvas, r: float) -> None:
    theme, ink = canvas.theme, canvas.theme.ink
    base, top = r * 0.72, -r * 0.95
    canvas.polygon(
        ((-r * 0.2, base), (r, base), (r * 1.45, base + r * 0.12), (r * 0.3, base + r * 0.2)), (*ink, 60)
    )
    ridge = ((0.0, top), (r * 0.10, -r * 0.45), (-r * 0.04, 0.0), (r * 0.16, base))
    canvas.polygon(((-r, base), (-r * 0.55, -r * 0.1), *ridge), theme.mountain_light)
    canvas.polygon((*ridge, (r, base), (r * 0.52, -r * 0.16)), theme.mountain_dark)
    snow = (
        (0.0, top),
        (r * 0.30, -r * 0.48),
        (r * 0.16, -r * 0.40),
        (r * 0.06, -r * 0.22),
        (-r * 0.12, -r * 0.42),
        (-r * 0.34, -r * 0.42),
    )
    canvas.polygon(snow, theme.peak)
    canvas.path(
        ((-r, base), (-r * 0.55, -r * 0.1), (0.0, top), (r * 0.52, -r * 0.16), (r, base)),
        ink,
        canvas.line * 1.2,
    )
    canvas.path(ridge[1:], ink, canvas.line * 0.8)


def _port_city(canvas: TileCanvas) -> None:
    """A town within its ring of walls: the gable of its hall."""
    theme = canvas.theme
    # a bright ring between two dark ones: to be counted on every ground, however small the tile
    canvas.disc((0, 0), CITY, DARK)
    canvas.disc((0, 0), CITY - max(0.018, canvas.line), WALL)
    canvas.box((-0.062, -0.01, 0.062, 0.078), theme.plaster, DARK)
    canvas.box((-0.018, 0.03, 0.018, 0.078), DARK)
    canvas.polygon(((-0.095, 0.0), (0.0, -0.1), (0.095, 0.0)), theme.church_roof, DARK)


def _plain_icon(canvas: Canvas, theme: Theme) -> None:
    for x, y in ((0.30, 0.42), (0.66, 0.36), (0.48, 0.72)):
        for lean in (-0.11, 0.0, 0.11):
            canvas.path(((x, y + 0.10), (x + lean, y - 0.10)), theme.leaf_edge, 0.055)


def _mountain_icon(canvas: Canvas, theme: Theme) -> None:
    for left, top, right in (((0.34, 0.82), (0.64, 0.26), (0.92, 0.82)),
                             ((0.08, 0.82), (0.36, 0.16), (0.66, 0.82))):  # fmt: skip
        canvas.polygon((left, top, right), theme.mountain_dark, theme.ink, 0.04)
        canvas.polygon((mix(left, top, 0.6), top, mix(right, top, 0.6)), theme.peak, theme.ink, 0.03)


def _sea_icon(canvas: Canvas, theme: Theme) -> None:
    for y, colour in ((0.30, theme.sea_light), (0.52, WHITE), (0.74, theme.sea_light)):
        wave = tuple((0.14 + step * 0.06, y + (0.05 if step % 4 < 2 else -0.05)) for step in range(13))
        canvas.path(wave, DARK if theme.bold else colour, 0.075)


def _ports(kind: TileKind, say: Say) -> Iterator[str]:
    """The port cities of a tile: on which land one lies, or how many there are."""
    if land := port_beside(kind):
        yield say(f"alt.on.port.{land}")
    elif kind.cities:
        yield say("alt.on.ports", count=len(kind.cities))


AREAS: Final = (Terrain.PLAIN, Terrain.MOUNTAIN, Terrain.SEA)

PICTURES: Final = SetPictures(
    "discoverers",
    wholes=(Whole(lambda kind: kind.segments[0].kind in AREAS, paint_areas),),
    points=(
        PointsKind("plain", lambda theme: theme.plain, _plain_icon),
        PointsKind("mountain", lambda theme: theme.mountain, _mountain_icon),
        PointsKind("sea", lambda theme: theme.sea, _sea_icon),
    ),
    rims=True,
    sides={area: f"alt.on.{area}" for area in AREAS},
    inside={Terrain.SEA: "alt.on.lake"},
    shut=AREAS,
    printed=_ports,
    printed_keys={"alt.on.port.plain": (), "alt.on.port.mountain": (), "alt.on.ports": ("count",)},
)
