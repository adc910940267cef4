"""Rooms in which pictures are kept: each holds so many bytes, and what was used longest ago makes way."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Final, ParamSpec

from PIL import Image

P = ParamSpec("P")

EACH: Final = 1024
"""Bytes that a picture takes besides its pixels, with its key."""


class Room:
    """Pictures up to so many bytes, least recently used out first. Safe to use from several threads."""

    def __init__(self, limit: int = 0) -> None:
        self.limit = limit
        self.held = 0
        self._kept: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, paint: Callable[[], Image.Image]) -> Image.Image:
        """What was kept under this key, or else what ``paint`` makes."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        # painted outside the lock: two threads may paint the same picture once each, and none waits
        made = paint()
        made.load()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self.held += _weight(made)
            while self.held > self.limit and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self.held -= _weight(old)
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.held = 0


PARTS: Final = Room(6_000_000)
"""What pictures are made of and no cache of sprites has: stamps, meadows, words."""


def kept(paint: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Have a function paint the same but once, as long as there is room for it among the parts."""

    @wraps(paint)
    def painted(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        key = (paint, args, tuple(kwargs.items()))
        return PARTS.get(key, lambda: paint(*args, **kwargs))

    return painted


def _weight(image: Image.Image) -> int:
    """What a picture takes: Pillow keeps four bytes a pixel, also where three would do."""
    return EACH + image.width * image.height * (1 if image.mode in {"1", "L", "P"} else 4)
