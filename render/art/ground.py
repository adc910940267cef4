"""Fields: the ground, its grass, its ploughed strips, trees and hedges."""

import math
import random
from functools import lru_cache

from PIL import Image

from core import Terrain
from render.art import buildings
from render.art.brush import TileCanvas
from render.art.curves import Point, ellipse, turn_point, wobbled
from render.art.plan import TilePlan, plan_of
from render.art.regions import room, widest
from render.rooms import kept
from render.theme import Theme

Plant = tuple[Point, float, str]
TEXTURES = 6


def lay_ground(canvas: TileCanvas, rng: random.Random) -> None:
    """Start with one of a few meadows. Nothing on them crosses the border, so tiles join without a seam."""
    canvas.start_from(_meadow(canvas.size, canvas.theme, rng.randrange(TEXTURES)))


@kept
def _meadow(size: int, theme: Theme, number: int) -> Image.Image:
    rng = random.Random(f"meadow {number}")
    canvas = TileCanvas(size, theme, theme.field)
    for _ in range(7):
        rx, ry = rng.uniform(0.08, 0.2), rng.uniform(0.05, 0.12)
        x, y = rng.uniform(rx + 0.03, 0.97 - rx), rng.uniform(ry + 0.03, 0.97 - ry)
        colour = rng.choice((theme.field_light, theme.field_light, theme.field_dark))
        canvas.polygon(wobbled((*ellipse((x, y), rx, ry, 18), (x + rx, y)), rng, 0.02), (*colour, 150))
    if theme.snow and theme.name != "winter":
        _snow(canvas, rng)
    for _ in range(26):
        x, y = rng.uniform(0.05, 0.95), rng.uniform(0.05, 0.95)
        h = rng.uniform(0.014, 0.024)
        canvas.path(((x - h * 0.6, y - h), (x, y), (x + h * 0.5, y - h * 1.1)), (*theme.grass, 190), 0.006)
    for _ in range(5):
        canvas.disc((rng.uniform(0.06, 0.94), rng.uniform(0.06, 0.94)), 0.008, theme.flower)
    return canvas.image


def _snow(canvas: TileCanvas, rng: random.Random) -> None:
    """Patches of snow that leave the border green, where other tiles join."""
    for _ in range(9):
        rx, ry = rng.uniform(0.09, 0.2), rng.uniform(0.06, 0.13)
        x, y = rng.uniform(rx + 0.05, 0.95 - rx), rng.uniform(ry + 0.05, 0.95 - ry)
        for grow, alpha in ((1.15, 70), (1.0, 130), (0.82, 220)):
            shape = wobbled((*ellipse((x, y), rx * grow, ry * grow, 20), (x + rx * grow, y)), rng, 0.012)
            canvas.polygon(shape, (*canvas.theme.drift, alpha))


@lru_cache(maxsize=1024)
def plants(kind_id: str, variant: int, avoid: tuple[Point, ...]) -> tuple[Plant, ...]:
    """What grows on a tile, for turn 0. It keeps clear of every feature and of the places to avoid."""
    rng = random.Random(f"plants {kind_id} {variant}")
    plan = plan_of(kind_id)
    return (*_trees(plan, rng, avoid), *_hedge(plan, rng, avoid))


def _trees(plan: TilePlan, rng: random.Random, avoid: tuple[Point, ...]) -> list[Plant]:
    kind_id = plan.kind.id
    fields = [n for n, s in enumerate(plan.kind.segments) if s.kind is Terrain.FIELD]
    found: list[Plant] = []
    wanted = rng.randint(3, 5)
    for _ in range(70):
        if len(found) >= wanted:
            break
        point = rng.uniform(0.07, 0.93), rng.uniform(0.07, 0.93)
        radius = rng.choice((0.034, 0.040, 0.046))
        space = max((room(kind_id, number, point) for number in fields), default=0.0)
        if space < radius * 1.9 + 0.008 or any(math.dist(point, other) < 0.17 for other in avoid):
            continue
        if any(math.dist(point, other) < 0.075 for other, _, _ in found):
            continue
        found.append((point, radius, "fir" if rng.random() < 0.3 else "tree"))
    return found


def _hedge(plan: TilePlan, rng: random.Random, avoid: tuple[Point, ...]) -> list[Plant]:
    """Now and then a short row of bushes."""
    fields = [n for n, s in enumerate(plan.kind.segments) if s.kind is Terrain.FIELD]
    if not fields or rng.random() < 0.62:
        return []
    number = rng.choice(fields)
    centre, space = widest(plan.kind.id, number)
    angle = rng.uniform(0, math.pi)
    row = []
    for step in range(-3, 4):
        point = (
            centre[0] + math.cos(angle) * step * 0.042 + rng.uniform(-0.05, 0.05) * space,
            centre[1] + math.sin(angle) * step * 0.042,
        )
        if room(plan.kind.id, number, point) > 0.06 and all(
            math.dist(point, other) > 0.16 for other in avoid
        ):
            row.append((point, 0.02, "bush"))
    return row if len(row) > 2 else []


def paint_plants(canvas: TileCanvas, turn: int, growing: tuple[Plant, ...]) -> None:
    """Trees and bushes, the northern ones first."""
    turned = [(turn_point(point, turn), radius, sort) for point, radius, sort in growing]
    for point, radius, sort in sorted(turned, key=lambda plant: plant[0][1]):
        if sort == "bush":
            buildings.bush(canvas, point, radius)
        else:
            buildings.tree(canvas, point, radius, fir=sort == "fir")
