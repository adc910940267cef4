"""Tiles as they are printed, and as they lie.

A :class:`TileKind` is a printed tile, read from ``core/data/*.toml``; turned by 0 to 3 quarter turns it is
an :class:`OrientedTile`: compiled tables, so that laying one needs no arithmetic. Which kinds there are
depends on the edition (:mod:`core.editions`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from core.editions import NEWEST
from core.errors import NotationError
from core.geometry import PORT_NAMES, SIDES, opposite, port_mask, ports_on
from core.segments import (
    EDGE_CODES,
    OWN_EDGE,
    Segment,
    Terrain,
    accepted_names,
    emblem_masks,
    free_ports,
    link_mask,
    meeting_sides,
    segment_names,
)


@dataclass(frozen=True, eq=False)
class TileKind:
    """A printed tile.

    ``id`` is ``SET/NAME`` (``base/D``). ``count`` tells how many are in the bag, ``per_player`` how many
    every player holds instead (abbeys). ``meets`` groups the segments that end at the same crossing,
    house, monastery or city. ``cities`` (The Discoverers) holds for each port city the two segments
    between which it lies. ``marks`` are what else a set prints on its tiles (a hill). ``edges`` may be of a
    kind that its set alone has. ``edition`` is the last one that has the tile just so. It is pickled by its
    name.
    """

    id: str
    count: int
    edges: tuple[str, str, str, str]
    segments: tuple[Segment, ...]
    meets: tuple[tuple[int, ...], ...] = ()
    cities: tuple[tuple[int, int], ...] = ()
    start: bool = False
    marks: frozenset[str] = frozenset()
    per_player: int = 0
    provenance: str = ""
    edition: int = NEWEST

    def __str__(self) -> str:
        return self.id

    @cached_property
    def turns(self) -> tuple["OrientedTile", ...]:
        """The tile in its four turns, by quarter turns clockwise."""
        return tuple(OrientedTile.of(self, turn) for turn in SIDES)

    @cached_property
    def fits(self) -> tuple[tuple[int, ...], ...]:
        """For each constraint of an empty cell (see :mod:`core.board`), the turns that fit there."""
        return tuple(
            tuple(tile.turn for tile in self.turns if tile.continues(constraint)) for constraint in range(256)
        )

    @cached_property
    def fit_masks(self) -> bytes:
        """The turns of :attr:`fits` as masks, bit ``turn`` set."""
        return bytes(sum(1 << turn for turn in turns) for turns in self.fits)

    @cached_property
    def misfits(self) -> bytes:
        """The constraints under which the tile cannot lie in any turn."""
        return bytes(constraint for constraint, turns in enumerate(self.fits) if not turns)

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """The turns that look different: the first of each group that symmetry makes alike."""
        first: dict[object, int] = {}
        for tile in self.turns:
            first.setdefault(tile.appearance, tile.turn)
        return tuple(first.values())

    @cached_property
    def monastery(self) -> int:
        """The number of the monastery (or abbey) among the segments, or -1."""
        kinds = [segment.kind for segment in self.segments]
        return kinds.index(Terrain.MONASTERY) if Terrain.MONASTERY in kinds else -1


@dataclass(frozen=True)
class TileSet:
    """The tiles of one box, by id, in the order of the data file.

    ``elsewhere`` are the marks that it sees on tiles of other boxes, by tile and segment.
    """

    name: str
    kinds: Mapping[str, TileKind]
    tokens: Mapping[str, int] = field(default_factory=dict)
    elsewhere: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many tiles the box holds, the start tile included."""
        return sum(kind.count for kind in self.kinds.values())


class Joint(NamedTuple):
    """What a new feature begins with, for one segment and one pattern of neighbours.

    ``open`` is the mask of the segment's ports on sides without a neighbour.
    """

    kind: Terrain
    open: int
    emblems: int
    links: int


Meeting = tuple[int, tuple[tuple[int, int], ...]]
"""A segment that has neighbours: its number, and each side where one lies with the mask of its ports."""


@dataclass(frozen=True, eq=False)
class OrientedTile:
    """A tile kind turned by ``turn`` quarter turns clockwise, with the tables that joining needs.

    ``codes`` holds the four edge codes; ``at_port[p]`` the segments with port ``p``; ``names`` the name
    of each segment in the notation (``road@W``); ``by_name`` the segment of each name that is accepted;
    ``corner_field[c]`` the field segment that fills corner ``c``, or -1. ``emblems`` has a mask for each
    segment: which of the tile's pennants (The Discoverers: port cities) are its own; ``links`` too: which
    segments of the tile its value depends on (a field's cities, the plains beside a mountain).
    """

    kind: TileKind
    turn: int
    codes: tuple[int, int, int, int]
    segments: tuple[Segment, ...]
    at_port: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    by_name: Mapping[str, int]
    ambiguous: Mapping[str, tuple[str, ...]]
    corner_field: tuple[int, int, int, int]
    emblems: tuple[int, ...] = field(repr=False)
    links: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, kind: TileKind, turn: int) -> "OrientedTile":
        """Compile one turn of a kind."""
        segments = tuple(segment.turned(turn) for segment in kind.segments)
        at_port = tuple(
            tuple(number for number, segment in enumerate(segments) if port in segment.ports)
            for port in range(len(PORT_NAMES))
        )
        names = segment_names(segments, at_port)
        by_name, ambiguous = accepted_names(segments, at_port, names)
        corner_field = [-1, -1, -1, -1]
        for number, segment in enumerate(segments):
            for corner in segment.corners:
                corner_field[corner] = number
        codes = [EDGE_CODES.get(kind.edges[(side - turn) % 4], OWN_EDGE) for side in SIDES]
        return cls(
            kind,
            turn,
            (codes[0], codes[1], codes[2], codes[3]),
            segments,
            at_port,
            names,
            by_name,
            ambiguous,
            (corner_field[0], corner_field[1], corner_field[2], corner_field[3]),
            emblem_masks(segments),
            tuple(link_mask(segment, segments) for segment in segments),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _turned, (self.kind, self.turn)

    @property
    def degrees(self) -> int:
        """The turn as text has it: 0, 90, 180 or 270 degrees clockwise."""
        return self.turn * 90

    @cached_property
    def joints(self) -> tuple[tuple[Joint, ...], ...]:
        """The joints of all segments for each pattern of neighbours: bit ``side`` set where one lies."""
        return tuple(
            tuple(
                Joint(segment.kind, port_mask(free_ports(segment, pattern)), emblems, links)
                for segment, emblems, links in zip(self.segments, self.emblems, self.links, strict=True)
            )
            for pattern in range(16)
        )

    @cached_property
    def meetings(self) -> tuple[tuple[Meeting, ...], ...]:
        """The segments that have neighbours, for each pattern of them."""
        return tuple(
            tuple(
                (number, meets)
                for number, segment in enumerate(self.segments)
                if (meets := meeting_sides(segment, pattern))
            )
            for pattern in range(16)
        )

    @cached_property
    def behind(self) -> Mapping[int, tuple[int, ...]]:
        """The segments behind any set of ports on one side, by the mask of the ports."""
        found: dict[int, tuple[int, ...]] = {}
        for side in SIDES:
            edge, left, right = ports_on(side)
            for ports in ((edge,), (left,), (right,), (left, right)):
                found[port_mask(ports)] = tuple(dict.fromkeys(n for p in ports for n in self.at_port[p]))
        return found

    @cached_property
    def reaching(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """What reaches each side: the mask of a port and the number of a segment behind it."""
        return tuple(
            tuple((1 << port, number) for port in ports_on(side) for number in self.at_port[port])
            for side in SIDES
        )

    @cached_property
    def demands(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The sides without a neighbour, for each pattern of neighbours, each with what it demands there.

        A demand is the bits of an empty cell's constraint.
        """
        return tuple(
            tuple(
                (side, self.codes[side] << 2 * opposite(side))
                for side in SIDES
                if not pattern >> side & 1 and self.codes[side] != OWN_EDGE
            )
            for pattern in range(16)
        )

    @cached_property
    def keeps(self) -> tuple[tuple[int, ...], ...]:
        """The sides without a neighbour, for each pattern of them, that only their own set continues."""
        return tuple(
            tuple(s for s in SIDES if not pattern >> s & 1 and self.codes[s] == OWN_EDGE)
            for pattern in range(16)
        )

    @cached_property
    def named(self) -> tuple[tuple[Terrain, str], ...]:
        """The kind and the name of each segment."""
        return tuple((segment.kind, name) for segment, name in zip(self.segments, self.names, strict=True))

    @cached_property
    def closable(self) -> tuple[int, ...]:
        """The numbers of the road and city segments."""
        kinds = (Terrain.ROAD, Terrain.CITY)
        return tuple(number for number, segment in enumerate(self.segments) if segment.kind in kinds)

    @cached_property
    def fields(self) -> tuple[int, ...]:
        """The numbers of the field segments."""
        return tuple(n for n, segment in enumerate(self.segments) if segment.kind is Terrain.FIELD)

    @cached_property
    def field_corners(self) -> tuple[tuple[int, ...], ...]:
        """The corners that a field fills, between two neighbours, for each pattern of neighbours."""
        return tuple(
            tuple(
                corner
                for corner, number in enumerate(self.corner_field)
                if number >= 0 and pattern >> corner & pattern >> (corner - 1) % 4 & 1
            )
            for pattern in range(16)
        )

    @cached_property
    def emblem_count(self) -> int:
        """How many pennants (The Discoverers: port cities) are printed on the tile."""
        return max(mask.bit_length() for mask in self.emblems)

    @cached_property
    def closes(self) -> bool:
        """Whether the tile ends whatever reaches it on every side, as the abbey does."""
        return not any(self.codes)

    @cached_property
    def appearance(self) -> object:
        """A value that is equal for turns that cannot be told apart on the board."""
        return self.codes, frozenset(
            (s.kind, s.ports, s.pennants, s.marks, s.corners,
             tuple(sorted(self.segments[t].ports for t in s.touches)),
             tuple(sorted(self.segments[b].ports for b in s.borders)), len(s.cities),
             tuple(sorted(self.segments[n].ports for group in self.kind.meets if i in group for n in group)))
            for i, s in enumerate(self.segments)
        )  # fmt: skip

    def continues(self, constraint: int) -> bool:
        """Whether the tile continues every neighbour of a cell with this constraint.

        Where one with edges of its own can lie is for its set to say.
        """
        if OWN_EDGE in self.codes:
            return False
        for side in SIDES:
            wanted = constraint >> 2 * side & 3
            if wanted and self.codes[side] not in (0, wanted):
                return False
        return True

    def segment_number(self, where: str) -> int:
        """The number of the segment that ``where`` names (``city@N``, ``monastery``).

        Any of a segment's own ports is accepted. Raises NotationError when there is no such segment or
        when the port belongs to two segments of that kind.
        """
        number = self.by_name.get(where)
        if number is not None:
            return number
        if where in self.ambiguous:
            first, second = self.ambiguous[where]
            raise NotationError(f"{where} could be two segments: say {first} or {second}")
        raise NotationError(f"{self.kind.id} has no {where} here; it has {', '.join(self.names)}")


def _turned(kind: TileKind, turn: int) -> OrientedTile:
    return kind.turns[turn]
