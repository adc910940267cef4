"""The bare board: whole cells of the table and what lies there, and nothing that is written.

Who shows it puts everything else upon it: spots, frames, points, the tile in hand. The plan says which cells
are seen, so the board stays where it is on a page while it grows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core import Cell, Event, PointsAwarded, Position
from render.art.curves import Point
from render.drawn import Drawn, Outline, Plan
from render.easel import place_of
from render.layout import Frame, Layout
from render.outlines import outline_of
from render.painter import Painter
from render.sprites import SPRITES, Sprites
from render.themes import theme_named

CELL: Final = 96
"""Pixels of a cell."""
SMALL_CELL: Final = 72
"""The same with more than MANY tiles."""
MANY: Final = 60
LARGE_CELL: Final = 280
"""The same where one tile is shown with its neighbours."""
CELL_UNITS: Final = 34
"""How many units a cell has: as on a usual board on a phone, whatever the size of this one."""


@dataclass(frozen=True, slots=True)
class _Even(Layout):
    """A layout whose units do not depend on how wide the picture is."""

    @property
    def unit(self) -> float:
        """The pixels of one unit."""
        return self.cell / CELL_UNITS


def bare_picture(
    position: Position,
    *,
    areas: Sequence[tuple[Cell, str]] = (),
    events: Sequence[Event] = (),
    near: bool = False,
    theme: str = "day",
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw the board with a ring of empty cells around it; ``near``, the last tile's neighbourhood, large.

    ``areas`` are a cell and a segment or corner there, of which the plan has the outlines in this order; the
    points among ``events`` stand in the plan as well. The same arguments give the same pixels.
    """
    last = position.last
    middles = [last.cell] if near and last is not None else [laid.cell for laid in position.laid]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    shown = Frame(min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)
    cell = LARGE_CELL if near else cell_of(position)
    width, height = cell * shown.columns, cell * shown.rows
    look = theme_named(theme)
    painter = Painter(position, _Even(width, height, height, cell, 0, 0, shown), look, sprites)
    painter.table()
    painter.tiles()
    painter.rims()
    painter.completed()
    painter.figures()
    plan = Plan(
        (shown.left, shown.top, shown.columns, shown.rows),
        look.table,
        tuple(_outline(position, cell, where) for cell, where in areas),
        tuple(_won(position, events)),
    )
    return Drawn(painter.image, plan=plan)


def cell_of(position: Position) -> int:
    """How many pixels a cell of a bare board has."""
    return CELL if len(position.laid) <= MANY else SMALL_CELL


def _outline(position: Position, cell: Cell, where: str) -> Outline:
    laid = position.board.at(cell)
    if laid is None:
        raise LookupError(f"no tile lies at {cell}")
    x, y = cell
    px, py = place_of(laid, where)
    paths = outline_of(laid, where)
    return Outline(
        (x + px, y + py), tuple(tuple((x + across, y + down) for across, down in path) for path in paths)
    )


def _won(position: Position, events: Sequence[Event]) -> Iterator[tuple[int, int, Point]]:
    for event in events:
        if isinstance(event, PointsAwarded) and event.points:
            laid = position.board.at(event.at)
            if laid is not None:
                x, y = place_of(laid, event.where)
                yield event.seat, event.points, (event.at[0] + x, event.at[1] + y)
