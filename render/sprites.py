"""Finished sprites, kept within a fixed amount of memory and shared by all pictures."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from core import Cell, Figure, OrientedTile
from render.art import overlays
from render.packed import Look, Packed, Stock
from render.paintings import figures
from render.paintings.tile import VARIANTS, paint_tile
from render.rooms import Room
from render.sets import seers
from render.theme import PLAYERS, Colour, PlayerLook, Theme

SMALLEST_PAINTED = 40
"""Tiles below this size are shrunk from larger ones: painted lines would grow too fat."""


MASTERS = (64, 128, 280)
"""Sizes in which tiles are painted; those between are shrunk from the next larger one. A board grows through
many sizes in one game, and painting takes ten times as long as shrinking. Close-ups have the largest."""

FIGURE_MASTERS = (48, 112)
"""The same for figures, some of which take as long as a tile. Larger ones are painted as they are."""

SMALL = 0.35
"""The part of a cache's room that is for all that is no tile: it is small, and takes longer to paint than a
tile to unpack, so tiles must not push it out."""

PACKED = 0.3
"""The part of what is left that is for packed tiles, where these have no place of their own."""


SHRINKING = Image.Resampling.HAMMING


def variant_at(cell: Cell) -> int:
    """Which variant of its tile lies at a cell: it looks random and never changes."""
    x, y = cell
    return ((x * 73_856_093) ^ (y * 19_349_663) ^ (x * y * 83_492_791)) % VARIANTS


@dataclass(frozen=True, slots=True)
class _Key:
    what: str
    size: int
    rest: Hashable


class _Tile(NamedTuple):
    """A tile as it is shown."""

    tile: OrientedTile
    theme: Theme
    variant: int
    by: tuple[str, ...]

    @property
    def name(self) -> str:
        return "-".join((f"{self.tile.kind.id}-{self.tile.turn}-{self.variant}", *self.by))

    def painted(self, size: int) -> Image.Image:
        return paint_tile(self.tile, size, self.theme, self.variant, self.by)


class Sprites:
    """A cache of pictures, least recently used out first. Safe to use from several threads.

    ``limit`` is how many bytes all of them may take. Painted tiles are kept once more in a stock, since a
    hundred games that take turns have more tiles than fit here. Without one a part of the limit is for them.
    """

    def __init__(self, limit: int = 40_000_000) -> None:
        self._tiles, self._small = Room(), Room()
        self._packed = Packed(0)
        self._stock: Stock = self._packed
        self.limit = limit

    @property
    def limit(self) -> int:
        """Bytes that the pictures in the cache may take."""
        return self._tiles.limit + self._small.limit + self._packed.limit

    @limit.setter
    def limit(self, limit: int) -> None:
        self._small.limit = int(limit * SMALL)
        tiles = limit - self._small.limit
        self._packed.limit = int(tiles * PACKED) if self._stock is self._packed else 0
        self._tiles.limit = tiles - self._packed.limit

    @property
    def held(self) -> int:
        """Bytes that the pictures in the cache take."""
        return self._tiles.held + self._small.held + self._packed.held

    def stock_with(self, stock: Stock) -> None:
        """Keep painted tiles there from now on, instead of within the limit."""
        limit, self._stock = self.limit, stock
        self._packed.clear()
        self.limit = limit

    def apart(self) -> "Sprites":
        """Another cache with the same stock, for pictures so large that they would push all others out."""
        other = Sprites()
        if self._stock is not self._packed:
            other.stock_with(self._stock)
        return other

    def clear(self) -> None:
        """Forget everything."""
        for room in (self._tiles, self._small, self._packed):
            room.clear()

    def tile(
        self,
        tile: OrientedTile,
        size: int,
        theme: Theme,
        variant: int = 0,
        *,
        sets: tuple[str, ...] = (),
    ) -> Image.Image:
        """A tile as it lies in a game of these sets, RGB, ``size`` pixels a side."""
        shown = _Tile(tile, theme, variant, seers(tile.kind.id, sets))
        key = _Key("tile", size, (shown.name, theme.name))
        if size < SMALLEST_PAINTED:
            return self._tiles.get(key, lambda: self._shrunk(shown, size))
        master = _master(size, MASTERS)
        if size < master:
            return self._tiles.get(key, lambda: self._from_master(shown, size, master))
        return self._tiles.get(key, lambda: self._painted(shown, size))

    def figure(self, figure: Figure, seat: int, size: int, *, lying: bool = False) -> Image.Image:
        """A seat's figure, RGBA."""
        look = PLAYERS[seat % len(PLAYERS)]
        master = _master(size, FIGURE_MASTERS)

        def paint() -> Image.Image:
            large = self._figure(figure, look, master, lying=lying)
            if size == master:
                return large
            across = size / master
            return large.resize((round(large.width * across), round(large.height * across)), SHRINKING)

        return self._small.get(_Key("figure", size, (figure, look.name, lying)), paint)

    def mark(self, seat: int, size: int) -> Image.Image:
        """A seat's mark on a round token, RGBA."""
        look = PLAYERS[seat % len(PLAYERS)]
        return self._small.get(_Key("mark", size, look.name), lambda: figures.paint_mark(look, size))

    def thing(self, name: str, size: int, paint: Callable[[int], Image.Image]) -> Image.Image:
        """Anything else that ``paint`` draws in a given size, RGBA."""
        return self._small.get(_Key("thing", size, name), lambda: paint(size))

    def plate(
        self,
        size: tuple[int, int],
        radius: int,
        fill: Colour,
        edge: Colour | None = None,
        line: int = 0,
    ) -> Image.Image:
        """A rectangle with rounded corners, RGBA."""
        key = _Key("plate", size[0], (size[1], radius, fill, edge, line))
        return self._small.get(key, lambda: overlays.paint_plate(size, radius, fill, edge, line))

    def _shrunk(self, shown: "_Tile", size: int) -> Image.Image:
        twice = max(2 * size, SMALLEST_PAINTED + size % 2)
        large = self.tile(shown.tile, twice, shown.theme, sets=shown.by)
        return large.resize((size, size), Image.Resampling.BOX, reducing_gap=None)

    def _from_master(self, shown: "_Tile", size: int, master: int) -> Image.Image:
        # Not kept: what is shrunk from it is, and in the stock it takes a tenth of the room.
        return self._painted(shown, master).resize((size, size), SHRINKING)

    def _painted(self, shown: "_Tile", size: int) -> Image.Image:
        if size not in MASTERS:
            return shown.painted(size)
        return self._stocked(Look(shown.theme.name, shown.name, size), lambda: shown.painted(size))

    def _figure(self, figure: Figure, of: PlayerLook, size: int, *, lying: bool) -> Image.Image:
        def paint() -> Image.Image:
            return figures.paint_figure(figure, of, size, lying=lying)

        if size not in FIGURE_MASTERS:
            return paint()
        return self._stocked(Look("figures", f"{figure}-{of.name}{'-lying' * lying}", size), paint)

    def _stocked(self, look: Look, paint: Callable[[], Image.Image]) -> Image.Image:
        made = self._stock.get(look)
        if made is None:
            made = paint()
            self._stock.put(look, made)
        return made


def _master(size: int, masters: tuple[int, ...]) -> int:
    """The size in which something is painted, to be had in this size."""
    return next((master for master in masters if master >= size), size)


SPRITES = Sprites()
"""The cache that pictures use unless they are given another one."""
