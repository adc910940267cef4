"""Houses, towers, trees and other upright things. They always stand upright, lit from the north-west."""

from render.art.brush import Ink, TileCanvas, blend
from render.art.curves import Point
from render.theme import WHITE

SHADE = 64
"""How strongly buildings darken the ground beside them, of 255."""


def house(canvas: TileCanvas, centre: Point, size: float, *, roof: int, front: bool) -> None:
    """A house about ``size`` wide. ``front``: its gable faces the viewer, else its long side."""
    canvas.stamp(
        _gabled if front else _broad,
        (size, roof),
        centre,
        (-size * 0.75, -size * 0.75, size * 0.95, size * 0.75),
    )


def _ground_shadow(canvas: TileCanvas, w: float, base: float) -> None:
    canvas.polygon(
        ((-w, base), (w, base), (w * 1.5, base + w * 0.42), (-w * 0.4, base + w * 0.42)),
        (*canvas.theme.ink, SHADE),
    )


def _gabled(canvas: TileCanvas, size: float, roof: int) -> None:
    theme, ink, w = canvas.theme, canvas.theme.ink, size / 2
    colour = theme.roofs[roof % len(theme.roofs)]
    base, eaves, ridge = w * 0.85, w * 0.15, -w * 0.85
    _ground_shadow(canvas, w, base)
    front = (
        (-w * 0.8, base), (-w * 0.8, eaves), (0.0, ridge + w * 0.1), (w * 0.8, eaves), (w * 0.8, base)
    )  # fmt: skip
    canvas.polygon(front, theme.plaster, ink)
    for side, shade in ((-1.0, blend(colour, WHITE, 0.2)), (1.0, blend(colour, ink, 0.32))):
        canvas.polygon(
            (
                (side * w * 1.04, eaves + w * 0.1), (side * w * 0.1, ridge - w * 0.12),
                (-side * w * 0.06, ridge - w * 0.06),
                (side * w * 0.56, eaves + w * 0.34),
            ),
            shade, ink,
        )  # fmt: skip
    canvas.box((-w * 0.2, base - w * 0.55, w * 0.2, base), theme.window)
    if theme.snow:
        canvas.path(
            ((-w * 0.9, eaves - w * 0.02), (0.0, ridge - w * 0.08), (w * 0.9, eaves - w * 0.02)),
            theme.peak,
            w * 0.24,
        )


def _broad(canvas: TileCanvas, size: float, roof: int) -> None:
    theme, ink, w = canvas.theme, canvas.theme.ink, size / 2
    colour = theme.roofs[roof % len(theme.roofs)]
    base, eaves, ridge = w * 0.85, w * 0.15, -w * 0.85
    _ground_shadow(canvas, w, base)
    canvas.box((-w * 0.9, eaves, w * 0.9, base), theme.plaster_dark, ink)
    canvas.box((-w * 0.62, eaves + w * 0.25, -w * 0.3, base - w * 0.12), theme.window)
    canvas.box((w * 0.3, eaves + w * 0.25, w * 0.62, base - w * 0.12), theme.window)
    slope = (
        (-w * 1.08, eaves + w * 0.12),
        (-w * 0.72, ridge),
        (w * 0.72, ridge),
        (w * 1.08, eaves + w * 0.12),
    )
    canvas.polygon(slope, colour, ink)
    canvas.polygon(
        ((-w * 0.98, eaves), (-w * 0.68, ridge + w * 0.1), (-w * 0.2, ridge + w * 0.1), (-w * 0.42, eaves)),
        blend(colour, WHITE, 0.22),
    )
    if theme.snow:
        canvas.polygon(
            (
                (-w * 0.9, ridge + w * 0.5), (-w * 0.72, ridge), (w * 0.72, ridge),
                (w * 0.9, ridge + w * 0.5),
                (w * 0.4, ridge + w * 0.34), (-w * 0.3, ridge + w * 0.6),
            ),
            theme.peak,
        )  # fmt: skip


def tower(canvas: TileCanvas, foot: Point, radius: float, height: float) -> None:
    """A round tower with a pointed roof, standing on ``foot``."""
    reach = (-radius * 1.5, -height - radius * 2.1, radius * 2.2, radius * 1.4)
    canvas.stamp(_tower, (radius, height), foot, reach)


def _tower(canvas: TileCanvas, r: float, height: float) -> None:
    theme, ink, top = canvas.theme, canvas.theme.ink, -height
    canvas.polygon(((0, r * 0.5), (r, 0), (r * 2.1, r * 0.8), (r * 0.8, r * 1.3)), (*ink, SHADE))
    canvas.disc((0, 0), (r, r * 0.55), theme.wall, ink)
    canvas.box((-r, top, r, 0), theme.wall)
    canvas.polygon(((r * 0.15, top), (r, top), (r, 0), (r * 0.15, r * 0.4)), theme.wall_dark)
    canvas.polygon(((-r, top), (-r * 0.5, top), (-r * 0.5, r * 0.4), (-r, 0)), theme.wall_light)
    canvas.path(((-r, top), (-r, 0)), ink)
    canvas.path(((r, top), (r, 0)), ink)
    peak, colour = top - r * 1.9, theme.tower_roof
    canvas.polygon(
        ((-r * 1.3, top + r * 0.1), (0, peak), (r * 1.3, top + r * 0.1), (0, top + r * 0.55)), colour, ink
    )
    canvas.polygon(
        ((-r, top + r * 0.05), (-r * 0.05, peak + r * 0.4), (-r * 0.3, top + r * 0.3)),
        blend(colour, WHITE, 0.35),
    )
    if theme.snow:
        canvas.polygon(((-r * 0.65, top - r * 0.8), (0, peak), (r * 0.65, top - r * 0.8)), theme.peak)


def tree(canvas: TileCanvas, centre: Point, radius: float, *, fir: bool = False) -> None:
    """A tree about ``radius`` around its centre, with its shadow to the south-east."""
    r = radius
    canvas.stamp(_fir if fir else _leafy, (r,), centre, (-r * 1.4, -r * 1.5, r * 1.7, r * 1.5))


def _trunk(canvas: TileCanvas, r: float) -> None:
    canvas.disc((r * 0.5, r * 0.85), (r * 0.95, r * 0.42), (*canvas.theme.shadow, 150))
    canvas.box((-r * 0.14, r * 0.3, r * 0.14, r), canvas.theme.trunk)


def _fir(canvas: TileCanvas, r: float) -> None:
    theme = canvas.theme
    lit: Ink = theme.peak if theme.snow else theme.tree
    _trunk(canvas, r)
    for step, width in ((0.75, 0.85), (0.25, 0.7), (-0.25, 0.5)):
        low, high = r * step, r * (step - 0.95)
        canvas.polygon(((-r * width, low), (0, high), (r * width, low)), theme.tree_dark, theme.leaf_edge)
        canvas.polygon(
            ((-r * width * 0.8, low - r * 0.06), (0, high + r * 0.15), (-r * 0.05, low - r * 0.06)), lit
        )


def _leafy(canvas: TileCanvas, r: float) -> None:
    theme = canvas.theme
    crown = (((-r * 0.45, r * 0.15), r * 0.6), ((r * 0.42, r * 0.2), r * 0.58), ((0.0, -r * 0.3), r * 0.68))
    _trunk(canvas, r)
    for centre, size in crown:
        canvas.disc(centre, size + canvas.line, theme.leaf_edge)
    for centre, size in crown:
        canvas.disc(centre, size, theme.tree)
    canvas.disc((r * 0.35, r * 0.3), (r * 0.42, r * 0.36), theme.tree_dark)
    canvas.disc((-r * 0.22, -r * 0.32), (r * 0.42, r * 0.36), theme.tree_light)
    if theme.snow:
        canvas.disc((-r * 0.1, -r * 0.5), (r * 0.55, r * 0.36), theme.peak)


def bush(canvas: TileCanvas, centre: Point, radius: float) -> None:
    """A low bush, as hedges are made of."""
    r = radius
    canvas.stamp(_bush, (r,), centre, (-r * 1.6, -r * 1.6, r * 1.8, r * 1.8))


def _bush(canvas: TileCanvas, r: float) -> None:
    theme, edge = canvas.theme, canvas.line * 0.8
    canvas.disc((r * 0.4, r * 0.5), (r, r * 0.8), (*theme.shadow, 140))
    canvas.disc((0, 0), (r + edge, r * 0.9 + edge), theme.leaf_edge)
    canvas.disc((0, 0), (r, r * 0.9), theme.tree)
    canvas.disc((-r * 0.25, -r * 0.3), (r * 0.5, r * 0.42), theme.peak if theme.snow else theme.tree_light)
