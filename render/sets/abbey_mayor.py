"""Abbey & Mayor: abbeys, mayors, barns and wagons."""

from typing import Final

from PIL import Image

from core.sets.abbey_mayor.abbeys import has_abbey
from core.sets.abbey_mayor.actions import BARN, MAYOR, WAGON
from render.art.brush import Canvas, TileCanvas, blend
from render.art.buildings import bush, tower
from render.art.curves import ellipse
from render.art.monastery import paint_monastery
from render.art.pieces import ICON_EDGE, ROBE, body, put_mark, rounded
from render.art.plan import TilePlan
from render.sets.pictures import Holding, PointsKind, SetPictures, Whole
from render.theme import DARK, WHITE, PlayerLook, Theme

_HAT = (
    (0.20, 0.20),
    (0.22, 0.14),
    (0.36, 0.14),
    (0.37, 0.00),
    (0.63, 0.00),
    (0.64, 0.14),
    (0.78, 0.14),
    (0.80, 0.20),
)
_WAGON = (
    (0.06, 0.72),
    (0.05, 0.44),
    (0.12, 0.26),
    (0.28, 0.16),
    (0.50, 0.13),
    (0.72, 0.16),
    (0.88, 0.26),
    (0.95, 0.44),
    (0.94, 0.72),
)
_BARN = ((0.06, 0.94), (0.06, 0.46), (0.16, 0.24), (0.50, 0.05), (0.84, 0.24), (0.94, 0.46), (0.94, 0.94))


def paint_mayor(canvas: Canvas, look: PlayerLook) -> None:
    """A mayor in gown and hat."""
    body(canvas, [ROBE, _HAT], look.colour)
    canvas.polygon(((0.37, 0.09), (0.63, 0.09), (0.64, 0.14), (0.36, 0.14)), look.on_colour)
    canvas.path(_HAT, DARK, 0.03)
    put_mark(canvas, look, (0.5, 0.66), 0.14)


def paint_wagon(canvas: Canvas, look: PlayerLook) -> None:
    """A covered wagon."""
    wheels = [ellipse((x, 0.76), 0.17, 0.17) for x in (0.26, 0.74)]
    body(canvas, [rounded(_WAGON, 1), *wheels], look.colour)
    canvas.polygon(
        ((0.055, 0.52), (0.945, 0.52), (0.94, 0.70), (0.06, 0.70)), blend(look.colour, DARK, 0.28), DARK, 0.03
    )
    for x in (0.26, 0.74):
        canvas.disc((x, 0.76), 0.17, blend(look.colour, WHITE, 0.55), DARK, 0.045)
        canvas.path(((x - 0.12, 0.76), (x + 0.12, 0.76)), DARK, 0.03)
        canvas.path(((x, 0.64), (x, 0.88)), DARK, 0.03)
    put_mark(canvas, look, (0.5, 0.34), 0.125)


def paint_barn(canvas: Canvas, look: PlayerLook) -> None:
    """A barn."""
    body(canvas, [_BARN], look.colour)
    canvas.polygon(
        ((0.06, 0.46), (0.16, 0.24), (0.5, 0.05), (0.84, 0.24), (0.94, 0.46)),
        blend(look.colour, DARK, 0.28),
        DARK,
        0.04,
    )
    canvas.box((0.32, 0.56, 0.68, 0.94), blend(look.colour, WHITE, 0.62), DARK, 0.035)
    canvas.path(((0.33, 0.57), (0.67, 0.93)), DARK, 0.03)
    canvas.path(((0.67, 0.57), (0.33, 0.93)), DARK, 0.03)
    put_mark(canvas, look, (0.5, 0.30), 0.115)


def paint_abbey(canvas: TileCanvas, _plan: TilePlan, _variant: int) -> None:
    """An abbey fills its tile: a wall along the border, where all around ends, gardens, the church."""
    theme, ink = canvas.theme, canvas.theme.ink
    canvas.box((0.0, 0.0, 1.0, 1.0), theme.wall_dark)
    canvas.box((0.0, 0.0, 1.0, 0.955), theme.wall)
    canvas.box((0.012, 0.012, 0.988, 0.935), theme.wall_light)
    canvas.box((0.06, 0.07, 0.94, 0.90), theme.wall_dark, ink)
    canvas.box((0.06, 0.10, 0.94, 0.90), theme.paving_light, ink)
    for k in range(11):
        at = 0.045 + k * 0.091
        for y in (0.012, 0.912):
            canvas.path(((at, y), (at, y + 0.023)), theme.wall_dark)
        for x in (0.012, 0.957):
            canvas.path(((x, at * 0.93), (x + 0.03, at * 0.93)), theme.wall_dark)
    for left, top in ((0.11, 0.15), (0.66, 0.15), (0.11, 0.70), (0.66, 0.70)):
        canvas.box((left, top, left + 0.23, top + 0.15), theme.field, ink)
        for row in range(2):
            for k in range(4):
                bush(canvas, (left + 0.04 + k * 0.05, top + 0.045 + row * 0.06), 0.017)
    canvas.box((0.0, 0.0, 1.0, 1.0), None, ink, canvas.line * 2)
    for foot in ((0.06, 0.10), (0.94, 0.10), (0.06, 0.93), (0.94, 0.93)):
        tower(canvas, foot, 0.045, 0.06)
    paint_monastery(canvas, (0.5, 0.5), 0.52)


def paint_abbey_icon(size: int, theme: Theme) -> Image.Image:
    """An abbey that a player still holds."""
    canvas = TileCanvas(size, theme, box=(-0.5, -0.62, 0.5, 0.38))
    paint_monastery(canvas, (0.0, 0.0), 0.78)
    return canvas.finished()


def _barn_icon(canvas: Canvas, theme: Theme) -> None:
    house = ((0.16, 0.84), (0.16, 0.48), (0.26, 0.30), (0.5, 0.16), (0.74, 0.30), (0.84, 0.48), (0.84, 0.84))
    canvas.polygon(house, theme.church_roof, theme.ink, ICON_EDGE)
    canvas.box((0.36, 0.54, 0.64, 0.84), WHITE, theme.ink, 0.04)
    for path in (((0.37, 0.55), (0.63, 0.83)), ((0.63, 0.55), (0.37, 0.83))):
        canvas.path(path, theme.ink, 0.04)


PICTURES: Final = SetPictures(
    "abbey-mayor",
    figures={MAYOR: paint_mayor, WAGON: paint_wagon, BARN: paint_barn},
    wholes=(Whole(lambda kind: kind.per_player > 0, paint_abbey, "abbey"),),
    holdings=(Holding("abbey", lambda position, seat: int(has_abbey(position, seat)), paint_abbey_icon),),
    points=(PointsKind("barn", lambda theme: theme.soil, _barn_icon),),
)
