"""Small pictures that stand for words: what points are given for, and a crown for who won."""

from collections.abc import Callable
from typing import Final

from PIL import Image

from render.art.brush import Canvas, blend
from render.art.curves import Path, arc, bezier, ellipse, mix
from render.art.figures import paint_sheep
from render.theme import DARK, WHITE, Colour, Theme

EDGE: Final = 0.055
BOX: Final[Path] = (
    *arc((0.24, 0.24), 0.2, 180, 270, 5),
    *arc((0.76, 0.24), 0.2, 270, 360, 5),
    *arc((0.76, 0.76), 0.2, 0, 90, 5),
    *arc((0.24, 0.76), 0.2, 90, 180, 5),
)


def kind_colour(kind: str, theme: Theme) -> Colour:
    """The colour that stands for a kind of points in charts and tables; all of a game's kinds differ."""
    return {
        "road": theme.road,
        "city": theme.roofs[0],
        "monastery": blend(theme.tower_roof, WHITE, 0.15),
        "field": theme.field,
        "barn": theme.soil,
        "flock": theme.drift,
        "plain": theme.plain,
        "mountain": theme.mountain,
        "sea": theme.sea,
    }[kind]


def paint_kind(size: int, kind: str, theme: Theme) -> Image.Image:
    """The picture of a kind of points, ``size`` pixels a side."""
    canvas = Canvas(size)
    canvas.polygon(BOX, kind_colour(kind, theme))
    _PAINT[kind](canvas, theme)
    canvas.polygon(BOX, None, theme.panel_ink, EDGE)
    return canvas.finished()


def paint_crown(size: int, theme: Theme) -> Image.Image:
    """The winner's crown."""
    canvas = Canvas(size)
    shape = (
        (0.10, 0.86), (0.05, 0.30), (0.30, 0.54), (0.5, 0.14), (0.70, 0.54), (0.95, 0.30), (0.90, 0.86)
    )  # fmt: skip
    canvas.polygon(shape, theme.shield_trim, DARK, 0.08)
    canvas.path(((0.12, 0.70), (0.88, 0.70)), DARK, 0.06)
    for x, y in ((0.06, 0.28), (0.5, 0.13), (0.94, 0.28)):
        canvas.disc((min(max(x, 0.09), 0.91), y), 0.075, theme.shield_trim, DARK, 0.05)
    return canvas.finished()


def _road(canvas: Canvas, theme: Theme) -> None:
    canvas.polygon(BOX, theme.field)
    way = bezier((0.31, 0.92), (0.34, 0.52), (0.72, 0.62), (0.64, 0.08), 10)
    canvas.path(way, theme.ink, 0.40)
    canvas.path(way, theme.road, 0.29)


def _city(canvas: Canvas, theme: Theme) -> None:
    wall = (
        (0.16, 0.84), (0.16, 0.34), (0.30, 0.34), (0.30, 0.46), (0.42, 0.46), (0.42, 0.34), (0.58, 0.34),
        (0.58, 0.46), (0.70, 0.46), (0.70, 0.34), (0.84, 0.34), (0.84, 0.84),
    )  # fmt: skip
    canvas.polygon(wall, theme.stone, theme.ink, EDGE)
    gate = (*arc((0.5, 0.68), 0.12, 180, 360, 8), (0.62, 0.84), (0.38, 0.84))
    canvas.polygon(gate, theme.ink)


def _monastery(canvas: Canvas, theme: Theme) -> None:
    house = ((0.20, 0.86), (0.20, 0.56), (0.5, 0.30), (0.80, 0.56), (0.80, 0.86))
    canvas.polygon(house, theme.plaster, theme.ink, EDGE)
    canvas.polygon(((0.14, 0.60), (0.5, 0.28), (0.86, 0.60), (0.80, 0.66), (0.5, 0.42), (0.20, 0.66)),
                   theme.church_roof, theme.ink, 0.03)  # fmt: skip
    for path in (((0.5, 0.32), (0.5, 0.10)), ((0.42, 0.17), (0.58, 0.17))):
        canvas.path(path, theme.ink, 0.07)
    canvas.box((0.43, 0.68, 0.57, 0.86), theme.ink)


def _field(canvas: Canvas, theme: Theme) -> None:
    for x, tilt in ((0.28, -0.06), (0.5, 0.0), (0.72, 0.06)):
        canvas.path(((x, 0.84), (x + tilt, 0.34)), theme.ink, 0.055)
        for y in (0.28, 0.40, 0.52):
            lean = x + tilt * (0.84 - y) * 2
            for side in (-0.065, 0.065):
                canvas.polygon(
                    ellipse((lean + side, y), 0.05, 0.075, 10), theme.shield_trim, theme.ink, 0.025
                )


def _barn(canvas: Canvas, theme: Theme) -> None:
    house = ((0.16, 0.84), (0.16, 0.48), (0.26, 0.30), (0.5, 0.16), (0.74, 0.30), (0.84, 0.48), (0.84, 0.84))
    canvas.polygon(house, theme.church_roof, theme.ink, EDGE)
    canvas.box((0.36, 0.54, 0.64, 0.84), WHITE, theme.ink, 0.04)
    for path in (((0.37, 0.55), (0.63, 0.83)), ((0.63, 0.55), (0.37, 0.83))):
        canvas.path(path, theme.ink, 0.04)


def _flock(canvas: Canvas, theme: Theme) -> None:
    canvas.polygon(BOX, theme.field_light)
    side = round(canvas.scale * 0.88)
    sheep = paint_sheep(side)
    at = round(canvas.scale * 0.07), round(canvas.scale * 0.02)
    canvas.image.paste(sheep, at, sheep)


def _plain(canvas: Canvas, theme: Theme) -> None:
    for x, y in ((0.30, 0.42), (0.66, 0.36), (0.48, 0.72)):
        for lean in (-0.11, 0.0, 0.11):
            canvas.path(((x, y + 0.10), (x + lean, y - 0.10)), theme.leaf_edge, 0.055)


def _mountain(canvas: Canvas, theme: Theme) -> None:
    for left, top, right in (((0.34, 0.82), (0.64, 0.26), (0.92, 0.82)),
                             ((0.08, 0.82), (0.36, 0.16), (0.66, 0.82))):  # fmt: skip
        canvas.polygon((left, top, right), theme.mountain_dark, theme.ink, 0.04)
        canvas.polygon((mix(left, top, 0.6), top, mix(right, top, 0.6)), theme.peak, theme.ink, 0.03)


def _sea(canvas: Canvas, theme: Theme) -> None:
    for y, colour in ((0.30, theme.sea_light), (0.52, WHITE), (0.74, theme.sea_light)):
        wave = tuple((0.14 + step * 0.06, y + (0.05 if step % 4 < 2 else -0.05)) for step in range(13))
        canvas.path(wave, DARK if theme.bold else colour, 0.075)


_PAINT: Final[dict[str, Callable[[Canvas, Theme], None]]] = {
    "road": _road,
    "city": _city,
    "monastery": _monastery,
    "field": _field,
    "barn": _barn,
    "flock": _flock,
    "plain": _plain,
    "mountain": _mountain,
    "sea": _sea,
}
