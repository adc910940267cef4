"""What the pictures about a whole game share: their measures, and the small pictures on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from core.records.history import History
from render.layout import UNITS
from render.paintings.icons import paint_crown, paint_kind
from render.say import Say
from render.sprites import Sprites
from render.theme import Theme


@dataclass(frozen=True, slots=True)
class Telling:
    """A game that is told, to whom, and in which colours. ``names`` are the players' by seat."""

    told: History
    names: Sequence[str]
    say: Say
    theme: Theme
    sprites: Sprites


class Sheet:
    """A picture under way, measured in units of which 420 are its width."""

    def __init__(self, telling: Telling, width: int, tall: float) -> None:
        self.told, self.names, self.say = telling.told, telling.names, telling.say
        self.theme, self.sprites = telling.theme, telling.sprites
        self.unit = width / UNITS
        self.image = Image.new("RGB", (width, self.u(tall)), self.theme.panel)
        self.draw = ImageDraw.Draw(self.image)

    def u(self, units: float) -> int:
        """Units in pixels, at least one."""
        return max(1, round(units * self.unit))

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Paste a sprite with its middle at a place in units."""
        at = round(x * self.unit - sprite.width / 2), round(y * self.unit - sprite.height / 2)
        self.image.paste(sprite, at, sprite)

    def mark(self, seat: int, units: float) -> Image.Image:
        """A player's mark."""
        return self.sprites.mark(seat, self.u(units))

    def kind(self, kind: str, units: float) -> Image.Image:
        """The picture of a kind of points."""
        return kind_icon(self.sprites, kind, self.u(units), self.theme)

    def crown(self, units: float) -> Image.Image:
        """The winner's crown."""
        return crown_icon(self.sprites, self.u(units), self.theme)


def kind_icon(sprites: Sprites, kind: str, size: int, theme: Theme) -> Image.Image:
    """The picture of a kind of points, from the cache."""
    return sprites.thing(f"kind {kind} {theme.name}", size, lambda n: paint_kind(n, kind, theme))


def crown_icon(sprites: Sprites, size: int, theme: Theme) -> Image.Image:
    """The winner's crown, from the cache."""
    return sprites.thing(f"crown {theme.name}", size, lambda n: paint_crown(n, theme))
