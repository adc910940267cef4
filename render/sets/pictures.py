"""What a set declares for pictures and their words; all of it may be left out."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from PIL import Image

from core import Event, Position, Segment, Terrain, TileKind
from render.art.brush import Canvas, TileCanvas
from render.art.curves import Point
from render.art.plan import TilePlan
from render.say import Say
from render.theme import Colour, PlayerLook, Theme

FigurePainter = Callable[[Canvas, PlayerLook], None]
"""Paints a figure into a canvas that is one figure wide and tall."""


class Mark(NamedTuple):
    """What is printed in a field of some tiles."""

    on: Callable[[TileKind], bool]
    """Whether a tile has it."""
    paint: Callable[[TileCanvas, Point, float], None]
    """Paints it around a point, about so far."""
    key: str
    """What the alternative text calls it."""


class Emblem(NamedTuple):
    """What is printed at some segments, and matters: a building, or a sign."""

    on: Callable[[Segment], bool]
    """Whether a segment has it."""
    place: Callable[[str, int], tuple[Point, float]]
    """Where it stands in its unturned tile and how far it reaches, by the tile's id and the segment."""
    paint: Callable[[TileCanvas, Point, float], None]
    """Paints it around a point, about so far."""
    key: str
    """What the alternative text calls it."""
    clear: float = 0.0
    """How far around it no house stands, in parts of how far it reaches."""
    beside: Point | None = None
    """Where a figure of its segment stands, however the tile lies, if it would hide it elsewhere."""


class Layer(NamedTuple):
    """What some tiles have on their ground, below roads and cities."""

    on: Callable[[TileKind], bool]
    """Whether a tile has it."""
    paint: Callable[[TileCanvas, TilePlan, int], None]
    """Paints it, in one of the tile's variants."""


class Whole(NamedTuple):
    """A tile that is painted as one, and not from roads, cities and what lies between them."""

    on: Callable[[TileKind], bool]
    """Whether a tile is one."""
    paint: Callable[[TileCanvas, TilePlan, int], None]
    """Paints all of it, in one of its variants."""
    name: str = ""
    """What the alternative text calls it, as ``alt.on.NAME`` and ``alt.beside.NAME``; without one it tells
    of the tile's segments."""


class Holding(NamedTuple):
    """What a player has besides figures, as the panel shows and the alternative text tells it."""

    name: str
    """The end of ``alt.supply.NAME``, which gets the ``count``."""
    number: Callable[[Position, int], int]
    """How many of it a seat has."""
    paint: Callable[[int, Theme], Image.Image]
    """A picture of one, so many pixels wide."""


class Tally(NamedTuple):
    """A number that is shown beside a figure."""

    name: str
    paint: Callable[[int], Image.Image]
    """A picture of what is counted."""
    number: Callable[[Position, int], int]
    """How many a seat's figure has by now."""
    gained: Callable[[Event], tuple[int, int] | None]
    """Which seat's figure gets how many more by an event. A figure that leaves the board loses them all."""


class PointsKind(NamedTuple):
    """What points are given for, as charts and summaries show it."""

    name: str
    """As in :data:`core.records.history.KINDS`."""
    colour: Callable[[Theme], Colour]
    paint: Callable[[Canvas, Theme], None]
    """Paints its icon into a box of its colour."""


def _nothing(_kind: TileKind, _say: Say) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class SetPictures:
    """A set as pictures show it and alternative texts tell it."""

    name: str
    """As in records."""
    figures: Mapping[str, FigurePainter] = field(default_factory=dict)
    lying: Mapping[str, FigurePainter] = field(default_factory=dict)
    """Those figures that look different when they lie in a field."""
    sizes: Mapping[str, float] = field(default_factory=dict)
    """Those figures that are larger or smaller than others, by how much."""
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    """By the figure beside which they are shown."""
    colours: Callable[[Theme], Theme] | None = None
    """The colours in which the set's own tiles are painted, if not in those of the theme."""
    wholes: tuple[Whole, ...] = ()
    marks: tuple[Mark, ...] = ()
    emblems: tuple[Emblem, ...] = ()
    layers: tuple[Layer, ...] = ()
    holdings: tuple[Holding, ...] = ()
    points: tuple[PointsKind, ...] = ()
    """What it gives points for, in the order in which that is told."""
    rims: bool = False
    """Whether the edges of claimed features have their owner's colour, since features are large."""
    sides: Mapping[Terrain, str] = field(default_factory=dict)
    """Kinds of segments that reach the sides of tiles and are told with these, by the key that tells them."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """Edges that only its own tiles have, by the key that tells the sides that have them."""
    inside: Mapping[Terrain, str] = field(default_factory=dict)
    """Kinds of segments that reach no side of their tile, by the key that tells them."""
    shut: Collection[Terrain] = ()
    """Kinds of features that are closed, and not completed."""
    printed: Callable[[TileKind, Say], Iterable[str]] = _nothing
    """What else the alternative text tells of a tile."""
    printed_keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys of that, with the names of their arguments."""
