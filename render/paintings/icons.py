"""Small pictures that stand for words: what points are given for, and a crown for who won."""

from PIL import Image

from render.art.brush import Canvas
from render.art.pieces import ICON_BOX, ICON_EDGE
from render.sets import points_kind
from render.theme import DARK, Colour, Theme


def kind_colour(kind: str, theme: Theme) -> Colour:
    """The colour that stands for a kind of points in charts and tables; all of a game's kinds differ."""
    return points_kind(kind).colour(theme)


def paint_kind(size: int, kind: str, theme: Theme) -> Image.Image:
    """The picture of a kind of points, ``size`` pixels a side."""
    canvas, of = Canvas(size), points_kind(kind)
    canvas.polygon(ICON_BOX, of.colour(theme))
    of.paint(canvas, theme)
    canvas.polygon(ICON_BOX, None, theme.panel_ink, ICON_EDGE)
    return canvas.finished()


def paint_crown(size: int, theme: Theme) -> Image.Image:
    """The winner's crown."""
    canvas = Canvas(size)
    shape = (
        (0.10, 0.86), (0.05, 0.30), (0.30, 0.54), (0.5, 0.14), (0.70, 0.54), (0.95, 0.30), (0.90, 0.86)
    )  # fmt: skip
    canvas.polygon(shape, theme.shield_trim, DARK, 0.08)
    canvas.path(((0.12, 0.70), (0.88, 0.70)), DARK, 0.06)
    for x, y in ((0.06, 0.28), (0.5, 0.13), (0.94, 0.28)):
        canvas.disc((min(max(x, 0.09), 0.91), y), 0.075, theme.shield_trim, DARK, 0.05)
    return canvas.finished()
