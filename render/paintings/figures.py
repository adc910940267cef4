"""Figures: each recognised by its outline alone, with its owner's colour and mark.

They are painted into a transparent square, one *figure* wide, and stand in its middle.
"""

from PIL import Image

from render.art.brush import Canvas
from render.art.pieces import mark_path
from render.sets import figure_painter, figure_size
from render.theme import DARK, PlayerLook


def paint_figure(figure: str, look: PlayerLook, size: int, *, lying: bool = False) -> Image.Image:
    """A transparent picture about ``size`` pixels wide. ``lying``: a meeple that works a field.

    A figure that is larger than others is so here, too.
    """
    size = round(size * figure_size(figure))
    canvas = Canvas(max(round(size / 1.2), 4), box=(-0.1, -0.1, 1.1, 1.1))
    figure_painter(figure, lying=lying)(canvas, look)
    return canvas.finished()


def paint_mark(look: PlayerLook, size: int) -> Image.Image:
    """A player's mark on a round token of the player's colour."""
    canvas = Canvas(size)
    canvas.disc((0.5, 0.5), 0.48, DARK)
    canvas.disc((0.5, 0.5), 0.42, look.colour)
    canvas.polygon(mark_path(look.mark, (0.5, 0.5), 0.24), look.on_colour)
    return canvas.finished()
