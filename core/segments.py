"""Segments: the connected pieces of terrain on one tile, and what follows from them when the tile lies."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.geometry import PORT_NAMES, mirror, port_mask, side_of, turned_corner, turned_port


class Terrain(StrEnum):
    """The kind of a segment, and so of a feature."""

    ROAD = "road"
    CITY = "city"
    FIELD = "field"
    MONASTERY = "monastery"
    PLAIN = "plain"
    MOUNTAIN = "mountain"
    SEA = "sea"

    __hash__ = str.__hash__


EDGE_CODES: Final[Mapping[str, int]] = {
    "any": 0,
    "field": 1,
    "road": 2,
    "city": 3,
    "plain": 1,
    "mountain": 2,
    "sea": 3,
}
"""How an edge is coded in two bits; 0 is the abbey's edge, which continues anything."""
OWN_EDGE: Final = 4
"""The code of edges that one set alone has: they are continued where that set says."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A connected piece of one terrain on one tile, turned as the tile is.

    ``touches`` (fields), ``borders`` (The Discoverers) and ``cities`` hold numbers: segments of the same
    tile, and port cities of the same tile. ``marks`` are what else a set prints on it.
    """

    kind: Terrain
    ports: tuple[int, ...]
    pennants: int = 0
    touches: tuple[int, ...] = ()
    corners: tuple[int, ...] = ()
    borders: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()

    def turned(self, turn: int) -> "Segment":
        """The segment after so many quarter turns clockwise."""
        return Segment(
            self.kind,
            tuple(sorted(turned_port(port, turn) for port in self.ports)),
            self.pennants,
            self.touches,
            tuple(sorted(turned_corner(corner, turn) for corner in self.corners)),
            self.borders,
            self.cities,
            self.marks,
        )


def free_ports(segment: Segment, pattern: int) -> tuple[int, ...]:
    """The ports on sides without a neighbour; ``pattern`` has the bit of each side where one lies."""
    return tuple(port for port in segment.ports if not pattern >> side_of(port) & 1)


def meeting_sides(segment: Segment, pattern: int) -> tuple[tuple[int, int], ...]:
    """The sides where a neighbour lies, each with the mask of the neighbour's ports that touch."""
    sides = sorted({side_of(port) for port in segment.ports if pattern >> side_of(port) & 1})
    touching = {side: [mirror(port) for port in segment.ports if side_of(port) == side] for side in sides}
    return tuple((side, port_mask(tuple(ports))) for side, ports in touching.items())


def emblem_masks(segments: tuple[Segment, ...]) -> tuple[int, ...]:
    """For each segment the mask of the tile's pennants (The Discoverers: port cities) that are its own."""
    masks, used = [], 0
    for segment in segments:
        masks.append(((1 << segment.pennants) - 1 << used) | sum(1 << city for city in segment.cities))
        used += segment.pennants
    return tuple(masks)


def link_mask(segment: Segment, segments: tuple[Segment, ...]) -> int:
    """The mask of the segments that a segment's value depends on: a field's cities, a mountain's plains."""
    plains = [n for n in segment.borders if segments[n].kind is Terrain.PLAIN]
    beside = plains if segment.kind is Terrain.MOUNTAIN else ()
    return sum(1 << number for number in {*segment.touches, *beside})


def segment_names(segments: tuple[Segment, ...], at_port: tuple[tuple[int, ...], ...]) -> tuple[str, ...]:
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


def accepted_names(
    segments: tuple[Segment, ...], at_port: tuple[tuple[int, ...], ...], names: tuple[str, ...]
) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """The segment of each name that is understood, and the names that could be one of two."""
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
