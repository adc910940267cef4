"""The cache of sprites."""

from PIL import Image

from core.tile_data import tile_kind
from render import Sprites
from render.packed import Look, Packed
from render.rooms import EACH
from render.themes import DAY


def look(number: int) -> Look:
    """One of many tiles."""
    return Look("day", f"base/D-0-{number}", 64)


def test_what_is_held_is_what_pillow_holds() -> None:
    """RGB takes four bytes a pixel, too, and the limit counts them."""
    sprites = Sprites(limit=300_000)
    for number in range(8):
        sprites.thing(f"one {number}", 100, lambda side: Image.new("RGB", (side, side)))
    assert sprites.held == 2 * (40_000 + EACH)
    for number in range(4):
        sprites.thing(f"another {number}", 100, lambda side: Image.new("RGB", (side, side)))
    assert sprites.held == 2 * (40_000 + EACH)


def test_a_tile_that_was_pushed_out_comes_back_as_it_was() -> None:
    """It is not painted again: what is packed is the very picture, and goes when there is no room for it."""
    sprites = Sprites(limit=300_000)
    tile = tile_kind("base/D").turns[1]
    painted = sprites.tile(tile, 128, DAY)
    for turn in (0, 2, 3):
        sprites.tile(tile_kind("base/D").turns[turn], 128, DAY)
    again = sprites.tile(tile, 128, DAY)
    assert again is not painted
    assert again.tobytes() == painted.tobytes()
    assert sprites.held <= sprites.limit == 300_000


def test_what_is_packed_keeps_to_its_room() -> None:
    """The oldest go first, and what is put twice counts once."""
    packed = Packed(limit=200)
    for number in range(9):
        for _ in range(2):
            packed.put(look(number), Image.new("RGB", (64, 64), (number, 0, 0)))
    assert packed.held <= 200
    assert packed.get(look(0)) is None
    newest = packed.get(look(8))
    assert newest is not None
    assert newest.getpixel((63, 63)) == (8, 0, 0)
