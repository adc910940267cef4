"""The sets of tiles: one file each with its rules, found by being here, and ending in a row.

Nobody lists the sets, and outside of its own file nothing asks which of them are in play.
"""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from core.sets.row import SetRow

__all__ = ["SetRow", "offered", "rows"]


@cache
def rows() -> Mapping[str, SetRow]:
    """The row of each set by its name (``abbey-mayor``), by rank."""
    found: dict[str, SetRow] = {}
    for module in pkgutil.iter_modules(__path__):
        row = getattr(import_module(f"{__name__}.{module.name}"), "SET", None)
        if isinstance(row, SetRow):
            found[module.name.replace("_", "-")] = row
    return MappingProxyType(dict(sorted(found.items(), key=lambda entry: entry[1].rank)))


def offered() -> Mapping[str, SetRow]:
    """The rows of the sets that people can choose."""
    return MappingProxyType({name: row for name, row in rows().items() if row.offered})
