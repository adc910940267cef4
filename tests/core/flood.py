"""A table as plain as can be, for checking the engine: flood fill over what the tile files say.

It shares nothing with the engine but the files: no tables, no joining, no memory of what was joined when.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tests.core.chance import EDITIONS, tile_file

EDGES = "NESW"
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
TOUCHING = {
    "N": "S", "E": "W", "S": "N", "W": "E",
    "NL": "SR", "NR": "SL", "EL": "WR", "ER": "WL", "SL": "NR", "SR": "NL", "WL": "ER", "WR": "EL",
}  # fmt: skip
"""Which port of the neighbour a port touches: sides are read clockwise, so halves change over."""
AWAY = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CORNERS = ("NW", "NE", "SE", "SW")
KINDS = ("road", "city", "field", "monastery", "plain", "mountain", "sea")

Cell = tuple[int, int]
Segment = tuple[Cell, int]
"""A segment: its cell, and its number on the tile."""


class Area(NamedTuple):
    """All that is joined to a segment."""

    segments: frozenset[Segment]
    open: bool

    @property
    def cells(self) -> set[Cell]:
        """Its tiles, each once."""
        return {cell for cell, _ in self.segments}


@cache
def entry(tile: str) -> dict[str, Any]:
    """What the file says of a tile, which is the same in every edition that has it."""
    name, _, number = tile.partition("/")
    files = (tile_file(name, edition) for edition in EDITIONS)
    return next(found for file in files for found in file["tile"] if found["id"] == number)


def kind_of(segment: dict[str, Any]) -> str:
    """The kind of a segment as the file writes it."""
    return next(kind for kind in KINDS if kind in segment)


def turned(port: str, turn: int) -> str:
    """A port after so many quarter turns clockwise."""
    if port in HALVES:
        return HALVES[(HALVES.index(port) + 2 * turn) % 8]
    return EDGES[(EDGES.index(port) + turn) % 4]


@cache
def ports(tile: str, turn: int) -> tuple[tuple[str, ...], ...]:
    """The ports of every segment of a turned tile."""
    return tuple(
        tuple(turned(port, turn) for port in segment[kind_of(segment)].split())
        for segment in entry(tile)["segments"]
    )


@cache
def edges(tile: str, turn: int) -> dict[str, str]:
    """What each side of a turned tile shows."""
    return {turned(side, turn): edge for side, edge in zip(EDGES, entry(tile)["edges"].split(), strict=True)}


def river(shown: dict[str, str]) -> set[str]:
    """The sides that show a river."""
    return {side for side, edge in shown.items() if edge == "river"}


def hand(enters: str, leaves: str) -> str:
    """To which hand the river turns that comes in by one side and leaves by another."""
    return {1: "left", 2: "straight", 3: "right"}[(EDGES.index(leaves) - EDGES.index(enters)) % 4]


class Table:
    """The tiles on the table."""

    def __init__(self) -> None:
        self.tiles: dict[Cell, tuple[str, int]] = {}

    def data(self, segment: Segment) -> dict[str, Any]:
        """What the file says of a segment."""
        found: dict[str, Any] = entry(self.tiles[segment[0]][0])["segments"][segment[1]]
        return found

    def kind(self, segment: Segment) -> str:
        """The kind of a segment."""
        return kind_of(self.data(segment))

    def on(self, cell: Cell) -> list[Segment]:
        """The segments of a tile."""
        return [(cell, number) for number in range(len(ports(*self.tiles[cell])))]

    def ports(self, segment: Segment) -> tuple[str, ...]:
        """The ports of a segment as its tile lies."""
        return ports(*self.tiles[segment[0]])[segment[1]]

    def segments(self) -> Iterator[Segment]:
        """All segments on the table."""
        return (segment for cell in self.tiles for segment in self.on(cell))

    def named(self, cell: Cell, where: str) -> Segment:
        """The segment of that name."""
        kind, _, port = where.partition("@")
        here = [segment for segment in self.on(cell) if self.kind(segment) == kind]
        if port.startswith("inside"):
            return [segment for segment in here if not self.ports(segment)][int(port[6:] or 1) - 1]
        (found,) = (segment for segment in here if not port or port in self.ports(segment))
        return found

    def corner_field(self, cell: Cell, corner: str) -> Segment:
        """The field in a corner of a tile."""
        printed = CORNERS[(CORNERS.index(corner) - self.tiles[cell][1]) % 4]
        return next(s for s in self.on(cell) if printed in self.data(s).get("corners", "").split())

    def flood(self, start: Segment) -> Area:
        """Everything that is joined to a segment, and whether any of it has an empty space beside it."""
        kind, found, todo, is_open = self.kind(start), {start}, [start], False
        while todo:
            segment = todo.pop()
            for port in self.ports(segment):
                dx, dy = AWAY[port[0]]
                beside = (segment[0][0] + dx, segment[0][1] + dy)
                if beside not in self.tiles:
                    is_open = True
                    continue
                for other in self.on(beside):
                    if (
                        other not in found
                        and self.kind(other) == kind
                        and TOUCHING[port] in self.ports(other)
                    ):
                        found.add(other)
                        todo.append(other)
        if kind == "monastery":
            is_open = self.around(start[0]) < 8
        return Area(frozenset(found), is_open)

    def areas(self, segments: Iterable[Segment]) -> list[Area]:
        """The areas of these segments, each once."""
        found: list[Area] = []
        for segment in segments:
            if not any(segment in area.segments for area in found):
                found.append(self.flood(segment))
        return found

    def around(self, cell: Cell) -> int:
        """How many of the eight cells around a cell hold a tile."""
        return sum(other in self.tiles for other in neighbours(cell))

    def pennants(self, area: Area) -> int:
        """The pennants of a city."""
        return sum(self.data(segment).get("pennants", 0) for segment in area.segments)

    def supplied(self, area: Area) -> int:
        """How many completed cities a field touches."""
        touched = [
            (cell, city) for cell, n in area.segments for city in self.data((cell, n)).get("touches", ())
        ]
        return sum(not city.open for city in self.areas(touched))

    def ports_cities(self, area: Area) -> set[tuple[Cell, int]]:
        """The port cities on the borders of an area (The Discoverers)."""
        return {
            (cell, number)
            for cell, segment in area.segments
            for number, between in enumerate(entry(self.tiles[cell][0]).get("cities", ()))
            if segment in between
        }

    def counted(self, area: Area) -> set[tuple[Cell, int]]:
        """The port cities that an area counts: mountains also those of the whole plains beside them."""
        cities = self.ports_cities(area)
        if self.kind(next(iter(area.segments))) == "mountain":
            beside = [(cell, n) for cell, s in area.segments for n in self.data((cell, s)).get("borders", ())]
            for plain in self.areas(segment for segment in beside if self.kind(segment) == "plain"):
                cities |= self.ports_cities(plain)
        return cities

    def fits_at(self, cell: Cell, tile: str, turn: int) -> bool:
        """Whether a tile continues all that lies beside an empty cell."""
        if cell in self.tiles:
            return False
        beside = {side: self.tiles.get((cell[0] + dx, cell[1] + dy)) for side, (dx, dy) in AWAY.items()}
        showing = {side: edges(*laid)[TOUCHING[side]] for side, laid in beside.items() if laid}
        mine = edges(tile, turn)
        return bool(showing) and all(
            "any" in (edge, mine[s]) or edge == mine[s] for s, edge in showing.items()
        )

    def frontier(self) -> set[Cell]:
        """The empty cells beside a tile."""
        beside = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in AWAY.values()}
        return beside - self.tiles.keys()

    def placements(self, tile: str) -> set[tuple[Cell, int]]:
        """Wherever a tile can lie, and how."""
        fitting = {
            (cell, turn) for cell in self.frontier() for turn in range(4) if self.fits_at(cell, tile, turn)
        }
        if "river" not in entry(tile)["edges"]:
            return fitting
        return {(cell, turn) for cell, turn in fitting if self.flows_on(cell, edges(tile, turn))}

    def flows_on(self, cell: Cell, shown: dict[str, str]) -> bool:
        """Whether a tile that shows this goes on with the river, not twice to the same hand."""
        mine, joined = river(shown), False
        for side in mine:
            beside = (cell[0] + AWAY[side][0], cell[1] + AWAY[side][1])
            if beside not in self.tiles:
                continue
            joined = True
            leaves = TOUCHING[side]
            for enters in river(edges(*self.tiles[beside])) - {leaves}:
                dx, dy = AWAY[enters]
                if (beside[0] + dx, beside[1] + dy) in self.tiles:
                    before = hand(enters, leaves)
                    if before != "straight" and before in {hand(side, other) for other in mine - {side}}:
                        return False
        return joined

    def holes(self) -> set[Cell]:
        """The empty cells with tiles on all four sides."""
        return {
            (x, y)
            for x, y in self.frontier()
            if all((x + dx, y + dy) in self.tiles for dx, dy in AWAY.values())
        }


def neighbours(cell: Cell) -> list[Cell]:
    """The eight cells around a cell."""
    x, y = cell
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
