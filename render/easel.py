"""What every part of a board's picture works on: the position, the measures, the colours, the canvas."""

from PIL import Image, ImageDraw

from core import Laid, Position
from core.geometry import CORNERS
from render.art import overlays
from render.art.curves import CORNER_POINTS, Point
from render.layout import Frame, Layout
from render.lettering import label
from render.paintings.tile import figure_spot
from render.sprites import Sprites
from render.theme import Theme


def place_of(laid: Laid, where: str) -> Point:
    """Where on its tile a figure stands that is at ``where`` (a segment, or ``corner@NE``)."""
    kind, _, port = where.partition("@")
    if kind == "corner":
        return CORNER_POINTS[CORNERS[port]]
    return figure_spot(laid.tile.kind.id, laid.tile.turn, laid.tile.segment_number(where))


class Easel:
    """A picture of a position under way."""

    def __init__(self, position: Position, layout: Layout, theme: Theme, sprites: Sprites) -> None:
        self.position = position
        self.layout = layout
        self.theme = theme
        self.sprites = sprites
        self.image = Image.new("RGB", (layout.width, layout.height), theme.table)
        self.draw = ImageDraw.Draw(self.image)

    def visible(self) -> Frame:
        """The cells of which at least a part is seen."""
        lay, cell = self.layout, self.layout.cell
        extra_x, extra_y = -(-max(lay.left, 0) // cell), -(-max(lay.top, 0) // cell)
        f = lay.frame
        return Frame(f.left - extra_x, f.top - extra_y, f.right + extra_x, f.bottom + extra_y)

    def paste(self, sprite: Image.Image, left: float, top: float) -> None:
        """Paste a transparent sprite with its upper left corner at a point."""
        self.image.paste(sprite, (round(left), round(top)), sprite)

    def centred(self, sprite: Image.Image, x: float, y: float) -> None:
        """Paste a transparent sprite with its middle at a point."""
        self.paste(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def badge(self, text: str, x: float, y: float, size: int) -> None:
        """A round badge with a number or letter, its middle at a point."""
        theme = self.theme
        plate = self.sprites.thing(
            f"badge {theme.name}", size, lambda n: overlays.paint_badge(n, theme.spot, theme.spot_edge)
        )
        self.centred(plate, x, y)
        share = 0.5 if len(text) < 2 else 0.42
        self.centred(label(text, int(size * share), theme.spot_ink, None, 0), x, y)
