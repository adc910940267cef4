"""Hills & Sheep: shepherds with their flocks, hills and vineyards."""

from typing import Final

from PIL import Image

from core import Event, TokenDrawn
from core.sets.hills_sheep.actions import SHEPHERD
from core.sets.hills_sheep.shepherds import flock
from render.art.brush import Canvas, TileCanvas, blend
from render.art.curves import Point
from render.art.pieces import ICON_BOX, ROBE, body, outlined_path, put_mark
from render.sets.pictures import Mark, PointsKind, SetPictures, Tally
from render.theme import DARK, WHITE, PlayerLook, Theme


def paint_shepherd(canvas: Canvas, look: PlayerLook) -> None:
    """A shepherd with his crook."""
    robe = tuple((x * 0.92 - 0.07, y) for x, y in ROBE)
    hat = ((0.12, 0.27), (0.25, 0.10), (0.53, 0.10), (0.66, 0.27))
    crook = ((0.80, 0.97), (0.80, 0.40), (0.84, 0.22), (0.96, 0.18), (1.00, 0.30), (0.93, 0.36))
    outlined_path(canvas, crook, look.colour, 0.07)
    body(canvas, [robe, hat], look.colour)
    canvas.path(((0.12, 0.27), (0.66, 0.27)), DARK, 0.04)
    put_mark(canvas, look, (0.39, 0.66), 0.13)


def paint_sheep(size: int) -> Image.Image:
    """One sheep, for the number of sheep in a flock."""
    canvas = Canvas(size)
    wool = [(0.34, 0.44, 0.2), (0.52, 0.36, 0.21), (0.68, 0.46, 0.19), (0.42, 0.58, 0.2), (0.62, 0.58, 0.19)]
    for x in (0.38, 0.48, 0.60, 0.69):
        canvas.box((x - 0.03, 0.66, x + 0.03, 0.90), DARK)
    for x, y, r in wool:
        canvas.disc((x, y), r + 0.045, DARK)
    canvas.disc((0.17, 0.44), (0.15, 0.17), DARK)
    for x, y, r in wool:
        canvas.disc((x, y), r, WHITE)
    canvas.disc((0.15, 0.43), (0.11, 0.125), (72, 62, 58))
    canvas.polygon(((0.22, 0.30), (0.36, 0.27), (0.28, 0.38)), (72, 62, 58))
    canvas.disc((0.12, 0.40), 0.022, WHITE)
    return canvas.finished()


def paint_wolf(size: int) -> Image.Image:
    """The wolf's head."""
    grey, light = (112, 114, 124), (214, 214, 220)
    head = (
        (0.16, 0.06),
        (0.36, 0.26),
        (0.64, 0.26),
        (0.84, 0.06),
        (0.90, 0.46),
        (0.72, 0.70),
        (0.5, 0.95),
        (0.28, 0.70),
        (0.10, 0.46),
    )
    canvas = Canvas(size)
    canvas.polygon(head, grey, DARK, 0.06)
    canvas.polygon(((0.16, 0.52), (0.42, 0.56), (0.5, 0.90), (0.30, 0.68)), light)
    canvas.polygon(((0.84, 0.52), (0.58, 0.56), (0.5, 0.90), (0.70, 0.68)), light)
    canvas.polygon(((0.26, 0.42), (0.42, 0.48), (0.30, 0.50)), (250, 210, 60), DARK, 0.02)
    canvas.polygon(((0.74, 0.42), (0.58, 0.48), (0.70, 0.50)), (250, 210, 60), DARK, 0.02)
    canvas.polygon(((0.42, 0.80), (0.58, 0.80), (0.5, 0.92)), DARK)
    return canvas.finished()


def paint_hill(canvas: TileCanvas, centre: Point, radius: float) -> None:
    """A pair of grassy humps with hatching on their shaded side."""
    for dx, dy, k in ((0.38, -0.18, 0.70), (-0.16, 0.10, 0.95)):
        r = radius * k
        centre_of = (centre[0] + radius * dx, centre[1] + radius * dy)
        canvas.stamp(_hump, (r,), centre_of, (-r * 1.1, -r * 0.8, r * 1.4, r * 0.8))


def _hump(canvas: TileCanvas, r: float) -> None:
    theme, base = canvas.theme, r * 0.5
    outline = [(-r, base), (-r * 0.82, -r * 0.02), (-r * 0.5, -r * 0.42), (-r * 0.1, -r * 0.6),
    (r * 0.25, -r * 0.5),
               (r * 0.6, -r * 0.12), (r * 0.85, r * 0.26), (r, base)]  # fmt: skip
    shade = blend(theme.grass, theme.shadow, 0.25)
    canvas.polygon(
        ((-r * 0.2, base), (r, base), (r * 1.35, base + r * 0.16), (r * 0.3, base + r * 0.2)),
        (*theme.shadow, 130),
    )
    canvas.polygon(outline, blend(theme.field_light, theme.sand, 0.35))
    canvas.polygon([(r * 0.12, -r * 0.56), *outline[4:], (r * 0.22, base), (r * 0.38, r * 0.1)], shade)
    canvas.path(outline, theme.ink, canvas.line * 1.5)
    for k in (0.0, 0.2):
        canvas.path(((-r * (0.1 + k), -r * (0.34 - k)), (-r * (0.2 + k * 1.3), r * (0.1 + k))), theme.grass)
    canvas.path(
        ((-r * 0.62, -r * 0.02), (-r * 0.36, -r * 0.3), (-r * 0.1, -r * 0.42)), WHITE, canvas.line * 1.5
    )


def paint_vineyard(canvas: TileCanvas, centre: Point, radius: float) -> None:
    """Rows of vines on bare soil, and a bunch of grapes large enough to be recognised."""
    r = radius
    canvas.stamp(_vineyard, (r,), centre, (-r * 1.1, -r * 0.8, r * 1.2, r * 0.85))


def _vineyard(canvas: TileCanvas, r: float) -> None:
    theme, ink = canvas.theme, canvas.theme.ink
    canvas.polygon(
        ((-r, -r * 0.42), (r * 0.7, -r * 0.62), (r, r * 0.42), (-r * 0.8, r * 0.62)), theme.soil, ink
    )
    for row in range(3):
        y = -r * 0.34 + row * r * 0.36
        for k in range(5):
            x = -r * 0.7 + k * r * 0.34 + row * r * 0.06
            canvas.path(((x, y - r * 0.02), (x, y + r * 0.2)), theme.trunk)
            canvas.disc((x, y - r * 0.04), (r * 0.15, r * 0.13), theme.vine)
            canvas.disc((x - r * 0.04, y - r * 0.08), r * 0.06, theme.tree_light)
    gx, gy, g = r * 0.42, r * 0.02, r * 0.21
    bunch = [
        (gx + dx * g, gy + dy * g * 0.9)
        for dx, dy in ((-1, -1), (1, -1), (0, -1), (-0.5, 0), (0.5, 0), (0, 1))
    ]
    for grape in bunch:
        canvas.disc(grape, g * 0.74, ink)
    for x, y in bunch:
        canvas.disc((x, y), g * 0.56, theme.grape)
        canvas.disc((x - g * 0.18, y - g * 0.18), g * 0.18, blend(theme.grape, WHITE, 0.6))
    canvas.path(((gx, gy - g * 1.2), (gx + g * 0.3, gy - g * 2.1)), ink)
    canvas.disc((gx + g * 0.9, gy - g * 1.7), (g * 0.7, g * 0.5), theme.vine, ink)


def _flock_icon(canvas: Canvas, theme: Theme) -> None:
    canvas.polygon(ICON_BOX, theme.field_light)
    side = round(canvas.scale * 0.88)
    sheep = paint_sheep(side)
    at = round(canvas.scale * 0.07), round(canvas.scale * 0.02)
    canvas.image.paste(sheep, at, sheep)


def _gained(event: Event) -> tuple[int, int] | None:
    return (event.seat, event.sheep) if isinstance(event, TokenDrawn) else None


PICTURES: Final = SetPictures(
    "hills-sheep",
    figures={SHEPHERD: paint_shepherd},
    tallies={SHEPHERD: Tally("sheep", paint_sheep, flock, _gained)},
    marks=(
        Mark(lambda kind: "hill" in kind.marks, paint_hill, "alt.on.hill"),
        Mark(lambda kind: "vineyard" in kind.marks, paint_vineyard, "alt.on.vineyard"),
    ),
    points=(PointsKind("flock", lambda theme: theme.drift, _flock_icon),),
)
