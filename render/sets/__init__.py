"""What each set adds to pictures and to their words: one file each, which ends in its row and is found.

:mod:`render.sets.pictures` tells what a row may have. Nobody outside asks for a set by its name: what
all sets have of one sort is asked for here.
"""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from core import Segment, Terrain, TileKind, tile_kind, tile_set
from core.editions import box_names
from render.sets.pictures import Emblem, FigurePainter, Layer, Mark, PointsKind, SetPictures, Tally, Whole

__all__ = [
    "emblems_on",
    "figure_painter",
    "figure_size",
    "find_again",
    "key_of_edge",
    "key_of_segment",
    "layers_on",
    "lies_in_fields",
    "marks_on",
    "pictures",
    "pictures_of",
    "pictures_of_tile",
    "points_kind",
    "seers",
    "segments_seen",
    "shut_kinds",
    "tallies",
    "tally_beside",
    "whole_of",
]


@cache
def pictures() -> Mapping[str, SetPictures]:
    """The row of each set by its name."""
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    rows = (module.PICTURES for module in modules if hasattr(module, "PICTURES"))
    return MappingProxyType({row.name: row for row in rows})


def pictures_of(names: Iterable[str]) -> Iterator[SetPictures]:
    """The rows of some sets, in their order."""
    rows = pictures()
    return (rows[name] for name in names if name in rows)


def pictures_of_tile(kind: TileKind) -> SetPictures | None:
    """The row of the set that has a tile."""
    return pictures().get(kind.id.partition("/")[0])


class _Gathered(NamedTuple):
    """What all rows have of one sort; asked for so often in a picture that it is gathered once."""

    figures: Mapping[str, FigurePainter]
    lying: Mapping[str, FigurePainter]
    sizes: Mapping[str, float]
    tallies: Mapping[str, Tally]
    wholes: tuple[Whole, ...]
    marks: tuple[Mark, ...]
    emblems: tuple[Emblem, ...]
    layers: tuple[Layer, ...]
    points: Mapping[str, PointsKind]
    sides: Mapping[Terrain, str]
    edges: Mapping[str, str]
    inside: Mapping[Terrain, str]
    shut: frozenset[Terrain]


@cache
def _gathered() -> _Gathered:
    rows = pictures().values()
    return _Gathered(
        figures={figure: paint for row in rows for figure, paint in row.figures.items()},
        lying={figure: paint for row in rows for figure, paint in row.lying.items()},
        sizes={figure: size for row in rows for figure, size in row.sizes.items()},
        tallies={figure: tally for row in rows for figure, tally in row.tallies.items()},
        wholes=tuple(whole for row in rows for whole in row.wholes),
        marks=tuple(mark for row in rows for mark in row.marks),
        emblems=tuple(emblem for row in rows for emblem in row.emblems),
        layers=tuple(layer for row in rows for layer in row.layers),
        points={kind.name: kind for row in rows for kind in row.points},
        sides={terrain: key for row in rows for terrain, key in row.sides.items()},
        edges={edge: key for row in rows for edge, key in row.edges.items()},
        inside={terrain: key for row in rows for terrain, key in row.inside.items()},
        shut=frozenset(terrain for row in rows for terrain in row.shut),
    )


def find_again() -> None:
    """Forget which sets there are, after one has been added or removed."""
    pictures.cache_clear()
    _gathered.cache_clear()


def figure_painter(figure: str, *, lying: bool = False) -> FigurePainter:
    """What paints a figure. Raises KeyError when no set has it."""
    gathered = _gathered()
    return (gathered.lying.get(figure) if lying else None) or gathered.figures[figure]


def lies_in_fields(figure: str) -> bool:
    """Whether a figure looks different when it lies in a field."""
    return figure in _gathered().lying


def figure_size(figure: str) -> float:
    """How large a figure is, compared with others."""
    return _gathered().sizes.get(figure, 1.0)


def tallies() -> Mapping[str, Tally]:
    """The numbers that are shown beside figures, by the figure."""
    return _gathered().tallies


def tally_beside(figure: str) -> Tally | None:
    """The number that is shown beside a figure, if there is one."""
    return _gathered().tallies.get(figure)


def whole_of(kind: TileKind) -> Whole | None:
    """The way of painting a tile as one, if it is such a tile."""
    for whole in _gathered().wholes:
        if whole.on(kind):
            return whole
    return None


def marks_on(kind: TileKind) -> tuple[Mark, ...]:
    """What is printed in the fields of a tile."""
    return tuple([mark for mark in _gathered().marks if mark.on(kind)])


def emblems_on(segment: Segment) -> tuple[Emblem, ...]:
    """What is printed at a segment, but for pennants."""
    return tuple([emblem for emblem in _gathered().emblems if emblem.on(segment)])


@lru_cache(maxsize=1024)
def seers(kind_id: str, sets: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the sets that see something on this tile although it is of another box."""
    return tuple(name for name in sets if name in box_names() and kind_id in tile_set(name).elsewhere)


@lru_cache(maxsize=1024)
def segments_seen(kind_id: str, by: tuple[str, ...] = ()) -> tuple[Segment, ...]:
    """The segments of an unturned tile, with what these sets see there."""
    tile = tile_kind(kind_id).turns[0]
    segments = list(tile.segments)
    for at, mark in (seen for name in by for seen in tile_set(name).elsewhere[kind_id].items()):
        number = tile.segment_number(at)
        segments[number] = replace(segments[number], marks=(*segments[number].marks, mark))
    return tuple(segments)


def layers_on(kind: TileKind) -> tuple[Layer, ...]:
    """What a tile has on its ground, below roads and cities."""
    return tuple([layer for layer in _gathered().layers if layer.on(kind)])


def key_of_segment(segment: Segment) -> str | None:
    """The key that tells of a segment in alternative texts; None for what is not told."""
    gathered = _gathered()
    return (gathered.sides if segment.ports else gathered.inside).get(segment.kind)


def key_of_edge(edge: str) -> str | None:
    """The key that tells of an edge that only one set has; None for those of land, which segments tell."""
    return _gathered().edges.get(edge)


def shut_kinds() -> frozenset[Terrain]:
    """The kinds of features that are closed, and not completed."""
    return _gathered().shut


def points_kind(name: str) -> PointsKind:
    """What points are given for, by its name. Raises KeyError when no set has it."""
    return _gathered().points[name]
