"""What the figures and icons of all sets are put together from."""

import math
from typing import Final

from render.art.brush import Canvas
from render.art.curves import Path, Point, arc, ellipse
from render.theme import DARK, WHITE, Colour, Mark, PlayerLook

HALO = 0.05
EDGE = 0.045

ICON_EDGE: Final = 0.055
ICON_BOX: Final[Path] = (
    *arc((0.24, 0.24), 0.2, 180, 270, 5),
    *arc((0.76, 0.24), 0.2, 270, 360, 5),
    *arc((0.76, 0.76), 0.2, 0, 90, 5),
    *arc((0.24, 0.76), 0.2, 90, 180, 5),
)
"""The box in which every icon is painted."""


def mark_path(mark: Mark, centre: Point, r: float) -> Path:
    """The outline of a player's mark, about ``r`` around its centre."""
    x, y = centre
    match mark:
        case Mark.DISC:
            return ellipse(centre, r * 0.92, r * 0.92, 20)
        case Mark.SQUARE:
            k = r * 0.82
            return (x - k, y - k), (x + k, y - k), (x + k, y + k), (x - k, y + k)
        case Mark.TRIANGLE:
            return (x, y - r * 1.08), (x + r * 1.05, y + r * 0.78), (x - r * 1.05, y + r * 0.78)
        case Mark.DIAMOND:
            return (x, y - r * 1.25), (x + r * 0.95, y), (x, y + r * 1.25), (x - r * 0.95, y)
        case Mark.CROSS:
            a, b = r * 0.38, r * 1.05
            return (
                (x - a, y - b), (x + a, y - b), (x + a, y - a), (x + b, y - a), (x + b, y + a),
                (x + a, y + a),
                (x + a, y + b), (x - a, y + b), (x - a, y + a), (x - b, y + a), (x - b, y - a),
                (x - a, y - a),
            )  # fmt: skip
        case Mark.STAR:
            return tuple(
                (x + math.sin(math.pi * k / 5) * radius, y - math.cos(math.pi * k / 5) * radius)
                for k, radius in ((k, r * (1.25 if k % 2 == 0 else 0.56)) for k in range(10))
            )


def rounded(points: Path, times: int = 2) -> Path:
    """The polygon with its corners cut off softly."""
    for _ in range(times):
        cut: list[Point] = []
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
            cut += [
                (ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25),
                (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75),
            ]
        points = tuple(cut)
    return points


def mirrored(left: Path) -> Path:
    """The outline of which this is the left half, from the top of the middle line down to its foot."""
    return (*left, *((1 - x, y) for x, y in reversed(left)))


ROBE = rounded(mirrored((
    (0.44, 0.16), (0.36, 0.19), (0.34, 0.28), (0.38, 0.37), (0.24, 0.42), (0.14, 0.52), (0.17, 0.62),
    (0.28, 0.62),
    (0.22, 0.78), (0.14, 0.93), (0.30, 0.96), (0.49, 0.96),
)))  # fmt: skip
"""The upper body and gown of whoever wears one."""


def body(canvas: Canvas, shapes: list[Path], colour: Colour) -> None:
    """Shapes in one outline, with a bright halo around it."""
    for shape in shapes:
        canvas.polygon(shape, WHITE, WHITE, 2 * (EDGE + HALO))
    for shape in shapes:
        canvas.polygon(shape, DARK, DARK, 2 * EDGE)
    for shape in shapes:
        canvas.polygon(shape, colour)


def outlined_path(canvas: Canvas, path: Path, colour: Colour, width: float) -> None:
    """A line in the same outline and halo."""
    canvas.path(path, WHITE, width + 2 * (EDGE + HALO))
    canvas.path(path, DARK, width + 2 * EDGE)
    canvas.path(path, colour, width)


def put_mark(canvas: Canvas, look: PlayerLook, centre: Point, r: float) -> None:
    """The mark of a figure's owner."""
    canvas.polygon(mark_path(look.mark, centre, r), look.on_colour)
