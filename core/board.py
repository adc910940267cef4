"""The tiles on the table, and the frontier of empty cells where the next one can lie.

Every empty cell with a neighbour has a *constraint*: two bits for each side, the edge code that a tile
must show there (``core.tiles.EDGE_CODES``), 0 where nothing lies yet. ``TileKind.fits[constraint]`` then
lists the turns that fit. The frontier keeps with each constraint the cell's row of shared placements.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from core.actions import ROWS, Row
from core.geometry import CORNER_CELLS, PORT_COUNT, SIDES, Cell, neighbour
from core.tiles import OrientedTile, TileKind

_ENCLOSED: Final = (0b11, 0b1100, 0b110000, 0b11000000)


class Laid(NamedTuple):
    """A tile on the table: the ``number``-th, with its segments numbered from ``first``.

    ``base`` is the number of its first port in the masks of open ports.
    """

    number: int
    tile: OrientedTile
    cell: Cell
    first: int
    base: int

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


class Board:
    """Tiles by cell (``cells``), in the order of laying (``laid``), and the constraints (``frontier``)."""

    __slots__ = ("cells", "frontier", "laid")

    def __init__(self) -> None:
        self.cells: dict[Cell, Laid] = {}
        self.laid: list[Laid] = []
        self.frontier: dict[Cell, tuple[int, Row]] = {}

    def at(self, cell: Cell) -> Laid | None:
        """The tile on a cell, or None."""
        return self.cells.get(cell)

    def neighbours(self, cell: Cell) -> Neighbours:
        """The tiles north, east, south and west of a cell."""
        north, east, south, west = beside_of(cell)
        get = self.cells.get
        return get(north), get(east), get(south), get(west)

    def fits_anywhere(self, kind: TileKind) -> bool:
        """Whether the tile can be laid at all."""
        fits = kind.fits
        for constraint, _ in self.frontier.values():  # noqa: SIM110  # a generator costs more than the search
            if fits[constraint]:
                return True
        return False

    def holes(self) -> Iterator[Cell]:
        """The empty cells with tiles on all four sides (Abbey & Mayor, "Abbey" 2)."""
        for cell, (constraint, _) in self.frontier.items():
            if all(constraint & side for side in _ENCLOSED):
                yield cell

    def corner(self, cell: Cell, corner: int) -> tuple[Laid, Laid, Laid] | None:
        """The three other tiles that meet the tile on ``cell`` at this corner, if all are there."""
        x, y = cell
        (ax, ay), (bx, by), (cx, cy) = CORNER_CELLS[corner]
        get = self.cells.get
        first, second, third = get((x + ax, y + ay)), get((x + bx, y + by)), get((x + cx, y + cy))
        if first is None or second is None or third is None:
            return None
        return first, second, third

    def lay(self, tile: OrientedTile, cell: Cell, first: int) -> tuple[Laid, Neighbours]:
        """Put a tile on an empty cell; whether it may lie there is the caller's question."""
        cells, frontier = self.cells, self.frontier
        number = len(self.laid)
        laid = Laid(number, tile, cell, first, PORT_COUNT * number)
        self.laid.append(laid)
        cells[cell] = laid
        frontier.pop(cell, None)
        neighbours: list[Laid | None] = []
        for beside, demand in zip(beside_of(cell), tile.demands, strict=True):
            other = cells.get(beside)
            neighbours.append(other)
            if other is None:
                constraint, row = frontier.get(beside) or (0, ROWS[beside])
                frontier[beside] = (constraint | demand, row)
        north, east, south, west = neighbours
        return laid, (north, east, south, west)

    def lift(self) -> None:
        """Take away the tile laid last."""
        laid = self.laid.pop()
        del self.cells[laid.cell]
        constraint = 0
        for side in SIDES:
            cell = neighbour(laid.cell, side)
            facing = (side + 2) % 4
            beside = self.cells.get(cell)
            if beside is not None:
                constraint |= beside.tile.codes[facing] << 2 * side
                continue
            before, row = self.frontier[cell]
            left = before & ~(0b11 << 2 * facing)
            if left:
                self.frontier[cell] = (left, row)
            else:
                del self.frontier[cell]
        if constraint:
            self.frontier[laid.cell] = (constraint, ROWS[laid.cell])

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
