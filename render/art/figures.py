"""Figures: each recognised by its outline alone, with its owner's colour and mark.

They are painted into a transparent square, one *figure* wide, and stand in its middle.
"""

import math

from PIL import Image

from core.actions import Figure
from render.art.brush import Canvas, Ink, blend
from render.art.curves import Path, Point, ellipse
from render.theme import DARK, WHITE, Colour, Mark, PlayerLook

HALO = 0.05
EDGE = 0.045


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


def _rounded(points: Path, times: int = 2) -> Path:
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


def _mirrored(left: Path) -> Path:
    return (*left, *((1 - x, y) for x, y in reversed(left)))


# Left halves, from the top of the middle line down to its foot.
_MEEPLE = _rounded(_mirrored((
    (0.44, 0.07), (0.34, 0.10), (0.31, 0.24), (0.36, 0.35), (0.20, 0.40), (0.06, 0.49), (0.07, 0.60),
    (0.20, 0.62),
    (0.32, 0.60), (0.27, 0.72), (0.15, 0.88), (0.17, 0.95), (0.40, 0.95), (0.47, 0.86), (0.49, 0.76),
)))  # fmt: skip
# Lying on the back, the head to the right: a slimmer meeple with a larger head.
_FARMER = _rounded((
    (0.99, 0.40), (0.99, 0.60), (0.88, 0.69), (0.74, 0.66), (0.66, 0.58), (0.60, 0.66), (0.54, 0.80),
    (0.44, 0.80),
    (0.42, 0.66), (0.30, 0.64), (0.12, 0.76), (0.03, 0.72), (0.05, 0.56), (0.22, 0.50), (0.05, 0.44),
    (0.03, 0.28),
    (0.12, 0.24), (0.30, 0.36), (0.42, 0.34), (0.44, 0.20), (0.54, 0.20), (0.60, 0.34), (0.66, 0.42),
    (0.74, 0.34),
    (0.88, 0.31),
))  # fmt: skip
_ROBE = _rounded(_mirrored((
    (0.44, 0.16), (0.36, 0.19), (0.34, 0.28), (0.38, 0.37), (0.24, 0.42), (0.14, 0.52), (0.17, 0.62),
    (0.28, 0.62),
    (0.22, 0.78), (0.14, 0.93), (0.30, 0.96), (0.49, 0.96),
)))  # fmt: skip
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


def paint_figure(figure: Figure, look: PlayerLook, size: int, *, lying: bool = False) -> Image.Image:
    """A transparent picture about ``size`` pixels wide. ``lying``: a meeple that works a field."""
    canvas = Canvas(max(round(size / 1.2), 4), box=(-0.1, -0.1, 1.1, 1.1))
    colour, ink = look.colour, DARK
    dark = blend(colour, DARK, 0.28)
    light = blend(colour, WHITE, 0.30)
    match figure:
        case Figure.MEEPLE:
            _body(canvas, [_FARMER if lying else _MEEPLE], colour, ink)
            canvas.disc((0.86, 0.43) if lying else (0.435, 0.19), 0.05, light)
            _mark(canvas, look, (0.46, 0.50) if lying else (0.5, 0.58), 0.125 if lying else 0.135)
        case Figure.MAYOR:
            _body(canvas, [_ROBE, _HAT], colour, ink)
            canvas.polygon(((0.37, 0.09), (0.63, 0.09), (0.64, 0.14), (0.36, 0.14)), look.on_colour)
            canvas.path(_HAT, ink, 0.03)
            _mark(canvas, look, (0.5, 0.66), 0.14)
        case Figure.SHEPHERD:
            robe = tuple((x * 0.92 - 0.07, y) for x, y in _ROBE)
            hat = ((0.12, 0.27), (0.25, 0.10), (0.53, 0.10), (0.66, 0.27))
            crook = ((0.80, 0.97), (0.80, 0.40), (0.84, 0.22), (0.96, 0.18), (1.00, 0.30), (0.93, 0.36))
            _outlined_path(canvas, crook, colour, ink, 0.07)
            _body(canvas, [robe, hat], colour, ink)
            canvas.path(((0.12, 0.27), (0.66, 0.27)), ink, 0.04)
            _mark(canvas, look, (0.39, 0.66), 0.13)
        case Figure.WAGON:
            wheels = [ellipse((x, 0.76), 0.17, 0.17) for x in (0.26, 0.74)]
            _body(canvas, [_rounded(_WAGON, 1), *wheels], colour, ink)
            canvas.polygon(((0.055, 0.52), (0.945, 0.52), (0.94, 0.70), (0.06, 0.70)), dark, ink, 0.03)
            for x in (0.26, 0.74):
                canvas.disc((x, 0.76), 0.17, blend(colour, WHITE, 0.55), ink, 0.045)
                canvas.path(((x - 0.12, 0.76), (x + 0.12, 0.76)), ink, 0.03)
                canvas.path(((x, 0.64), (x, 0.88)), ink, 0.03)
            _mark(canvas, look, (0.5, 0.34), 0.125)
        case Figure.BARN:
            _body(canvas, [_BARN], colour, ink)
            canvas.polygon(
                ((0.06, 0.46), (0.16, 0.24), (0.5, 0.05), (0.84, 0.24), (0.94, 0.46)), dark, ink, 0.04
            )
            canvas.box((0.32, 0.56, 0.68, 0.94), blend(colour, WHITE, 0.62), ink, 0.035)
            canvas.path(((0.33, 0.57), (0.67, 0.93)), ink, 0.03)
            canvas.path(((0.67, 0.57), (0.33, 0.93)), ink, 0.03)
            _mark(canvas, look, (0.5, 0.30), 0.115)
    return canvas.finished()


def _body(canvas: Canvas, shapes: list[Path], colour: Colour, ink: Ink) -> None:
    for shape in shapes:
        canvas.polygon(shape, WHITE, WHITE, 2 * (EDGE + HALO))
    for shape in shapes:
        canvas.polygon(shape, ink, ink, 2 * EDGE)
    for shape in shapes:
        canvas.polygon(shape, colour)


def _outlined_path(canvas: Canvas, path: Path, colour: Ink, ink: Ink, width: float) -> None:
    canvas.path(path, WHITE, width + 2 * (EDGE + HALO))
    canvas.path(path, ink, width + 2 * EDGE)
    canvas.path(path, colour, width)


def _mark(canvas: Canvas, look: PlayerLook, centre: Point, r: float) -> None:
    canvas.polygon(mark_path(look.mark, centre, r), look.on_colour)


def paint_mark(look: PlayerLook, size: int) -> Image.Image:
    """A player's mark on a round token of the player's colour."""
    canvas = Canvas(size)
    canvas.disc((0.5, 0.5), 0.48, DARK)
    canvas.disc((0.5, 0.5), 0.42, look.colour)
    canvas.polygon(mark_path(look.mark, (0.5, 0.5), 0.24), look.on_colour)
    return canvas.finished()


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
