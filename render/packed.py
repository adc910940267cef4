"""Painted pictures in little room: packing a tile costs a tenth of painting it, and unpacking a twentieth."""

import struct
import zlib
from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple, Protocol

from PIL import Image

LEVEL: Final = 6
"""A tile is packed once and unpacked a thousand times: what level 1 packs takes a fifth longer to unpack."""


_HEAD: Final = struct.Struct(">4sHH")


class Look(NamedTuple):
    """What is painted: its name among those of a group, such as a theme, and the size asked for."""

    group: str
    name: str
    size: int


class Stock(Protocol):
    """Where painted pictures are kept. What was put there may be gone at any time."""

    def get(self, look: Look) -> Image.Image | None:
        """The picture, if it is there."""

    def put(self, look: Look, picture: Image.Image) -> None:
        """Keep a picture."""


def packed(picture: Image.Image) -> bytes:
    """A picture in little room."""
    head = _HEAD.pack(picture.mode.encode(), picture.width, picture.height)
    return head + zlib.compress(picture.tobytes(), LEVEL)


def unpacked(content: bytes) -> Image.Image:
    """What :func:`packed` packed. Raises ValueError for anything else."""
    try:
        mode, across, tall = _HEAD.unpack_from(content)
        named = mode.rstrip(b"\0").decode()
        size = across * tall * len(named)
        pixels = zlib.decompress(memoryview(content)[_HEAD.size :], bufsize=size)
        return Image.frombytes(named, (across, tall), pixels)
    except (struct.error, zlib.error) as error:
        raise ValueError(str(error)) from error


class Packed:
    """Pictures in memory, least recently used out first. Safe to use from several threads.

    ``limit`` is how many bytes they may take together.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._held = 0
        self._kept: OrderedDict[Look, bytes] = OrderedDict()
        self._lock = Lock()

    @property
    def held(self) -> int:
        """Bytes that the pictures take."""
        return self._held

    def get(self, look: Look) -> Image.Image | None:
        """See Stock."""
        with self._lock:
            content = self._kept.get(look)
            if content is None:
                return None
            self._kept.move_to_end(look)
        return unpacked(content)

    def put(self, look: Look, picture: Image.Image) -> None:
        """See Stock."""
        content = packed(picture)
        with self._lock:
            self._held += len(content) - len(self._kept.pop(look, b""))
            self._kept[look] = content
            while self._held > self.limit and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self._held -= len(old)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._held = 0
