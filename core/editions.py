"""Editions of the data from which games are made.

A record keeps a seed, and the rest follows from data: the tiles of each box, their order (which decides the
shuffle), counts of flock tokens, defaults of options. A record therefore names the edition with which it was
begun, and goes on with it to its end, whatever the data are by then. Editions are numbered from 1, all boxes
together. This is how one is added:

* The box as it was moves to ``core/data/editions/N/``, N being the last edition in which it was so; the file
  in ``core/data`` is that of the newest edition. Boxes that did not change have no file there.
* :data:`NEWEST` is raised. A default that changes is entered in the row of its set (:mod:`core.sets`).
* An id stands for one print in every edition that has it, so whoever draws or names a tile needs no edition.
  A tile whose print is corrected gets an id of its own.
"""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

FIRST: Final = 1
"""The edition of records that name none."""
NEWEST: Final = 2
"""The edition with which games are begun."""


@cache
def box_names() -> tuple[str, ...]:
    """The sets of which there is a data file."""
    files = (resources.files("core") / "data").iterdir()
    return tuple(sorted(f.name[:-5].replace("_", "-") for f in files if f.name.endswith(".toml")))


def last_like(name: str, edition: int) -> int:
    """The newest edition in which a box is still as it was in this one."""
    return next((later for later in range(edition, NEWEST) if _kept(name, later).is_file()), NEWEST)


def data_text(name: str, edition: int = NEWEST) -> str:
    """The text of the data file of a box."""
    last = last_like(name, edition)
    return (_file(name) if last == NEWEST else _kept(name, last)).read_text("utf-8")


def _file(name: str) -> Traversable:
    return resources.files("core") / "data" / f"{name.replace('-', '_')}.toml"


def _kept(name: str, edition: int) -> Traversable:
    return resources.files("core") / "data" / "editions" / str(edition) / _file(name).name
