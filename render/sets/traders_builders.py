"""Traders & Builders: wine, grain and cloth; builders and pigs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from PIL import Image

from core.sets.traders_builders.builders import BUILDER
from core.sets.traders_builders.goods import goods
from core.sets.traders_builders.pigs import PIG
from render.art.brush import Canvas, TileCanvas, blend
from render.art.curves import Path, Point, bezier, ellipse
from render.art.pieces import body, outlined_path, put_mark, rounded
from render.art.regions import sign_spot
from render.sets.pictures import Emblem, Holding, PointsKind, SetPictures
from render.theme import DARK, WHITE, Colour, PlayerLook, Theme

_BUILDER: Final = rounded((
    (0.34, 0.07), (0.24, 0.10), (0.21, 0.24), (0.26, 0.35), (0.12, 0.40), (0.00, 0.50), (0.02, 0.63),
    (0.14, 0.64),
    (0.22, 0.60), (0.18, 0.74), (0.06, 0.90), (0.08, 0.97), (0.30, 0.97), (0.39, 0.84), (0.48, 0.97),
    (0.70, 0.97),
    (0.72, 0.90), (0.60, 0.74), (0.57, 0.60), (0.78, 0.62), (0.93, 0.54), (0.93, 0.40), (0.80, 0.38),
    (0.62, 0.42),
    (0.53, 0.35), (0.57, 0.24), (0.54, 0.10), (0.44, 0.07),
))  # fmt: skip
_HAMMER: Final = (
    (0.58, -0.07), (0.87, 0.06), (0.98, 0.20), (0.96, 0.26), (0.78, 0.27), (0.48, 0.14),
)  # fmt: skip
_SHAFT: Final = ((0.75, 0.13), (0.86, 0.52))
_PIG: Final = rounded((
    (-0.03, 0.46), (0.05, 0.36), (0.13, 0.28), (0.25, 0.25), (0.37, 0.23), (0.57, 0.19), (0.79, 0.25),
    (0.89, 0.44),
    (0.88, 0.64), (0.78, 0.76), (0.50, 0.78), (0.29, 0.76), (0.17, 0.68), (0.00, 0.62),
))  # fmt: skip
_LEGS: Final = (
    ((0.20, 0.66), (0.38, 0.66), (0.36, 0.95), (0.21, 0.95)),
    ((0.64, 0.66), (0.84, 0.66), (0.81, 0.95), (0.66, 0.95)),
)
_TAIL: Final = (*bezier((0.84, 0.40), (0.94, 0.42), (1.00, 0.34), (0.95, 0.28), 5), (0.90, 0.29))
_EAR: Final = ((0.16, 0.10), (0.36, 0.26), (0.21, 0.40))

ICON: Final = 0.62
"""How large a sign is on its own picture, all of its edge included."""

SIGN: Final = 0.24
"""How large, in tiles, a sign of goods is drawn."""


def paint_builder(canvas: Canvas, look: PlayerLook) -> None:
    """A builder who raises his hammer."""
    outlined_path(canvas, _SHAFT, look.colour, 0.075)
    body(canvas, [_BUILDER, _HAMMER], look.colour)
    canvas.path(_SHAFT, DARK, 0.075 + 2 * 0.03)
    canvas.path(_SHAFT, look.colour, 0.075)
    canvas.polygon(_HAMMER, blend(look.colour, DARK, 0.34), DARK, 0.035)
    canvas.disc((0.335, 0.20), 0.045, blend(look.colour, WHITE, 0.30))
    put_mark(canvas, look, (0.39, 0.59), 0.135)


def paint_pig(canvas: Canvas, look: PlayerLook) -> None:
    """A pig, seen from the side."""
    outlined_path(canvas, _TAIL, look.colour, 0.05)
    body(canvas, [*_LEGS, _PIG], look.colour)
    dark = blend(look.colour, DARK, 0.34)
    canvas.polygon(_EAR, dark, DARK, 0.03)
    canvas.disc((0.01, 0.53), (0.05, 0.085), dark, DARK, 0.03)
    canvas.disc((0.12, 0.42), 0.03, look.on_colour)
    put_mark(canvas, look, (0.54, 0.52), 0.145)


@dataclass(frozen=True, slots=True)
class Good:
    """A kind of goods: its sign in cities, known by outline and colour, and what is painted on it."""

    name: str
    colour: Colour
    outline: Path
    """Around (0, 0), as all that is painted, about as far as 1."""
    paint: Callable[[Canvas, "Scaled"], None]


Scaled = Callable[[Iterable[Point]], list[Point]]
"""Brings points around (0, 0) to where the sign is."""


def _grapes(canvas: Canvas, at: Scaled) -> None:
    pale, ring = (236, 214, 236), ellipse((0.0, 0.0), 0.19, 0.19, 14)
    for dx, dy in ((-0.34, -0.12), (0.0, -0.12), (0.34, -0.12), (-0.17, 0.17), (0.17, 0.17), (0.0, 0.46)):
        canvas.polygon(at((x + dx, y + dy) for x, y in ring), pale)
    canvas.polygon(at(((-0.06, -0.22), (0.0, -0.62), (0.12, -0.62), (0.06, -0.22))), pale)
    canvas.polygon(at(((0.04, -0.36), (0.22, -0.66), (0.52, -0.5), (0.3, -0.3))), (150, 196, 96))


def _ear(canvas: Canvas, at: Scaled) -> None:
    brown = (104, 60, 8)
    canvas.polygon(at(((-0.065, 0.74), (-0.065, -0.3), (0.065, -0.3), (0.065, 0.74))), brown)
    canvas.polygon(at(((-0.12, -0.36), (0.0, -0.74), (0.12, -0.36), (0.0, -0.22))), brown)
    grain = ((0.04, 0.16), (0.12, -0.06), (0.42, -0.2), (0.36, 0.06))
    for low in (-0.22, 0.08, 0.38):
        for side in (-1, 1):
            canvas.polygon(at((x * side, y + low) for x, y in grain), brown)


def _roll(canvas: Canvas, at: Scaled) -> None:
    pale = (226, 244, 240)
    end = ((0.62, 0.58), (0.46, 0.44), (0.3, 0.58), (0.14, 0.44), (-0.02, 0.58))
    canvas.polygon(at(((-0.34, -0.36), (0.62, -0.36), *end)), pale)
    for y in (-0.1, 0.14):
        canvas.polygon(
            at(((0.02, y - 0.055), (0.62, y - 0.055), (0.62, y + 0.055), (0.02, y + 0.055))), CLOTH
        )
    for r, colour in ((0.34, pale), (0.22, CLOTH), (0.11, pale)):
        canvas.polygon(at(ellipse((-0.3, -0.1), r, r)), colour)


WINE, GRAIN, CLOTH = (124, 22, 60), (246, 196, 40), (22, 138, 142)
"""One dark, one light, one between, so no colour blindness makes two alike."""

GOODS: Final = (
    Good("wine", WINE, ellipse((0.0, 0.0), 1.0, 1.0, 28), _grapes),
    Good("grain", GRAIN, ((0.0, -1.16), (1.16, 0.0), (0.0, 1.16), (-1.16, 0.0)), _ear),
    Good("cloth", CLOTH, ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)), _roll),
)


def paint_sign(canvas: Canvas, good: Good, centre: Point, size: float) -> None:
    """The sign of a kind of goods: bright around, and dark at its edge."""

    def at(points: Iterable[Point], grown: float = 1.0, aside: Point = (0.0, 0.0)) -> list[Point]:
        (cx, cy), r = centre, size / 2
        return [(cx + (x * grown + aside[0]) * r, cy + (y * grown + aside[1]) * r) for x, y in points]

    canvas.polygon(at(good.outline, 1.22, (0.1, 0.13)), (*DARK, 90))
    for grown, colour in ((1.24, DARK), (1.12, WHITE), (0.95, good.colour)):
        canvas.polygon(at(good.outline, grown), colour)
    good.paint(canvas, at)


def _stamp(canvas: TileCanvas, good: Good, size: float) -> None:
    paint_sign(canvas, good, (0.0, 0.0), size)


def _emblem(good: Good) -> Emblem:
    def paint(canvas: TileCanvas, at: Point, size: float) -> None:
        reach = size * 0.85
        canvas.stamp(_stamp, (good, size), at, (-reach, -reach, reach, reach))

    def place(kind_id: str, number: int) -> tuple[Point, float]:
        return sign_spot(kind_id, number, SIGN * 0.74), SIGN

    return Emblem(lambda segment: good.name in segment.marks, place, paint, f"alt.on.{good.name}")


def _holding(good: Good) -> Holding:
    def paint(size: int, _theme: Theme) -> Image.Image:
        canvas = Canvas(size)
        paint_sign(canvas, good, (0.47, 0.47), ICON)
        return canvas.finished()

    return Holding(good.name, lambda position, seat: goods(position, seat)[good.name], paint)


def _points(good: Good) -> PointsKind:
    def paint(canvas: Canvas, _theme: Theme) -> None:
        good.paint(canvas, lambda points: [(0.5 + x * 0.42, 0.5 + y * 0.42) for x, y in points])

    return PointsKind(good.name, lambda _theme: good.colour, paint)


PICTURES: Final = SetPictures(
    "traders-builders",
    figures={BUILDER: paint_builder, PIG: paint_pig},
    emblems=tuple(_emblem(good) for good in GOODS),
    holdings=tuple(_holding(good) for good in GOODS),
    points=tuple(_points(good) for good in GOODS),
)
