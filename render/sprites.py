"""Finished sprites, kept within a fixed amount of memory and shared by all pictures."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock

from PIL import Image

from core import Cell, Figure, OrientedTile
from render.art import figures, overlays
from render.art.tile import VARIANTS, paint_tile
from render.packed import Packed
from render.theme import PLAYERS, Colour, Theme

SMALLEST_PAINTED = 40
"""Tiles below this size are shrunk from larger ones: painted lines would grow too fat."""


MASTERS = (64, 128)
"""Sizes in which tiles are painted; those between are shrunk from the next larger one. A board grows through
many sizes in one game, and painting takes ten times as long as shrinking."""

PACKED = 0.3
"""The part of a cache's room that is for packed tiles: some seven kilobytes each."""


def variant_at(cell: Cell) -> int:
    """Which variant of its tile lies at a cell: it looks random and never changes."""
    x, y = cell
    return ((x * 73_856_093) ^ (y * 19_349_663) ^ (x * y * 83_492_791)) % VARIANTS


@dataclass(frozen=True, slots=True)
class _Key:
    what: str
    size: int
    rest: Hashable


class Sprites:
    """A cache of pictures, least recently used out first. Safe to use from several threads.

    ``limit`` is how many bytes all of them may take. A part of it is for painted tiles once more, packed: a
    hundred games that take turns have more tiles than fit there otherwise.
    """

    def __init__(self, limit: int = 40_000_000) -> None:
        self._held = 0
        self._packed = Packed(0)
        self.limit = limit
        self._kept: OrderedDict[_Key, Image.Image] = OrderedDict()
        self._lock = Lock()

    @property
    def limit(self) -> int:
        """Bytes that the pictures in the cache may take."""
        return self._limit + self._packed.limit

    @limit.setter
    def limit(self, limit: int) -> None:
        self._packed.limit = int(limit * PACKED)
        self._limit = limit - self._packed.limit

    @property
    def held(self) -> int:
        """Bytes that the pictures in the cache take."""
        return self._held + self._packed.held

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._held = 0
        self._packed.clear()

    def tile(self, tile: OrientedTile, size: int, theme: Theme, variant: int = 0) -> Image.Image:
        """A tile as it lies, RGB, ``size`` pixels a side."""
        key = _Key("tile", size, (tile.kind.id, tile.turn, theme.name, variant))
        if size < SMALLEST_PAINTED:
            return self._get(key, lambda: self._shrunk(tile, size, theme))
        master = next((master for master in MASTERS if master >= size), size)
        if size < master:
            return self._get(key, lambda: self._from_master(tile, size, master, theme, variant))
        return self._get(key, lambda: self._painted(key, tile, size, theme, variant))

    def figure(self, figure: Figure, seat: int, size: int, *, lying: bool = False) -> Image.Image:
        """A seat's figure, RGBA."""
        look = PLAYERS[seat % len(PLAYERS)]
        key = _Key("figure", size, (figure, look.name, lying))
        return self._get(key, lambda: figures.paint_figure(figure, look, size, lying=lying))

    def mark(self, seat: int, size: int) -> Image.Image:
        """A seat's mark on a round token, RGBA."""
        look = PLAYERS[seat % len(PLAYERS)]
        return self._get(_Key("mark", size, look.name), lambda: figures.paint_mark(look, size))

    def thing(self, name: str, size: int, paint: Callable[[int], Image.Image]) -> Image.Image:
        """Anything else that ``paint`` draws in a given size, RGBA."""
        return self._get(_Key("thing", size, name), lambda: paint(size))

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
        return self._get(key, lambda: overlays.paint_plate(size, radius, fill, edge, line))

    def _shrunk(self, tile: OrientedTile, size: int, theme: Theme) -> Image.Image:
        large = self.tile(tile, max(2 * size, SMALLEST_PAINTED + size % 2), theme)
        return large.resize((size, size), Image.Resampling.BOX, reducing_gap=None)

    def _from_master(
        self, tile: OrientedTile, size: int, master: int, theme: Theme, variant: int
    ) -> Image.Image:
        large = self.tile(tile, master, theme, variant)
        return large.resize((size, size), Image.Resampling.HAMMING)

    def _painted(self, key: _Key, tile: OrientedTile, size: int, theme: Theme, variant: int) -> Image.Image:
        made = self._packed.get(key, size)
        if made is None:
            made = paint_tile(tile, size, theme, variant)
            self._packed.put(key, made)
        return made

    def _get(self, key: _Key, paint: Callable[[], Image.Image]) -> Image.Image:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        # painted outside the lock: two threads may paint the same sprite once each, and none waits
        made = paint()
        made.load()
        weight = _weight(made)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._held += weight
            while self._held > self._limit and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self._held -= _weight(old)
        return made


def _weight(image: Image.Image) -> int:
    """What a picture takes: Pillow keeps four bytes a pixel, also where three would do."""
    return image.width * image.height * (1 if image.mode in {"1", "L", "P"} else 4)


SPRITES = Sprites()
"""The cache that pictures use unless they are given another one."""
