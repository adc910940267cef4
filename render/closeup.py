"""The close-up for putting a figure down: the tile just laid, large, with what lies around it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from core import Cell, Event, Position
from core.geometry import side_of
from render.art import overlays
from render.art.curves import INWARD, SIDE_MIDDLES, add
from render.drawn import Drawn, Target
from render.easel import place_of
from render.layout import Frame, Layout
from render.numbers import badges, paint_signs
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
    figures: Sequence[tuple[str, Cell, str]] = (),
    seat: int | None = None,
    theme: str = "day",
    events: Sequence[Event] = (),
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw the tile laid last and its eight neighbours, and as far as figures are offered, others.

    ``letters`` are (letter, where) on that tile; ``figures`` are (number, cell, where) of the figures of
    ``seat`` (default: the seat to move) that are offered. Open ends of that seat's features are marked in
    its colour, so that one sees where they can still grow.
    """
    del names
    seat = position.seat if seat is None else seat
    last = position.last
    layout = _layout(last.cell if last is not None else position.laid[0].cell, [at for _, at, _ in figures])
    painter = Painter(position, layout, theme_named(theme), sprites)
    painter.table()
    painter.tiles()
    painter.rims()
    painter.completed()
    painter.last_tiles()
    painter.figures()
    _open_ends(painter, seat)
    wanted = [(number, painter.figure_at(at, where, seat)) for number, at, where in figures]
    if last is not None:
        left, top = layout.corner(last.cell)
        for letter, where in letters:
            px, py = place_of(last, where)
            wanted.append((letter, (left + px * layout.cell, top + py * layout.cell)))
    size = layout.units(27)
    within = (0, 0, layout.width, layout.height)
    signs = badges(wanted, size, clear=painter.figure_boxes(), within=within)
    painter.points(events, [sign.box for sign in signs])
    paint_signs(painter, [replace(sign, text=sign.text.upper()) for sign in signs])
    targets = (
        Target(
            sign.text,
            sign.box[0] / layout.width,
            sign.box[1] / layout.height,
            size / layout.width,
            size / layout.height,
        )
        for sign in signs
    )
    return Drawn(painter.image, tuple(targets))


def _layout(middle: Cell, others: Sequence[Cell]) -> Layout:
    """The neighbourhood of a cell, with other cells whole where there are any."""
    x, y = middle
    xs, ys = [x - 1, x + 1, *(at for at, _ in others)], [y - 1, y + 1, *(at for _, at in others)]
    shown = Frame(min(xs), min(ys), max(xs), max(ys))
    tallest = WIDTH if others else round(WIDTH * TALL)
    # figures stand at the edges of tiles, too: half a tile of the table around them
    edge = 0.5 if others else 0.0
    cell = int(WIDTH / max(shown.columns + edge, shown.rows + edge))
    height = min(max(int(cell * (shown.rows + edge)), round(WIDTH * TALL)), tallest)
    left, top = (WIDTH - cell * shown.columns) // 2, (height - cell * shown.rows) // 2
    return Layout(WIDTH, height, height, cell, left, top, shown)


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
