"""The empty cells beside tiles, where the next one can lie.

Every such cell has a *constraint*: two bits for each side, the edge code that a tile must show there
(``core.tiles.EDGE_CODES``), 0 where nothing lies yet. Constraints fit into a byte, so all of them are one
``bytearray``; what fits where is then a matter of ``bytes.translate``, without a loop.

Cells that an edge faces which one set alone has (``core.segments.OWN_EDGE``) are kept apart, for its tiles.
"""

from collections.abc import Iterator
from itertools import chain, compress
from operator import getitem
from typing import Final

from core.actions import ROWS, Place, Row
from core.geometry import SIDES, Cell
from core.tiles import TileKind

_OPEN: Final = bytes(
    constraint for constraint in range(256) if not all(constraint >> 2 * side & 3 for side in SIDES)
)
"""The constraints of cells that lack a tile on some side."""
_CLOSED: Final = bytes(constraint not in _OPEN for constraint in range(256))
"""For each constraint, whether a cell under it has tiles on all four sides."""


class Frontier:
    """Cells with their constraints, in slots without gaps.

    ``slots`` finds a cell's slot; ``constraints[slot]`` is its constraint and ``rows[slot]`` its row of
    shared placements. ``kept`` are the cells that are kept for tiles of one set, each with its constraint, in
    which the edges of that set are 3.
    """

    __slots__ = ("constraints", "kept", "rows", "slots")

    def __init__(self) -> None:
        self.slots: dict[Cell, int] = {}
        self.kept: dict[Cell, int] = {}
        self.constraints = bytearray()
        self.rows: list[Row] = []

    def __contains__(self, cell: object) -> bool:
        return cell in self.slots

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.slots)

    def __len__(self) -> int:
        return len(self.slots)

    def constraint(self, cell: Cell) -> int:
        """The constraint of a cell; 0 when it is not on the frontier."""
        slot = self.slots.get(cell)
        return 0 if slot is None else self.constraints[slot]

    def fits_anywhere(self, kind: TileKind) -> bool:
        """Whether the tile can be laid at all."""
        return bool(self.constraints.translate(None, kind.misfits))

    def placements(self, kind: TileKind) -> Iterator[Place]:
        """Every placement of a tile."""
        return chain.from_iterable(map(getitem, self.rows, self.constraints.translate(kind.fit_masks)))

    def has_holes(self) -> bool:
        """Whether some empty cell has tiles on all four sides (Abbey & Mayor, "Abbey" 2)."""
        if self.constraints.translate(None, _OPEN):
            return True
        return bool(self.kept) and any(map(_CLOSED.__getitem__, self.kept.values()))

    def holes(self) -> list[Cell]:
        """The empty cells with tiles on all four sides."""
        found = {row[1][0].cell for row in compress(self.rows, self.constraints.translate(_CLOSED))}
        holes = [cell for cell in self.slots if cell in found] if len(found) > 1 else [*found]
        return holes + [cell for cell, constraint in self.kept.items() if _CLOSED[constraint]]

    def add(self, cell: Cell, constraint: int) -> None:
        """Put a cell on the frontier; one that is kept stays so, and is constrained further."""
        if cell in self.kept:
            self.kept[cell] |= constraint
            return
        self.slots[cell] = len(self.rows)
        self.constraints.append(constraint)
        self.rows.append(ROWS[cell])

    def keep(self, cell: Cell, constraint: int) -> None:
        """Keep a cell for the tiles of the set that continues what faces it."""
        if cell in self.slots:
            constraint |= self.constraint(cell)
            self.remove(cell)
        self.kept[cell] = self.kept.get(cell, 0) | constraint

    def remove(self, cell: Cell) -> None:
        """Take a cell off the frontier; the last one moves into its slot."""
        slot = self.slots.pop(cell)
        constraint, row = self.constraints.pop(), self.rows.pop()
        if slot < len(self.rows):
            self.constraints[slot], self.rows[slot] = constraint, row
            self.slots[row[1][0].cell] = slot

    def release(self, cell: Cell, bits: int) -> None:
        """Let go of a part of a cell's constraint; a cell without one leaves the frontier."""
        slot = self.slots[cell]
        self.constraints[slot] &= ~bits
        if not self.constraints[slot]:
            self.remove(cell)

    def copy(self) -> "Frontier":
        """An independent frontier."""
        other = Frontier.__new__(Frontier)
        other.slots = self.slots.copy()
        other.kept = self.kept.copy()
        other.constraints = self.constraints.copy()
        other.rows = self.rows.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frontier):
            return NotImplemented
        return (
            self.kept == other.kept
            and self.slots.keys() == other.slots.keys()
            and all(self.constraint(cell) == other.constraint(cell) for cell in self.slots)
        )

    __hash__ = None  # type: ignore[assignment]  # frontiers change
