"""One tile, painted: the ground first, then what lies on it, then what stands on it."""

import math
import random
from functools import lru_cache

from PIL import Image

from core import OrientedTile, Terrain
from render.art import city, ground, marks, monastery, roads
from render.art.brush import TileCanvas
from render.art.curves import Point, turn_point
from render.art.parts import MouthKind
from render.art.plan import TilePlan, plan_of
from render.art.plan_roads import monastery_spot
from render.art.regions import anchor, widest
from render.sets import emblems_on, layers_on, marks_on, pictures_of_tile, segments_seen, whole_of
from render.sets.pictures import Emblem
from render.theme import Theme

VARIANTS = 3
FARMER, LEAST_ASIDE = 0.12, 0.06
"""How far a farmer keeps from a building, and how much room he needs there."""
LEAST_PENNANT, LARGEST_PENNANT = 0.19, 0.225


def paint_tile(
    tile: OrientedTile, size: int, theme: Theme, variant: int = 0, by: tuple[str, ...] = ()
) -> Image.Image:
    """The tile as a square RGB picture of ``size`` pixels. The variant changes trees and houses only.

    ``by`` are the sets of other boxes that see something on it (:func:`render.sets.seers`).
    """
    kind = tile.kind
    plan = plan_of(kind.id, tile.turn)
    own = pictures_of_tile(kind)
    if own is not None and own.colours is not None:
        theme = own.colours(theme)
    canvas = TileCanvas(size, theme, theme.field)
    if whole := whole_of(kind):
        whole.paint(canvas, plan, variant)
    else:
        _paint_land(canvas, plan, variant, by)
    return canvas.finished()


def _paint_land(canvas: TileCanvas, plan: TilePlan, variant: int, by: tuple[str, ...]) -> None:
    kind, turn = plan.kind, plan.turn
    rng = random.Random(f"{kind.id} {variant}")
    spots = mark_spots(kind.id)
    avoid = (*(spot for spot, _ in spots), *_busy(kind.id, by))
    ground.lay_ground(canvas, rng)
    for layer in layers_on(kind):
        layer.paint(canvas, plan, variant)
    roads.paint_roads(canvas, plan.roads, rng)
    for bridge in plan.bridges:
        roads.paint_bridge(canvas, bridge)
    emblems = [(turn_point(at, turn), reach, emblem) for at, reach, emblem in emblem_spots(kind.id, by)]
    clear = [(at, reach * emblem.clear) for at, reach, emblem in emblems]
    for part in plan.layers:
        city.paint(canvas, plan, part, variant, rng, clear)
    for mouth in plan.mouths:
        roads.paint_mouth(canvas, mouth)
    for (spot, radius), mark in zip(spots, marks_on(kind), strict=False):
        mark.paint(canvas, turn_point(spot, turn), radius)
    for at, reach, emblem in sorted(emblems, key=lambda found: found[0][1]):
        emblem.paint(canvas, at, reach)
    ground.paint_plants(canvas, turn, ground.plants(kind.id, variant, avoid))
    roads.paint_villages(canvas, plan.villages, rng)
    if kind.monastery >= 0:
        monastery.paint_monastery(canvas, turn_point(monastery_spot(kind), turn))
    for number, segment in enumerate(kind.segments):
        for spot, pennant in pennant_spots(kind.id, number, segment.pennants):
            marks.paint_pennant(canvas, turn_point(spot, turn), pennant)


@lru_cache(maxsize=512)
def mark_spots(kind_id: str) -> tuple[tuple[Point, float], ...]:
    """Where what is printed in the tile's fields lies and how far it reaches, for turn 0: one such mark."""
    plan = plan_of(kind_id)
    kind = plan.kind
    if not marks_on(kind):
        return ()
    fields = [n for n, s in enumerate(kind.segments) if s.kind is Terrain.FIELD]
    apart = tuple(village.centre for village in plan.villages)
    found = [widest(kind_id, n, apart, 0.27) for n in fields]
    spot, space = max(found, key=lambda place: place[1])
    return ((spot, min(space * 0.76, 0.16)),)


@lru_cache(maxsize=512)
def emblem_spots(kind_id: str, by: tuple[str, ...] = ()) -> tuple[tuple[Point, float, Emblem], ...]:
    """What is printed at the tile's segments, where and how large, for turn 0."""
    return tuple(
        (*emblem.place(kind_id, number), emblem)
        for number, segment in enumerate(segments_seen(kind_id, by))
        for emblem in emblems_on(segment)
    )


@lru_cache(maxsize=2048)
def figure_spot(kind_id: str, turn: int, segment: int) -> Point:
    """Where a figure on this segment stands on the turned tile: beside what it would hide in the middle."""
    kind = plan_of(kind_id).kind
    spot = anchor(kind_id, 0, segment)
    beside = [emblem.beside for emblem in emblems_on(kind.segments[segment]) if emblem.beside]
    if beside:
        return beside[0]
    if kind.segments[segment].kind is Terrain.FIELD:
        for at, reach, _ in emblem_spots(kind_id):
            if math.dist(at, spot) < reach + FARMER:
                free, space = widest(kind_id, segment, (at,), reach + FARMER)
                spot = free if space > LEAST_ASIDE else spot
    return turn_point(spot, turn)


@lru_cache(maxsize=512)
def _busy(kind_id: str, by: tuple[str, ...]) -> tuple[Point, ...]:
    """What trees have to keep away from, for turn 0."""
    plan = plan_of(kind_id)
    points = [village.centre for village in plan.villages]
    for (x, y), reach, _ in emblem_spots(kind_id, by):
        far = reach * 0.6
        points += [(x - far, y), (x + far, y), (x, y - far), (x, y + far)]
    points += [mouth.point for mouth in plan.mouths if mouth.kind is not MouthKind.TUNNEL]
    if plan.kind.monastery >= 0:
        x, y = monastery_spot(plan.kind)
        points += [(x, y), (x - 0.14, y), (x + 0.14, y), (x, y - 0.14), (x, y + 0.14)]
    return tuple(points)


@lru_cache(maxsize=512)
def pennant_spots(kind_id: str, segment: int, pennants: int) -> tuple[tuple[Point, float], ...]:
    """Where a city's pennants hang and how large they are, for turn 0: clear of where its figure stands."""
    spots: list[tuple[Point, float]] = []
    if pennants:
        home = widest(kind_id, segment)[0]
        for _ in range(pennants):
            spot, space = widest(kind_id, segment, (home, *(at for at, _ in spots)), 0.28)
            spots.append((spot, min(max(space * 1.55, LEAST_PENNANT), LARGEST_PENNANT)))
    return tuple(spots)
