"""The stage of films: what changed, and nothing else, is given out, and put together it is the picture."""

import random

import pytest
from PIL import Image, ImageChops

from render.films.gif import TRANSPARENT, palette_of
from render.films.stage import Box, Stage, Thing, joined

SIZE = (60, 40)
COLOURS = [(r, g, b) for r in (0, 128, 255) for g in (0, 128, 255) for b in (0, 255)]


def palette() -> Image.Image:
    """A palette of a few colours far apart."""
    return palette_of(Image.new("RGB", (4, 4), COLOURS[0]), COLOURS)


def seen(numbers: Image.Image, colours: Image.Image) -> Image.Image:
    """Colour numbers as one sees them."""
    shown = Image.frombytes("P", numbers.size, numbers.tobytes())
    shown.putpalette(colours.getpalette() or ())
    return shown.convert("RGB")


def plate(colour: tuple[int, int, int], side: int = 8) -> Image.Image:
    """An opaque square."""
    return Image.new("RGBA", (side, side), (*colour, 255))


def test_changes_put_together_are_the_whole_picture() -> None:
    """Whatever comes, goes and moves: pasting the changes gives what drawing everything anew would give."""
    rng, colours = random.Random(3), palette()
    stage, shown = Stage(SIZE, COLOURS[0], colours), Image.new("L", SIZE)
    ground = Image.new("RGB", SIZE, COLOURS[0])
    sprites = {colour: plate(colour) for colour in COLOURS}
    for step in range(60):
        box = (rng.randrange(40), rng.randrange(30))
        area: Box = (*box, box[0] + 9, box[1] + 7)
        colour = rng.choice(COLOURS)
        stage.fill(area, colour)
        ground.paste(colour, area)
        things = [
            Thing((colour,), rng.randrange(-6, 58), rng.randrange(-6, 38), sprites[colour])
            for colour in rng.choices(COLOURS, k=step % 5)
        ]
        changed, at = stage.show(things)
        mask = changed.point([0 if value == TRANSPARENT else 255 for value in range(256)])
        shown.paste(changed, at, mask)
        expected = ground.copy()
        for thing in things:
            expected.paste(thing.sprite, (thing.left, thing.top), thing.sprite)
        assert ImageChops.difference(seen(shown, colours), expected).getbbox() is None


def test_what_stays_is_transparent() -> None:
    """A thing that stays is not drawn again; nothing new is one transparent pixel."""
    stage = Stage(SIZE, COLOURS[0], palette())
    stays, comes = Thing(("a",), 5, 5, plate(COLOURS[3])), Thing(("b",), 30, 20, plate(COLOURS[7]))
    first, at = stage.show([stays])
    assert (first.size, at) == (SIZE, (0, 0))
    changed, at = stage.show([stays, comes])
    assert (changed.size, at) == ((8, 8), (30, 20))
    assert TRANSPARENT not in changed.tobytes()
    changed, _ = stage.show([stays, comes])
    assert changed.tobytes() == bytes([TRANSPARENT])


def test_equal_names_at_one_place_are_one_thing() -> None:
    """A thing is known by its name and place, not by the object that is its picture."""
    stage = Stage(SIZE, COLOURS[0], palette())
    stage.show([Thing(("a",), 5, 5, plate(COLOURS[3]))])
    changed, _ = stage.show([Thing(("a",), 5, 5, plate(COLOURS[3]))])
    assert changed.size == (1, 1)


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([], [(0, 0, 1, 1)]),
        ([(3, 3, 3, 9)], [(0, 0, 1, 1)]),
        ([(0, 0, 10, 10), (1, 0, 11, 10)], [(0, 0, 11, 10)]),
        ([(0, 0, 10, 10), (0, 0, 10, 10)], [(0, 0, 10, 10)]),
        ([(0, 0, 10, 10), (40, 30, 50, 40)], [(0, 0, 10, 10), (40, 30, 50, 40)]),
    ],
)
def test_boxes_are_joined_where_little_is_lost(boxes: list[Box], expected: list[Box]) -> None:
    """Boxes that nearly coincide become one; boxes far apart stay; without boxes there is one pixel."""
    assert joined(boxes) == expected


def test_fixed_colours_are_in_the_palette() -> None:
    """The palette has the colours that it must have; the one at the transparent place is elsewhere too."""
    noise = Image.frombytes("RGB", (32, 32), random.Random(1).randbytes(3 * 32 * 32))
    flat = palette_of(noise, COLOURS).getpalette() or []
    colours = list(zip(*[iter(flat)] * 3, strict=True))
    assert len(colours) == 256
    assert set(COLOURS) <= set(colours[:TRANSPARENT])
    assert colours[TRANSPARENT] in colours[:TRANSPARENT]
    assert len(set(colours)) == pytest.approx(160, abs=20)
