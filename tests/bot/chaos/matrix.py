"""Which cells of a matrix of faults are tried: a sample in which everything occurs, or all of them.

``BASTIDE_CHAOS=all`` tries every cell; any other value draws another sample than the usual one.
"""

import os
import random
from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeVar

Cell = TypeVar("Cell", bound=tuple[str, ...])

CHAOS: Final = os.environ.get("BASTIDE_CHAOS", "")
ALL: Final = "all"
SAMPLE: Final = 40
"""So many cells are tried in an ordinary run."""
KILLS: Final = 20 if CHAOS == ALL else 8
"""So often a program is killed in one game."""
ROUNDS: Final = 5 if CHAOS == ALL else 2
"""So many turns each of two people has in that game."""


def sampled(cells: Sequence[Cell], size: int = SAMPLE, *, chaos: str = CHAOS) -> list[Cell]:
    """The cells to try: always the same for the same ``chaos``, so that all workers collect alike.

    Each cell is one value of every axis, by name. Of those that are left one is taken whose values were
    taken most rarely, so that even a small sample has every value of every axis.
    """
    if chaos == ALL or len(cells) <= size:
        return list(cells)
    left = list(cells)
    random.Random(f"chaos {chaos}").shuffle(left)
    taken: list[Cell] = []
    seen: Counter[tuple[int, str]] = Counter()
    while len(taken) < size:
        rarest = min(left, key=lambda cell: sum(seen[axis] for axis in enumerate(cell)))
        left.remove(rarest)
        taken.append(rarest)
        seen.update(enumerate(rarest))
    return taken


def name(cell: Cell) -> str:
    """The cell as the name of its test."""
    return " ".join(cell).replace(" ", "-")
