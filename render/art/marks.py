"""What is printed in cities: pennants."""

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
