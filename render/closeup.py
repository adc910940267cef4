"""The close-up for putting a figure down: the tile just laid, large, with what lies around it."""

from collections.abc import Sequence
from functools import partial

from core import Event, Position
from core.geometry import side_of
from render.art import overlays
from render.art.curves import INWARD, SIDE_MIDDLES, add
from render.drawn import Drawn, Target
from render.easel import place_of
from render.layout import Frame, Layout
from render.painter import Painter
from render.sprites import SPRITES, Sprites
from render.themes import theme_named

WIDTH = 840
TALL = 0.82
"""The height of a close-up, as a share of its width."""


def closeup_picture(
    position: Position,
    *,
    names: Sequence[str],
    letters: Sequence[tuple[str, str]] = (),
    seat: int | None = None,
    theme: str = "day",
    events: Sequence[Event] = (),
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw the tile laid last and its eight neighbours.

    ``letters`` are (letter, where) on that tile. Open ends of the features of ``seat`` (default: the seat
    to move) are marked in its colour, so that one sees where they can still grow.
    """
    del names
    last = position.last
    cell_at = last.cell if last is not None else position.laid[0].cell
    x, y = cell_at
    cell = WIDTH // 3
    height = round(WIDTH * TALL)
    layout = Layout(
        WIDTH, height, height, cell, 0, (height - 3 * cell) // 2, Frame(x - 1, y - 1, x + 1, y + 1)
    )
    painter = Painter(position, layout, theme_named(theme), sprites)
    painter.table()
    painter.tiles()
    painter.completed()
    painter.last_tile()
    painter.figures()
    _open_ends(painter, position.seat if seat is None else seat)
    painter.points(events)
    targets = []
    if last is not None:
        left, top = layout.corner(last.cell)
        size = layout.units(27)
        for letter, where in letters:
            px, py = place_of(last, where)
            at_x, at_y = left + px * cell, top + py * cell
            painter.badge(letter.upper(), at_x, at_y, size)
            targets.append(
                Target(
                    letter, (at_x - size / 2) / WIDTH, (at_y - size / 2) / height, size / WIDTH, size / height
                )
            )
    return Drawn(painter.image, tuple(targets))


def _open_ends(painter: Painter, seat: int) -> None:
    """An arrow at each place where a feature of this seat can grow."""
    layout, cell = painter.layout, painter.layout.cell
    seen = painter.visible()
    size = layout.units(15)
    marked = set()
    for feature in painter.position.features():
        if feature.complete or all(standing.seat != seat for standing in feature.figures):
            continue
        for at, port in feature.open_ends:
            side = side_of(port)
            if at not in seen or (at, side) in marked:
                continue
            marked.add((at, side))
            left, top = layout.corner(at)
            px, py = add(SIDE_MIDDLES[side], INWARD[side], -0.055)
            arrow = painter.sprites.thing(
                f"arrow {seat} {side}", size, partial(overlays.paint_arrow, seat=seat, side=side)
            )
            painter.centred(arrow, left + px * cell, top + py * cell)
