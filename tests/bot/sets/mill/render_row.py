"""The Mill: a wheel in the field."""

from typing import Final

from render.art.brush import TileCanvas
from render.art.curves import Point
from render.sets.pictures import Mark, SetPictures
from render.theme import DARK


def paint_wheel(canvas: TileCanvas, centre: Point, radius: float) -> None:
    """A wheel."""
    canvas.disc(centre, radius / 2, DARK)


PICTURES: Final = SetPictures(
    "mill", marks=(Mark(lambda kind: "mill" in kind.marks, paint_wheel, "alt.on.mill"),)
)
