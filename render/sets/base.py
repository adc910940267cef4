"""Carcassonne without expansions: meeples, roads, cities, monasteries and fields."""

from core import Figure, Terrain
from render.art.brush import Canvas, blend
from render.art.curves import arc, bezier, ellipse
from render.art.pieces import ICON_BOX, ICON_EDGE, body, mirrored, put_mark, rounded
from render.sets.pictures import PointsKind, SetPictures
from render.theme import WHITE, PlayerLook, Theme

MEEPLE = rounded(mirrored((
    (0.44, 0.07), (0.34, 0.10), (0.31, 0.24), (0.36, 0.35), (0.20, 0.40), (0.06, 0.49), (0.07, 0.60),
    (0.20, 0.62),
    (0.32, 0.60), (0.27, 0.72), (0.15, 0.88), (0.17, 0.95), (0.40, 0.95), (0.47, 0.86), (0.49, 0.76),
)))  # fmt: skip
# Lying on the back, the head to the right: a slimmer meeple with a larger head.
FARMER = rounded((
    (0.99, 0.40), (0.99, 0.60), (0.88, 0.69), (0.74, 0.66), (0.66, 0.58), (0.60, 0.66), (0.54, 0.80),
    (0.44, 0.80),
    (0.42, 0.66), (0.30, 0.64), (0.12, 0.76), (0.03, 0.72), (0.05, 0.56), (0.22, 0.50), (0.05, 0.44),
    (0.03, 0.28),
    (0.12, 0.24), (0.30, 0.36), (0.42, 0.34), (0.44, 0.20), (0.54, 0.20), (0.60, 0.34), (0.66, 0.42),
    (0.74, 0.34),
    (0.88, 0.31),
))  # fmt: skip


def paint_meeple(canvas: Canvas, look: PlayerLook) -> None:
    """A meeple, standing."""
    body(canvas, [MEEPLE], look.colour)
    canvas.disc((0.435, 0.19), 0.05, blend(look.colour, WHITE, 0.30))
    put_mark(canvas, look, (0.5, 0.58), 0.135)


def paint_farmer(canvas: Canvas, look: PlayerLook) -> None:
    """A meeple that lies in a field."""
    body(canvas, [FARMER], look.colour)
    canvas.disc((0.86, 0.43), 0.05, blend(look.colour, WHITE, 0.30))
    put_mark(canvas, look, (0.46, 0.50), 0.125)


def _road_icon(canvas: Canvas, theme: Theme) -> None:
    canvas.polygon(ICON_BOX, theme.field)
    way = bezier((0.31, 0.92), (0.34, 0.52), (0.72, 0.62), (0.64, 0.08), 10)
    canvas.path(way, theme.ink, 0.40)
    canvas.path(way, theme.road, 0.29)


def _city_icon(canvas: Canvas, theme: Theme) -> None:
    wall = (
        (0.16, 0.84), (0.16, 0.34), (0.30, 0.34), (0.30, 0.46), (0.42, 0.46), (0.42, 0.34), (0.58, 0.34),
        (0.58, 0.46), (0.70, 0.46), (0.70, 0.34), (0.84, 0.34), (0.84, 0.84),
    )  # fmt: skip
    canvas.polygon(wall, theme.stone, theme.ink, ICON_EDGE)
    gate = (*arc((0.5, 0.68), 0.12, 180, 360, 8), (0.62, 0.84), (0.38, 0.84))
    canvas.polygon(gate, theme.ink)


def _monastery_icon(canvas: Canvas, theme: Theme) -> None:
    house = ((0.20, 0.86), (0.20, 0.56), (0.5, 0.30), (0.80, 0.56), (0.80, 0.86))
    canvas.polygon(house, theme.plaster, theme.ink, ICON_EDGE)
    canvas.polygon(((0.14, 0.60), (0.5, 0.28), (0.86, 0.60), (0.80, 0.66), (0.5, 0.42), (0.20, 0.66)),
                   theme.church_roof, theme.ink, 0.03)  # fmt: skip
    for path in (((0.5, 0.32), (0.5, 0.10)), ((0.42, 0.17), (0.58, 0.17))):
        canvas.path(path, theme.ink, 0.07)
    canvas.box((0.43, 0.68, 0.57, 0.86), theme.ink)


def _field_icon(canvas: Canvas, theme: Theme) -> None:
    for x, tilt in ((0.28, -0.06), (0.5, 0.0), (0.72, 0.06)):
        canvas.path(((x, 0.84), (x + tilt, 0.34)), theme.ink, 0.055)
        for y in (0.28, 0.40, 0.52):
            lean = x + tilt * (0.84 - y) * 2
            for side in (-0.065, 0.065):
                canvas.polygon(
                    ellipse((lean + side, y), 0.05, 0.075, 10), theme.shield_trim, theme.ink, 0.025
                )


PICTURES = SetPictures(
    "base",
    figures={Figure.MEEPLE: paint_meeple},
    lying={Figure.MEEPLE: paint_farmer},
    points=(
        PointsKind("road", lambda theme: theme.road, _road_icon),
        PointsKind("city", lambda theme: theme.roofs[0], _city_icon),
        PointsKind("monastery", lambda theme: blend(theme.tower_roof, WHITE, 0.15), _monastery_icon),
        PointsKind("field", lambda theme: theme.field, _field_icon),
    ),
    sides={Terrain.ROAD: "alt.on.road", Terrain.CITY: "alt.on.city"},
    inside={Terrain.MONASTERY: "alt.on.monastery"},
)
