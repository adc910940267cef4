"""A canvas in tile units: everything is drawn some times too large and shrunk once, which smooths it."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.art.curves import Path, Point, ribbon
from render.rooms import kept
from render.theme import Colour, Theme

Ink = Colour | tuple[int, int, int, int]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in tiles."""

HAIRLINE = 3
"""Up to this many pixels a bent line needs no rounded joints."""


@lru_cache(maxsize=4096)
def blend(a: Colour, b: Colour, t: float) -> Colour:
    """The colour at ``t`` of the way from a to b."""
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def zoom_for(size: int) -> int:
    """How many times too large a tile of this size is drawn."""
    return 4 if size <= 64 else 3 if size <= 150 else 2


class Canvas:
    """A picture under construction, the box ``box`` of the plane, with ``size`` pixels to a tile.

    Coordinates and widths are in tiles. ``line`` is the width of a fine outline: it never falls below what
    one pixel of the finished picture can show.
    """

    def __init__(self, size: int, background: Ink | None = None, *, box: Box = (0.0, 0.0, 1.0, 1.0)) -> None:
        self.zoom = zoom_for(size)
        self.scale = size * self.zoom
        self.line = max(0.0105, 0.8 / size)
        self.left, self.top = box[0], box[1]
        across, tall = round((box[2] - box[0]) * size), round((box[3] - box[1]) * size)
        self._take(
            Image.new(
                "RGBA" if background is None else "RGB",
                (max(across, 1) * self.zoom, max(tall, 1) * self.zoom),
                background or (0, 0, 0, 0),
            )
        )

    def _take(self, image: Image.Image) -> None:
        self.image = image
        # on an opaque picture translucent colours mix; on a transparent one they are laid down as they are
        self.draw = ImageDraw.Draw(image, "RGBA" if image.mode == "RGB" else None)
        self._solid = ImageDraw.Draw(image)

    def finished(self) -> Image.Image:
        """The picture at its own size."""
        if self.image.mode == "RGBA":
            # premultiplied while shrinking, or the black of what is transparent would darken every edge
            return self.image.convert("RGBa").reduce(self.zoom).convert("RGBA")
        return self.image.reduce(self.zoom)

    def at(self, points: Sequence[Point]) -> list[Point]:
        """The points in pixels of the large image."""
        s, left, top = self.scale, self.left, self.top
        return [((x - left) * s, (y - top) * s) for x, y in points]

    def pixels(self, width: float) -> int:
        """A width in pixels of the large image; 0 means a fine line."""
        return max(1, round((width or self.line) * self.scale))

    def polygon(
        self, points: Sequence[Point], fill: Ink | None, outline: Ink | None = None, width: float = 0.0
    ) -> None:
        """A filled polygon, with an outline of the given width."""
        at = self.at(points)
        if fill is not None:
            # what covers everything need not be mixed, which takes longer
            (self._solid if len(fill) == 3 else self.draw).polygon(at, fill=fill)
        if outline is not None:
            pixels = self.pixels(width)
            self.draw.line(
                [*at, *at[:2]], fill=outline, width=pixels, joint=None if pixels <= HAIRLINE else "curve"
            )

    def path(self, points: Sequence[Point], fill: Ink, width: float = 0.0) -> None:
        """An open line. A broad one of many points is filled as a band, which is faster."""
        pixels = self.pixels(width)
        if pixels > HAIRLINE and len(points) > 6:
            self.draw.polygon(self.at(ribbon(points, width / 2, width / 2)), fill=fill)
            return
        joint = "curve" if pixels > HAIRLINE and len(points) > 2 else None
        self.draw.line(self.at(points), fill=fill, width=pixels, joint=joint)

    def disc(
        self,
        centre: Point,
        radii: tuple[float, float] | float,
        fill: Ink | None,
        outline: Ink | None = None,
        width: float = 0.0,
    ) -> None:
        """An ellipse."""
        ((x, y),) = self.at([centre])
        rx, ry = radii if isinstance(radii, tuple) else (radii, radii)
        a, b = rx * self.scale, ry * self.scale
        box = (x - a, y - b, x + a, y + b)
        self.draw.ellipse(box, fill=fill, outline=outline, width=self.pixels(width) if outline else 0)

    def box(self, box: Box, fill: Ink | None, outline: Ink | None = None, width: float = 0.0) -> None:
        """A rectangle."""
        left, top, right, bottom = box
        self.polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill, outline, width)


class TileCanvas(Canvas):
    """A canvas for one tile in the colours of a theme, with stamps for what is drawn many times."""

    def __init__(
        self,
        size: int,
        theme: Theme,
        background: Ink | None = None,
        *,
        box: Box = (0.0, 0.0, 1.0, 1.0),
    ) -> None:
        super().__init__(size, background, box=box)
        self.theme = theme
        self.size = size
        if theme.bold:
            self.line *= 1.5

    def start_from(self, image: Image.Image) -> None:
        """Go on with a copy of a finished large image."""
        self._take(image.copy())

    def stamp(self, paint: "Stamp", args: tuple[object, ...], centre: Point, reach: Box) -> None:
        """Put down what ``paint(canvas, *args)`` draws around (0, 0) within ``reach``, moved to ``centre``.

        It is drawn once for each size and theme, and kept.
        """
        stamp = _stamp(paint, args, self.size, self.theme, reach)
        ((x, y),) = self.at([(centre[0] + reach[0], centre[1] + reach[1])])
        self.image.paste(stamp, (round(x), round(y)), stamp)


Stamp = Callable[..., None]


@kept
def _stamp(paint: Stamp, args: tuple[object, ...], size: int, theme: Theme, reach: Box) -> Image.Image:
    canvas = TileCanvas(size, theme, box=reach)
    paint(canvas, *args)
    return canvas.image


def closed(path: Path) -> Path:
    """The path with its first point again at its end."""
    return (*path, path[0])
