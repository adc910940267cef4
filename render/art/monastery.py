"""Monasteries and abbeys."""

from render.art.brush import TileCanvas, blend
from render.art.buildings import bush, tower
from render.art.curves import Point
from render.theme import WHITE


def paint_monastery(canvas: TileCanvas, centre: Point, size: float = 0.38) -> None:
    """A church with a red roof and a bell tower inside a low garden wall."""
    s = size
    canvas.stamp(_church, (s,), centre, (-s * 0.75, -s * 0.85, s * 0.8, s * 0.75))


def _church(canvas: TileCanvas, s: float) -> None:
    theme, ink = canvas.theme, canvas.theme.ink
    canvas.disc((s * 0.05, s * 0.30), (s * 0.66, s * 0.38), (*theme.shadow, 110))
    canvas.disc((0, s * 0.24), (s * 0.64, s * 0.37), theme.wall_dark, ink)
    canvas.disc((0, s * 0.20), (s * 0.64, s * 0.37), theme.wall_light, ink)
    canvas.disc((0, s * 0.205), (s * 0.56, s * 0.31), theme.paving_light)
    _nave(canvas, s)
    _bell_tower(canvas, s)


def _nave(canvas: TileCanvas, s: float) -> None:
    theme, ink, roof = canvas.theme, canvas.theme.ink, canvas.theme.church_roof
    base, eaves, ridge = s * 0.36, s * 0.10, -s * 0.20
    left, right = -s * 0.22, s * 0.48
    ground = (
        (left, base),
        (right, base),
        (right + s * 0.14, base + s * 0.07),
        (left + s * 0.1, base + s * 0.07),
    )
    canvas.polygon(ground, theme.paving_dark)
    canvas.box((left, eaves, right, base), theme.plaster_dark, ink)
    for at in (s * 0.02, s * 0.16, s * 0.30):
        low, high = base - s * 0.05, eaves + s * 0.10
        canvas.polygon(
            (
                (at, low),
                (at, high),
                (at + s * 0.03, high - s * 0.04),
                (at + s * 0.06, high),
                (at + s * 0.06, low),
            ),
            theme.window,
        )
    canvas.polygon(
        (
            (left - s * 0.02, eaves + s * 0.03), (left + s * 0.03, ridge), (right - s * 0.08, ridge),
            (right + s * 0.05, eaves + s * 0.03),
        ),
        roof, ink,
    )  # fmt: skip
    canvas.polygon(
        (
            (left, eaves),
            (left + s * 0.04, ridge + s * 0.03),
            (left + s * 0.24, ridge + s * 0.03),
            (left + s * 0.2, eaves),
        ),
        blend(roof, WHITE, 0.25),
    )
    if theme.snow:
        canvas.polygon(
            (
                (left + s * 0.2, ridge + s * 0.08), (left + s * 0.16, ridge), (right - s * 0.08, ridge),
                (right - s * 0.02, ridge + s * 0.1),
            ),
            theme.peak,
        )  # fmt: skip


def _bell_tower(canvas: TileCanvas, s: float) -> None:
    theme, ink, roof = canvas.theme, canvas.theme.ink, canvas.theme.church_roof
    left, right, top, base, peak = -s * 0.46, -s * 0.16, -s * 0.24, s * 0.39, -s * 0.62
    middle = (left + right) / 2
    canvas.box((left, top, right, base), theme.plaster, ink)
    canvas.box((middle + s * 0.03, top, right, base), theme.plaster_dark)
    canvas.box((left, top, right, base), None, ink)
    canvas.box((middle - s * 0.045, base - s * 0.15, middle + s * 0.045, base), theme.window)
    canvas.box((middle - s * 0.04, top + s * 0.07, middle + s * 0.04, top + s * 0.19), theme.window)
    canvas.polygon(
        ((left - s * 0.04, top + s * 0.02), (middle, peak), (right + s * 0.04, top + s * 0.02)), roof, ink
    )
    canvas.polygon(
        ((left, top), (middle - s * 0.01, peak + s * 0.07), (middle - s * 0.03, top)),
        blend(roof, WHITE, 0.28),
    )
    if theme.snow:
        canvas.polygon(
            ((middle - s * 0.1, peak + s * 0.2), (middle, peak), (middle + s * 0.1, peak + s * 0.2)),
            theme.peak,
        )
    width = max(canvas.line * 1.3, s * 0.04)
    canvas.path(((middle, peak), (middle, peak - s * 0.16)), ink, width)
    canvas.path(((middle - s * 0.06, peak - s * 0.10), (middle + s * 0.06, peak - s * 0.10)), ink, width)


def paint_abbey(canvas: TileCanvas) -> None:
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
