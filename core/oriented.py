"""Tiles as they lie: compiled tables, so that laying one needs no arithmetic."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from core.errors import NotationError
from core.geometry import PORT_NAMES, SIDES, mirror, opposite, port_mask, ports_on, side_of
from core.tiles import EDGE_CODES, Segment, Terrain, TileKind


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
        names = _names(segments, at_port)
        by_name, ambiguous = _accepted_names(segments, at_port, names)
        corner_field = [-1, -1, -1, -1]
        for number, segment in enumerate(segments):
            for corner in segment.corners:
                corner_field[corner] = number
        codes = [EDGE_CODES[kind.edges[(side - turn) % 4]] for side in SIDES]
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
            _emblems(segments),
            tuple(_links(segment, segments) for segment in segments),
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
                Joint(segment.kind, port_mask(_alone(segment, pattern)), emblems, links)
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
                if (meets := _meets(segment, pattern))
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
            tuple((side, self.codes[side] << 2 * opposite(side)) for side in SIDES if not pattern >> side & 1)
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
        return frozenset(
            (s.kind, s.ports, s.pennants, s.corners, tuple(sorted(self.segments[t].ports for t in s.touches)),
             tuple(sorted(self.segments[b].ports for b in s.borders)), len(s.cities),
             tuple(sorted(self.segments[n].ports for group in self.kind.meets if i in group for n in group)))
            for i, s in enumerate(self.segments)
        )  # fmt: skip

    def continues(self, constraint: int) -> bool:
        """Whether the tile continues every neighbour of a cell with this constraint."""
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


def _alone(segment: Segment, pattern: int) -> tuple[int, ...]:
    return tuple(port for port in segment.ports if not pattern >> side_of(port) & 1)


def _meets(segment: Segment, pattern: int) -> tuple[tuple[int, int], ...]:
    """The sides where a neighbour lies, each with the mask of the neighbour's ports that touch."""
    sides = sorted({side_of(port) for port in segment.ports if pattern >> side_of(port) & 1})
    touching = {side: [mirror(port) for port in segment.ports if side_of(port) == side] for side in sides}
    return tuple((side, port_mask(tuple(ports))) for side, ports in touching.items())


def _emblems(segments: tuple[Segment, ...]) -> tuple[int, ...]:
    masks, used = [], 0
    for segment in segments:
        masks.append(((1 << segment.pennants) - 1 << used) | sum(1 << city for city in segment.cities))
        used += segment.pennants
    return tuple(masks)


def _links(segment: Segment, segments: tuple[Segment, ...]) -> int:
    plains = [n for n in segment.borders if segments[n].kind is Terrain.PLAIN]
    beside = plains if segment.kind is Terrain.MOUNTAIN else ()
    return sum(1 << number for number in {*segment.touches, *beside})


def _names(segments: tuple[Segment, ...], at_port: tuple[tuple[int, ...], ...]) -> tuple[str, ...]:
    """The canonical name of each segment; see docs/records.md."""
    names: list[str] = []
    for segment in segments:
        own = [
            port
            for port in segment.ports
            if sum(segments[n].kind is segment.kind for n in at_port[port]) == 1
        ]
        if own:
            names.append(f"{segment.kind}@{PORT_NAMES[own[0]]}")
            continue
        name = segment.kind.value if segment.kind is Terrain.MONASTERY else f"{segment.kind}@inside"
        taken = sum(other == name or other.startswith(f"{segment.kind}@inside") for other in names)
        names.append(f"{name}{taken + 1}" if taken else name)
    return tuple(names)


def _accepted_names(
    segments: tuple[Segment, ...], at_port: tuple[tuple[int, ...], ...], names: tuple[str, ...]
) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    accepted = {name: number for number, name in enumerate(names)}
    ambiguous: dict[str, tuple[str, ...]] = {}
    for segment in segments:
        for port in segment.ports:
            name = f"{segment.kind}@{PORT_NAMES[port]}"
            owners = [n for n in at_port[port] if segments[n].kind is segment.kind]
            if len(owners) == 1:
                accepted[name] = owners[0]
            else:
                ambiguous[name] = tuple(names[n] for n in owners)
    return accepted, ambiguous
