"""The cache of sprites."""

from PIL import Image

from render import Sprites


def test_what_is_held_is_what_pillow_holds() -> None:
    """RGB takes four bytes a pixel, too, and the limit counts them."""
    sprites = Sprites(limit=100_000)
    for number in range(8):
        sprites.thing(f"one {number}", 100, lambda side: Image.new("RGB", (side, side)))
    assert sprites.held == 80_000
