"""What else is printed on a tile: pennants, hills, vineyards."""

from core import TileKind
from render.art.brush import TileCanvas, blend
from render.art.curves import Path, Point
from render.theme import WHITE


def _shield_path(centre: Point, w: float, h: float) -> Path:
    x, y = centre
    return (
        (x - w, y - h), (x + w, y - h), (x + w, y + h * 0.05), (x + w * 0.82, y + h * 0.45),
        (x + w * 0.45, y + h * 0.8),
        (x, y + h), (x - w * 0.45, y + h * 0.8), (x - w * 0.82, y + h * 0.45), (x - w, y + h * 0.05),
    )  # fmt: skip


def paint_pennant(canvas: TileCanvas, centre: Point, size: float) -> None:
    """A shield, blue with a golden cross."""
    canvas.stamp(_pennant, (size,), centre, (-size * 0.6, -size * 0.65, size * 0.65, size * 0.7))


def _pennant(canvas: TileCanvas, size: float) -> None:
    theme, w, h = canvas.theme, size * 0.44, size * 0.52
    canvas.polygon(_shield_path((0.012, 0.016), w * 1.12, h * 1.1), (*theme.ink, 90))
    canvas.polygon(_shield_path((0, 0), w * 1.16, h * 1.13), theme.ink)
    canvas.polygon(_shield_path((0, 0), w * 1.02, h), WHITE)
    canvas.polygon(_shield_path((0, 0), w * 0.84, h * 0.84), theme.shield)
    canvas.polygon(_shield_path((-w * 0.42, -h * 0.42), w * 0.36, h * 0.3), blend(theme.shield, WHITE, 0.2))
    canvas.box((-w * 0.2, -h * 0.84, w * 0.2, h * 0.78), theme.shield_trim)
    canvas.box((-w * 0.84, -h * 0.36, w * 0.84, 0), theme.shield_trim)


def paint_mark(canvas: TileCanvas, kind: TileKind, centre: Point, radius: float) -> None:
    """The hill or vineyard of a tile."""
    if kind.hill:
        paint_hill(canvas, centre, radius)
    else:
        paint_vineyard(canvas, centre, radius)


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
