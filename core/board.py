"""The tiles on the table."""

from functools import lru_cache
from typing import NamedTuple

from core.frontier import Frontier
from core.geometry import PORT_COUNT, Cell, corner_cells, opposite
from core.segments import OWN_EDGE
from core.tiles import OrientedTile, TileKind

_KEPT = 0b11
"""What stands for an edge of one set alone where a cell that is kept for it is constrained."""


class Laid(NamedTuple):
    """A tile on the table: the ``number``-th, with its segments numbered from ``first``.

    ``base`` is the number of its first port in the masks of open ports. ``pattern`` tells where tiles lay
    when it was laid: bit ``side`` is set for a neighbour.
    """

    number: int
    tile: OrientedTile
    cell: Cell
    first: int
    base: int
    pattern: int

    @property
    def kind(self) -> TileKind:
        """The printed tile."""
        return self.tile.kind


@lru_cache(maxsize=50_000)
def beside_of(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells north, east, south and west of a cell."""
    x, y = cell
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


Neighbours = tuple[Laid | None, Laid | None, Laid | None, Laid | None]

_laid = tuple.__new__
"""Makes a Laid of its values, in half the time that ``Laid(...)`` takes."""


class Board:
    """Tiles by cell (``cells``), in the order of laying (``laid``), and the empty cells beside."""

    __slots__ = ("cells", "frontier", "laid")

    def __init__(self) -> None:
        self.cells: dict[Cell, Laid] = {}
        self.laid: list[Laid] = []
        self.frontier = Frontier()

    def at(self, cell: Cell) -> Laid | None:
        """The tile on a cell, or None."""
        return self.cells.get(cell)

    def neighbours(self, cell: Cell) -> Neighbours:
        """The tiles north, east, south and west of a cell."""
        north, east, south, west = beside_of(cell)
        get = self.cells.get
        return get(north), get(east), get(south), get(west)

    def corner(self, cell: Cell, corner: int) -> tuple[Laid, Laid, Laid] | None:
        """The three other tiles that meet the tile on ``cell`` at this corner, if all are there."""
        one, two, three = corner_cells(cell)[corner]
        get = self.cells.get
        first, second, third = get(one), get(two), get(three)
        if first is None or second is None or third is None:
            return None
        return first, second, third

    def lay(self, tile: OrientedTile, cell: Cell, first: int) -> tuple[Laid, Neighbours]:
        """Put a tile on an empty cell; whether it may lie there is the caller's question."""
        cells, frontier = self.cells, self.frontier
        slots, constraints = frontier.slots, frontier.constraints
        beside = beside_of(cell)
        north, east, south, west = map(cells.get, beside)
        pattern = (
            (north is not None) | (east is not None) << 1 | (south is not None) << 2 | (west is not None) << 3
        )
        number = len(self.laid)
        laid = _laid(Laid, (number, tile, cell, first, PORT_COUNT * number, pattern))
        self.laid.append(laid)
        cells[cell] = laid
        if cell in slots:
            frontier.remove(cell)
        elif frontier.kept:
            frontier.kept.pop(cell, None)
        for side, demand in tile.demands[pattern]:
            empty = beside[side]
            slot = slots.get(empty)
            if slot is None:
                frontier.add(empty, demand)
            else:
                constraints[slot] |= demand
        for side in tile.keeps[pattern]:
            frontier.keep(beside[side], _KEPT << 2 * opposite(side))
        return laid, (north, east, south, west)

    def lift(self) -> None:
        """Take away the tile laid last."""
        laid = self.laid.pop()
        del self.cells[laid.cell]
        kept = self.frontier.kept
        for side, beside in enumerate(beside_of(laid.cell)):
            if beside not in self.cells:
                if beside in kept:
                    del kept[beside]
                    self._face(beside)
                else:
                    self.frontier.release(beside, 0b11 << 2 * opposite(side))
        self._face(laid.cell)

    def _face(self, cell: Cell) -> None:
        """Put an empty cell on the frontier, or keep it for the tiles of one set, as its neighbours say."""
        constraint, kept = 0, False
        for side, other in enumerate(self.neighbours(cell)):
            if other is not None:
                code = other.tile.codes[opposite(side)]
                if code == OWN_EDGE:
                    kept, code = True, _KEPT
                constraint |= code << 2 * side
        if kept:
            self.frontier.keep(cell, constraint)
        elif constraint:
            self.frontier.add(cell, constraint)

    def copy(self) -> "Board":
        """An independent board."""
        other = Board.__new__(Board)
        other.cells = self.cells.copy()
        other.laid = self.laid.copy()
        other.frontier = self.frontier.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.laid == other.laid and self.frontier == other.frontier

    __hash__ = None  # type: ignore[assignment]  # boards change
