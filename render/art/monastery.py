"""Monasteries."""

from render.art.brush import TileCanvas, blend
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
