"""A stage for films: a ground, things that come and go on it, and what changed since the last frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops

from render.films.gif import TRANSPARENT
from render.theme import Colour

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels; right and bottom are outside."""

LOOSE: Final = 1.3
"""Boxes are joined when the box around both is not larger than so many times the two."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A transparent sprite at a place. ``name`` tells what it looks like: equal things look equal."""

    name: tuple[object, ...]
    left: int
    top: int
    sprite: Image.Image

    @property
    def key(self) -> tuple[object, ...]:
        """What it looks like, and where."""
        return self.left, self.top, self.name

    @property
    def box(self) -> Box:
        """The pixels it covers."""
        return self.left, self.top, self.left + self.sprite.width, self.top + self.sprite.height


class Stage:
    """Keeps the picture that was shown last, in the colours of a palette, and works out the next one.

    Only the boxes that changed are put together again.
    """

    def __init__(self, size: tuple[int, int], colour: Colour, palette: Image.Image) -> None:
        self.ground = Image.new("RGB", size, colour)
        self._whole = (0, 0, *size)
        self._palette = palette
        # the number of each pixel's colour: as numbers they can be compared
        self._shown: Image.Image | None = None
        self._things: dict[tuple[object, ...], tuple[Box, Image.Image]] = {}
        self._changed: list[Box] = []

    def reveal(self, box: Box, source: Image.Image) -> None:
        """Let a part of ``source``, which has the stage's size or less, appear on the ground."""
        self.ground.paste(source.crop(box), box)
        self._changed.append(box)

    def fill(self, box: Box, colour: Colour) -> None:
        """Colour a part of the ground."""
        self.ground.paste(colour, box)
        self._changed.append(box)

    def show(self, things: Sequence[Thing]) -> tuple[Image.Image, tuple[int, int]]:
        """Put these things on the ground, later ones over earlier ones, instead of those shown before.

        Returns what changed as colour numbers, transparent where nothing did, and its place.
        """
        before = self._things
        self._things = {thing.key: (thing.box, thing.sprite) for thing in things}
        if self._shown is None:
            self._shown = self._composed(self._whole)
            self._changed.clear()
            return self._shown, (0, 0)
        moved = [(before.get(key) or self._things[key])[0] for key in before.keys() ^ self._things.keys()]
        boxes = joined([self._seen(box) for box in (*self._changed, *moved)])
        self._changed.clear()
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        size = max(box[2] for box in boxes) - left, max(box[3] for box in boxes) - top
        changed = Image.new("L", size, TRANSPARENT)
        for box in boxes:
            now = self._composed(box)
            apart = ImageChops.difference(now, self._shown.crop(box))
            # every difference becomes 255
            mask = ImageChops.add(apart, apart, scale=1 / 256)
            changed.paste(now, (box[0] - left, box[1] - top), mask)
            self._shown.paste(now, box)
        return changed, (left, top)

    def _composed(self, box: Box) -> Image.Image:
        """What the box looks like now, as colour numbers."""
        left, top, right, bottom = box
        image = self.ground.crop(box)
        for (x, y, end, foot), sprite in self._things.values():
            if x < right and end > left and y < bottom and foot > top:
                image.paste(sprite, (x - left, y - top), sprite)
        numbers = image.quantize(palette=self._palette, dither=Image.Dither.NONE)
        return Image.frombytes("L", numbers.size, numbers.tobytes())

    def _seen(self, box: Box) -> Box:
        """The part of a box that is on the stage."""
        left, top, right, bottom = self._whole
        return max(box[0], left), max(box[1], top), min(box[2], right), min(box[3], bottom)


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Fewer boxes that cover the same pixels and hardly more; one pixel if there are none."""
    apart: list[Box] = []
    for box in sorted(set(boxes)):
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        for index, other in enumerate(apart):
            around = (
                min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
            )  # fmt: skip
            if _area(around) <= LOOSE * (_area(box) + _area(other)):
                apart[index] = around
                break
        else:
            apart.append(box)
    return apart or [(0, 0, 1, 1)]


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
