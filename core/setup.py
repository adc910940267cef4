"""What is settled before the first action of a game."""

from dataclasses import dataclass

from core.geometry import Cell
from core.tiles import TileKind

Token = int | str
"""What some sets draw from a bag of their own: a count, or what it is called (``"wolf"``)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is settled before the first action.

    ``bag`` is the order of draws, the start tile left out; ``start`` the tile laid first, its cell and its
    quarter turns; ``tokens`` those in the order of draws, or None when they follow from ``seed``.
    """

    players: tuple[str, ...]
    bag: tuple[TileKind, ...]
    start: tuple[TileKind, Cell, int]
    tokens: tuple[Token, ...] | None = None
    seed: str | None = None
    removed: tuple[TileKind, ...] = ()
