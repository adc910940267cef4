"""The square grid: cells, sides, ports and quarter turns.

A *cell* is ``(x, y)``; ``x`` grows east, ``y`` grows south. The four *sides* are numbered clockwise
from the north, 0 to 3. A *port* is where a segment meets the border of its tile: ports 0 to 3 are the
four edges (for everything but fields), ports 4 to 11 the eight half-edges (for fields), clockwise from
the north-west corner. A *turn* counts quarter turns clockwise, 0 to 3; only text speaks of degrees.
"""

from functools import lru_cache
from typing import Final

Cell = tuple[int, int]

SIDES: Final = range(4)
STEPS: Final[tuple[Cell, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND: Final[tuple[Cell, ...]] = (
    (-1, -1),
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
)

PORT_NAMES: Final = ("N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
PORTS: Final = {name: port for port, name in enumerate(PORT_NAMES)}
PORT_COUNT: Final = len(PORT_NAMES)
EDGE_PORTS: Final = 0b0000_0000_1111
HALF_PORTS: Final = 0b1111_1111_0000

CORNER_NAMES: Final = ("NW", "NE", "SE", "SW")
CORNERS: Final = {name: corner for corner, name in enumerate(CORNER_NAMES)}


def opposite(side: int) -> int:
    """The side that a neighbour turns to ours."""
    return (side + 2) % 4


def neighbour(cell: Cell, side: int) -> Cell:
    """The cell that shares the given side."""
    dx, dy = STEPS[side]
    return cell[0] + dx, cell[1] + dy


@lru_cache(maxsize=50_000)
def around(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells around a cell, corners included."""
    x, y = cell
    return tuple((x + dx, y + dy) for dx, dy in AROUND)


@lru_cache(maxsize=50_000)
def corner_cells(cell: Cell) -> tuple[tuple[Cell, Cell, Cell], ...]:
    """For each corner of a cell, the three other cells that meet there."""
    northwest, north, northeast, east, southeast, south, southwest, west = around(cell)
    return (
        (northwest, north, west),
        (north, northeast, east),
        (east, southeast, south),
        (west, south, southwest),
    )


def side_of(port: int) -> int:
    """The side on which a port lies."""
    return port if port < 4 else (port - 4) // 2


def mirror(port: int) -> int:
    """The port of the neighbouring tile that touches this port."""
    return (port + 2) % 4 if port < 4 else 4 + ((port - 4) ^ 5)


def turned_port(port: int, turn: int) -> int:
    """Where a port lies after so many quarter turns clockwise."""
    return (port + turn) % 4 if port < 4 else 4 + (port - 4 + 2 * turn) % 8


def turned_corner(corner: int, turn: int) -> int:
    """Where a corner lies after so many quarter turns clockwise."""
    return (corner + turn) % 4


def ports_on(side: int) -> tuple[int, int, int]:
    """The edge and the two half-edges of one side."""
    return side, 4 + 2 * side, 5 + 2 * side


def port_mask(ports: tuple[int, ...]) -> int:
    """A set of ports as a bit mask."""
    return sum(1 << port for port in ports)
