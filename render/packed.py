"""Painted tiles in little room: packing one costs a tenth of painting it, and unpacking a twentieth."""

import zlib
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Final

from PIL import Image

LEVEL: Final = 1
"""Tiles are mostly flat colours: higher levels take longer and save little."""


class Packed:
    """Square RGB pictures, least recently used out first. Safe to use from several threads.

    ``limit`` is how many bytes they may take together.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._held = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    @property
    def held(self) -> int:
        """Bytes that the pictures take."""
        return self._held

    def get(self, key: Hashable, size: int) -> Image.Image | None:
        """The picture that was put under this key, ``size`` pixels a side, unless it was dropped since."""
        with self._lock:
            packed = self._kept.get(key)
            if packed is None:
                return None
            self._kept.move_to_end(key)
        return Image.frombytes("RGB", (size, size), zlib.decompress(packed))

    def put(self, key: Hashable, picture: Image.Image) -> None:
        """Keep a picture."""
        packed = zlib.compress(picture.tobytes(), LEVEL)
        with self._lock:
            self._held += len(packed) - len(self._kept.pop(key, b""))
            self._kept[key] = packed
            while self._held > self.limit and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self._held -= len(old)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._held = 0
