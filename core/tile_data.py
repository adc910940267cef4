"""Reading tile files, and refusing bad ones by name and line.

The files in ``core/data`` say in their head how they are written. Everything that a set of tiles must
fulfil is checked here once, so that the engine can trust its tables.
"""

import copyreg
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from core.editions import FIRST, NEWEST, box_names, data_text, last_like
from core.errors import NotationError, TileDataError
from core.geometry import (
    CORNERS,
    EDGE_PORTS,
    HALF_PORTS,
    PORT_NAMES,
    PORTS,
    SIDES,
    port_mask,
    ports_on,
)
from core.quoting import quoted
from core.segments import EDGE_CODES, Segment, Terrain
from core.tiles import TileKind, TileSet

_TILE_KEYS: Final = {
    "id", "count", "per_player", "start", "edges", "segments", "meets", "cities",
    "provenance", "confidence", "note",
}  # fmt: skip
_HEAD: Final = re.compile(r"\s*\[\[\s*tile\s*\]\]")
_SEGMENT_KEYS: Final = {"pennants", "touches", "corners", "borders"}


def parse_tile_set(text: str, name: str, edition: int = NEWEST) -> TileSet:
    """Read the text of a data file, which is the last edition's in which the box is so.

    Raises TileDataError, which names the set, the line where the tile begins and the tile, when the text
    is no TOML, a tile is impossible, or the counts do not add up to ``total``.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TileDataError(f"{name}: {error}") from error
    if data.get("set") != name:
        raise TileDataError(f"{name}: line 1: the file says that it is the set {data.get('set')!r}")
    entries = data.get("tile", [])
    lines = [number for number, line in enumerate(text.splitlines(), 1) if _HEAD.match(line)]
    if not isinstance(entries, list) or len(lines) != len(entries):
        raise TileDataError(f"{name}: every tile begins with a line [[tile]]")
    kinds: dict[str, TileKind] = {}
    for line, entry in zip(lines, entries, strict=True):
        try:
            kind = _tile(entry, name, edition, data)
        except (ValueError, KeyError, TypeError) as error:
            what = f"{error.args[0]}" if error.args else "it cannot be read"
            raise TileDataError(f"{name}: line {line}: tile {entry.get('id', '?')}: {what}") from error
        if kind.id in kinds:
            raise TileDataError(f"{name}: line {line}: tile {kind.id} is there twice")
        kinds[kind.id] = kind
    total = sum(kind.count for kind in kinds.values())
    if total != data.get("total"):
        raise TileDataError(f"{name}: the counts add up to {total} tiles, but total is {data.get('total')}")
    return TileSet(name, kinds, dict(data.get("tokens", {})), dict(data.get("elsewhere", {})))


def _tile(entry: Mapping[str, Any], set_name: str, edition: int, head: Mapping[str, Any]) -> TileKind:
    marks = head.get("marks", ())
    if unknown := set(entry) - _TILE_KEYS - set(marks):
        raise ValueError(f"{_listing(unknown)} means nothing here")
    if not re.fullmatch(r"[A-Za-z0-9-]+", entry["id"]):
        raise ValueError("an id is made of letters, digits and hyphens")
    edges = tuple(entry["edges"].split())
    known = {*EDGE_CODES, *head.get("own_edges", ())}
    if len(edges) != 4 or any(edge not in known for edge in edges):
        raise ValueError(f"edges must be four of {_listing(known)}")
    cities = tuple((first, second) for first, second in entry.get("cities", ()))
    on_segments = head.get("segment_marks", ())
    segments = tuple(
        _segment(text, number, cities, on_segments) for number, text in enumerate(entry["segments"])
    )
    kind = TileKind(
        id=f"{set_name}/{entry['id']}",
        count=entry.get("count", 0),
        edges=(edges[0], edges[1], edges[2], edges[3]),
        segments=segments,
        meets=tuple(tuple(group) for group in entry.get("meets", ())),
        cities=cities,
        start=entry.get("start", False),
        marks=frozenset(mark for mark in marks if entry.get(mark, False)),
        per_player=entry.get("per_player", 0),
        provenance=entry.get("provenance", ""),
        edition=edition,
    )
    if kind.count < 0 or kind.per_player < 0 or not kind.count + kind.per_player:
        raise ValueError("count (or per_player) must be at least 1")
    _check_segments(kind)
    return kind


def _segment(
    entry: Mapping[str, Any], number: int, cities: Sequence[tuple[int, int]], marks: Sequence[str]
) -> Segment:
    kinds = [key for key in entry if key not in _SEGMENT_KEYS and key not in marks]
    if len(kinds) != 1 or kinds[0] not in set(Terrain):
        raise ValueError(f"segment {number}: it must have one kind of {_listing(Terrain)}")
    kind = Terrain(kinds[0])
    try:
        ports = _parse_ports(entry[kind], kind)
    except (KeyError, ValueError) as error:
        raise ValueError(f"segment {number}: {entry[kind]!r} are no ports of a {kind}") from error
    try:
        corners = _parse_corners(entry.get("corners", ""))
    except KeyError as error:
        raise ValueError(f"segment {number}: {error.args[0]!r} is no corner") from error
    return Segment(
        kind,
        ports,
        entry.get("pennants", 0),
        tuple(entry.get("touches", ())),
        corners,
        tuple(entry.get("borders", ())),
        tuple(city for city, between in enumerate(cities) if number in between),
        tuple(mark for mark in marks if entry.get(mark, False)),
    )


def _parse_ports(text: str, kind: Terrain) -> tuple[int, ...]:
    """Read ``"N E"`` or ``"NL NR"``. Raises ValueError when a port is unknown or of the wrong sort."""
    ports = tuple(sorted(PORTS[name] for name in text.split()))
    allowed = HALF_PORTS if kind is Terrain.FIELD else EDGE_PORTS
    if port_mask(ports) & ~allowed or len(set(ports)) != len(ports):
        raise ValueError(text)
    return ports


def _parse_corners(text: str) -> tuple[int, ...]:
    """Read ``"NW SE"``. Raises KeyError when a corner is unknown."""
    return tuple(sorted(CORNERS[name] for name in text.split()))


def _check_segments(kind: TileKind) -> None:
    segments = kind.segments
    numbers = set(range(len(segments)))
    groups = [*kind.meets, *kind.cities, *(s.touches for s in segments), *(s.borders for s in segments)]
    if any(number not in numbers for group in groups for number in group):
        raise ValueError("it names a segment that it does not have")
    if any(segments[number].kind is not Terrain.CITY for segment in segments for number in segment.touches):
        raise ValueError("a field can touch cities only")
    for side in SIDES:
        edge = kind.edges[side]
        here = {p: [s for s in segments if p in s.ports] for p in ports_on(side)}
        for port, found in here.items():
            wanted = _wanted(edge, port)
            if [s.kind for s in found] not in wanted:
                raise ValueError(f"port {PORT_NAMES[port]} does not go with the {edge} edge")
    corners = [corner for segment in segments for corner in segment.corners]
    if len(corners) != len(set(corners)):
        raise ValueError("two fields claim one corner")


def _wanted(edge: str, port: int) -> tuple[list[Terrain], ...]:
    """Which segments may hold a port on such an edge."""
    half = port >= len(SIDES)
    nothing: list[Terrain] = []
    match edge:
        case "any":
            return (nothing,)
        case "field":
            return ([Terrain.FIELD],) if half else (nothing,)
        case "road":
            return ([Terrain.FIELD],) if half else ([Terrain.ROAD],)
        case "city":
            return (nothing,) if half else ([Terrain.CITY], [Terrain.CITY, Terrain.CITY])
        case _ if edge not in EDGE_CODES:
            return ([Terrain.FIELD],) if half else (nothing,)
        case _:
            return (nothing,) if half else ([Terrain(edge)],)


def _listing(names: Any) -> str:
    return ", ".join(sorted(str(name) for name in names))


@lru_cache
def tile_set(name: str, edition: int = NEWEST) -> TileSet:
    """The tile set of that name (``base``, ``abbey-mayor``) in an edition of the data, read once.

    Editions in which it is the same share it. Raises TileDataError when the data file is bad and
    NotationError when there is no such set.
    """
    if name not in box_names():
        raise NotationError(f"there is no tile set {quoted(name)}; there are {', '.join(box_names())}")
    last = last_like(name, edition)
    return parse_tile_set(data_text(name, last), name, last) if last == edition else tile_set(name, last)


def tile_kind(tile_id: str, edition: int | None = None) -> TileKind:
    """The kind with this id (``base/D``) in an edition of the data. Raises NotationError when there is none.

    Without an edition it is that of the newest which has it: good for what is printed there, which is the
    same in all editions (:mod:`core.editions`), but not for playing, since ``count`` is not.
    """
    set_name, _, _ = tile_id.partition("/")
    for number in range(NEWEST, FIRST - 1, -1) if edition is None else (edition,):
        kind = tile_set(set_name, number).kinds.get(tile_id)
        if kind is not None:
            return kind
    where = "" if edition is None else f" in edition {edition}"
    raise NotationError(f"there is no tile {quoted(tile_id)}{where}")


def _named(kind: TileKind) -> tuple[Any, ...]:
    return tile_kind, (kind.id, kind.edition)


# A tile is pickled by its name: whoever reads it has the same data.
copyreg.pickle(TileKind, _named)
