"""Tiles as they are printed.

A :class:`TileKind` is a printed tile, read from ``core/data/*.toml``; turned by 0 to 3 quarter turns it is
an :class:`core.oriented.OrientedTile`. Which kinds there are depends on the edition (:mod:`core.editions`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from core.editions import FIRST, NEWEST, data_text, last_like
from core.errors import NotationError
from core.geometry import (
    SIDES,
    turned_corner,
    turned_port,
)
from core.quoting import quoted

if TYPE_CHECKING:
    from core.oriented import OrientedTile


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


@dataclass(frozen=True, slots=True)
class Segment:
    """A connected piece of one terrain on one tile, turned as the tile is.

    ``touches`` (fields), ``borders`` (The Discoverers) and ``cities`` hold numbers: segments of the same
    tile, and port cities of the same tile.
    """

    kind: Terrain
    ports: tuple[int, ...]
    pennants: int = 0
    touches: tuple[int, ...] = ()
    corners: tuple[int, ...] = ()
    borders: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()

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
        )


@dataclass(frozen=True, eq=False)
class TileKind:
    """A printed tile.

    ``id`` is ``SET/NAME`` (``base/D``). ``count`` tells how many are in the bag, ``per_player`` how many
    every player holds instead (abbeys). ``meets`` groups the segments that end at the same crossing,
    house, monastery or city. ``cities`` (The Discoverers) holds for each port city the two segments
    between which it lies. ``edition`` is the last one that has the tile just so. It is pickled by its name.
    """

    id: str
    count: int
    edges: tuple[str, str, str, str]
    segments: tuple[Segment, ...]
    meets: tuple[tuple[int, ...], ...] = ()
    cities: tuple[tuple[int, int], ...] = ()
    start: bool = False
    hill: bool = False
    vineyard: bool = False
    per_player: int = 0
    provenance: str = ""
    edition: int = NEWEST

    def __str__(self) -> str:
        return self.id

    def __reduce__(self) -> tuple[Any, ...]:
        return tile_kind, (self.id, self.edition)

    @cached_property
    def turns(self) -> tuple["OrientedTile", ...]:
        """The tile in its four turns, by quarter turns clockwise."""
        from core.oriented import OrientedTile

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
    """The tiles of one box, by id, in the order of the data file."""

    name: str
    kinds: Mapping[str, TileKind]
    tokens: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many tiles the box holds, the start tile included."""
        return sum(kind.count for kind in self.kinds.values())


@lru_cache
def tile_set(name: str, edition: int = NEWEST) -> TileSet:
    """The tile set of that name (``base``, ``abbey-mayor``) in an edition of the data, read once.

    Editions in which it is the same share it. Raises TileDataError when the data file is bad and
    NotationError when there is no such set.
    """
    from core.tile_data import SET_NAMES, parse_tile_set

    if name not in SET_NAMES:
        raise NotationError(f"there is no tile set {quoted(name)}; there are {', '.join(SET_NAMES)}")
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
