"""What each set adds to pictures and to their words: one file each, which ends in its row and is found.

:mod:`render.sets.pictures` tells what a row may have. Nobody outside asks for a set by its name: what
all sets have of one sort is asked for here.
"""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from core import Segment, Terrain, TileKind
from render.sets.pictures import FigurePainter, Mark, PointsKind, SetPictures, Tally, Whole

__all__ = [
    "figure_painter",
    "key_of_segment",
    "marks_on",
    "pictures",
    "pictures_of",
    "pictures_of_tile",
    "points_kind",
    "shut_kinds",
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


def figure_painter(figure: str, *, lying: bool = False) -> FigurePainter:
    """What paints a figure. Raises KeyError when no set has it."""
    rows = pictures().values()
    if lying:
        for row in rows:
            if figure in row.lying:
                return row.lying[figure]
    for row in rows:
        if figure in row.figures:
            return row.figures[figure]
    raise KeyError(figure)


def tally_beside(figure: str) -> Tally | None:
    """The number that is shown beside a figure, if there is one."""
    return next((row.tallies[figure] for row in pictures().values() if figure in row.tallies), None)


def whole_of(kind: TileKind) -> Whole | None:
    """The way of painting a tile as one, if it is such a tile."""
    return next((whole for row in pictures().values() for whole in row.wholes if whole.on(kind)), None)


def marks_on(kind: TileKind) -> tuple[Mark, ...]:
    """What is printed in the fields of a tile."""
    return tuple(mark for row in pictures().values() for mark in row.marks if mark.on(kind))


def key_of_segment(segment: Segment) -> str | None:
    """The key that tells of a segment in alternative texts; None for what is not told."""
    for row in pictures().values():
        keys = row.sides if segment.ports else row.inside
        if segment.kind in keys:
            return keys[segment.kind]
    return None


def shut_kinds() -> frozenset[Terrain]:
    """The kinds of features that are closed, and not completed."""
    return frozenset(kind for row in pictures().values() for kind in row.shut)


def points_kind(name: str) -> PointsKind:
    """What points are given for, by its name. Raises KeyError when no set has it."""
    found = (kind for row in pictures().values() for kind in row.points if kind.name == name)
    kind = next(found, None)
    if kind is None:
        raise KeyError(name)
    return kind
