"""Animated GIF files of one shared palette, in which a frame holds only what changed.

Pillow's own ``save_all`` compares whole frames in full colour; a film knows what changed. Pillow's encoder
of single frames is used as it is.
"""

import struct
from collections.abc import Iterable
from typing import Final

from PIL import GifImagePlugin, Image

from render.theme import Colour

TRANSPARENT: Final = 255
"""The palette's last place: what a frame leaves as it was."""

COLOURS: Final = 160
"""More are hardly seen, and make larger files: runs of equal pixels grow shorter."""


def palette_of(sample: Image.Image, fixed: Iterable[Colour]) -> Image.Image:
    """A palette for pictures like the sample, in which the fixed colours are for certain."""
    kept = list(dict.fromkeys(fixed))
    found = sample.quantize(
        COLOURS - len(kept), method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    ).getpalette()
    kept += zip(*[iter(found or ())] * 3, strict=True)
    kept += [kept[0]] * (TRANSPARENT + 1 - len(kept))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in kept for part in colour])
    return palette


class GifWriter:
    """A film under construction: frames are appended, ``content`` is the file."""

    def __init__(self, size: tuple[int, int], palette: Image.Image) -> None:
        colours = bytes(palette.getpalette() or ())
        self.frames = 0
        self._parts = [
            struct.pack("<6sHHBBB", b"GIF89a", *size, 0xF7, 0, 0),
            colours,
            # shown again and again
            b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
        ]

    def add(self, changed: Image.Image, at: tuple[int, int], milliseconds: int) -> None:
        """Show a palette picture at a place, over what is there, for a while."""
        self._parts += GifImagePlugin.getdata(
            changed, at, duration=milliseconds, disposal=1, transparency=TRANSPARENT
        )
        self.frames += 1

    @property
    def content(self) -> bytes:
        """The file."""
        return b"".join([*self._parts, b";"])
