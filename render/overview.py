"""The small map in a corner of a cropped board."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from core import Cell
from render.easel import Easel
from render.layout import COORDINATES
from render.theme import WHITE

LARGEST = 92.0


def paint_overview(easel: Easel, spots: Sequence[Cell]) -> None:
    """Paint the whole board small into the corner where it hides least, with a frame around what is shown."""
    layout, theme, sprites = easel.layout, easel.theme, easel.sprites
    laid = easel.position.laid
    xs = [tile.cell[0] for tile in laid] + [x for x, _ in spots]
    ys = [tile.cell[1] for tile in laid] + [y for _, y in spots]
    left, top, columns, rows = min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    pixel = max(2, int(layout.units(LARGEST) / max(columns, rows)))
    pad = layout.units(3)
    across, tall = columns * pixel + 2 * pad, rows * pixel + 2 * pad
    small = Image.new("RGB", (across, tall), theme.table)
    draw = ImageDraw.Draw(small)
    for tile in laid:
        at = pad + (tile.cell[0] - left) * pixel, pad + (tile.cell[1] - top) * pixel
        small.paste(sprites.tile(tile.tile, pixel, theme, sets=easel.position.sets), at)
    for x, y in spots:
        at_x, at_y = pad + (x - left) * pixel, pad + (y - top) * pixel
        draw.rectangle(
            (at_x + 1, at_y + 1, at_x + pixel - 2, at_y + pixel - 2), fill=theme.spot, outline=theme.spot_edge
        )
    line = layout.units(1.2)
    f = layout.frame
    box = (pad + (f.left - left) * pixel, pad + (f.top - top) * pixel,
           pad + (f.right + 1 - left) * pixel - 1, pad + (f.bottom + 1 - top) * pixel - 1)  # fmt: skip
    draw.rectangle(
        tuple(v + d for v, d in zip(box, (-line, -line, line, line), strict=True)), outline=WHITE, width=line
    )
    draw.rectangle(box, outline=theme.accent, width=line)
    draw.rectangle((0, 0, across - 1, tall - 1), outline=theme.table_ink, width=layout.units(0.8))
    corner = _corner(easel, spots, across, tall)
    if corner is not None:
        easel.image.paste(small, corner)


def _corner(easel: Easel, spots: Sequence[Cell], across: int, tall: int) -> tuple[int, int] | None:
    """The corner where the map covers the fewest figures, then tiles; None where each would cover a spot."""
    layout, position = easel.layout, easel.position
    near, gap = layout.units(COORDINATES + 2), layout.units(3)
    right, low = layout.width - across - gap, layout.board_height - tall - gap
    figures = [standing.cell for standing in position.standing()]

    def hidden(at: tuple[int, int]) -> tuple[int, int, int]:
        def count(cells: Sequence[Cell]) -> int:
            found = 0
            for cell in cells:
                x, y = layout.corner(cell)
                if (
                    x < at[0] + across
                    and x + layout.cell > at[0]
                    and y < at[1] + tall
                    and y + layout.cell > at[1]
                ):
                    found += 1
            return found

        return count(spots), count(figures), count([tile.cell for tile in position.laid])

    best = min(((right, low), (near, low), (right, near), (near, near)), key=hidden)
    return None if hidden(best)[0] else best
