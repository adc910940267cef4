"""Small things laid over a board: plates, badges, flags, the patch where four city corners meet."""

from PIL import Image, ImageDraw

from render.art.brush import Canvas
from render.art.curves import ellipse, turn_path
from render.theme import DARK, PLAYERS, WHITE, Colour, Theme


def paint_plate(
    size: tuple[int, int], radius: int, fill: Colour, edge: Colour | None, line: int
) -> Image.Image:
    """A rectangle with rounded corners."""
    # Its sides are straight, so a small one is drawn and pulled apart.
    side = 2 * (max(radius, line) + 1) + 1
    small = _small_plate((min(size[0], side), min(size[1], side)), radius, fill, edge, line)
    wide = _pulled(small, size[0])
    turned = wide.transpose(Image.Transpose.TRANSPOSE)
    return _pulled(turned, size[1]).transpose(Image.Transpose.TRANSPOSE)


def _small_plate(
    size: tuple[int, int], radius: int, fill: Colour, edge: Colour | None, line: int
) -> Image.Image:
    zoom = 4
    across, tall = size
    image = Image.new("RGBA", (across * zoom, tall * zoom), (*(edge or fill), 0))
    draw = ImageDraw.Draw(image)
    box = (0, 0, across * zoom - 1, tall * zoom - 1)
    draw.rounded_rectangle(box, radius * zoom, fill=fill, outline=edge, width=line * zoom if edge else 0)
    return image.reduce(zoom)


def _pulled(image: Image.Image, across: int) -> Image.Image:
    """The picture so wide: its middle column as often as is needed."""
    if image.width >= across:
        return image
    half, tall = image.width // 2, image.height
    wide = Image.new(image.mode, (across, tall))
    wide.paste(image.crop((half, 0, half + 1, tall)).resize((across, tall)), (0, 0))
    wide.paste(image.crop((0, 0, half, tall)), (0, 0))
    wide.paste(image.crop((half + 1, 0, image.width, tall)), (across - half, 0))
    return wide


def paint_plaza(size: int, theme: Theme) -> Image.Image:
    """What stands where four corners of one city meet: a round tower on a small square. A fifth of a tile."""
    canvas = Canvas(size, box=(-0.5, -0.5, 0.5, 0.5))
    k = 1.0
    canvas.disc((0.0, 0.06), (0.44 * k, 0.36 * k), theme.paving_dark)
    canvas.disc((0.0, 0.04), (0.42 * k, 0.33 * k), theme.paving_light)
    canvas.polygon(ellipse((0.0, 0.06), 0.26, 0.17), theme.stone, theme.ink, 0.05)
    canvas.polygon(ellipse((0.0, 0.06), 0.16, 0.09), theme.water)
    canvas.disc((-0.05, 0.04), (0.05, 0.03), WHITE)
    return canvas.finished()


def paint_flag(size: int, theme: Theme) -> Image.Image:
    """A flag on a pole, for completed features."""
    canvas = Canvas(size)
    canvas.path(((0.3, 0.98), (0.3, 0.05)), theme.ink, 0.10)
    canvas.polygon(((0.33, 0.08), (0.92, 0.24), (0.33, 0.46)), theme.accent, theme.ink, 0.07)
    return canvas.finished()


def paint_badge(size: int, fill: Colour, edge: Colour) -> Image.Image:
    """A round badge to write a letter on."""
    canvas = Canvas(size)
    canvas.disc((0.5, 0.52), 0.47, (0, 0, 0, 70))
    canvas.disc((0.5, 0.5), 0.46, WHITE)
    canvas.disc((0.5, 0.5), 0.42, edge)
    canvas.disc((0.5, 0.5), 0.35, fill)
    return canvas.finished()


def paint_arrow(size: int, seat: int, side: int) -> Image.Image:
    """An arrow in a seat's colour that points out of a side."""
    look = PLAYERS[seat % len(PLAYERS)]
    canvas = Canvas(size)
    shape = turn_path(
        ((0.5, 0.08), (0.92, 0.56), (0.66, 0.56), (0.66, 0.92), (0.34, 0.92), (0.34, 0.56), (0.08, 0.56)),
        side,
    )
    canvas.polygon(shape, WHITE, WHITE, 0.16)
    canvas.polygon(shape, look.colour, DARK, 0.07)
    return canvas.finished()


def paint_sack(size: int, theme: Theme) -> Image.Image:
    """The bag that tiles are drawn from."""
    canvas = Canvas(size)
    body = ((0.36, 0.30), (0.22, 0.44), (0.10, 0.68), (0.14, 0.90), (0.30, 0.97), (0.70, 0.97), (0.86, 0.90),
            (0.90, 0.68), (0.78, 0.44), (0.64, 0.30))  # fmt: skip
    canvas.polygon(body, theme.soil, theme.ink, 0.07)
    canvas.polygon(((0.36, 0.28), (0.26, 0.06), (0.42, 0.13), (0.5, 0.05), (0.58, 0.13), (0.74, 0.06),
    (0.64, 0.28)),
                   theme.soil, theme.ink, 0.06)  # fmt: skip
    canvas.path(((0.33, 0.29), (0.67, 0.29)), theme.church_roof, 0.09)
    return canvas.finished()


def paint_ring(side: int, line: int, seat: int) -> Image.Image:
    """The frame of the tile laid last, for a tile of ``side`` less four lines: a seat's colour.

    On both sides of it runs a line in the colour that stands out from it most, so that the frame is found on
    any ground, by eyes of any kind.
    """
    look = PLAYERS[seat % len(PLAYERS)]
    ring = Image.new("RGBA", (side, side), (*look.on_colour, 255))
    outer = max(line // 2, 1)
    ring.paste((*look.colour, 255), (outer, outer, side - outer, side - outer))
    inner = 2 * line - outer
    ring.paste((*look.on_colour, 255), (inner, inner, side - inner, side - inner))
    ring.paste((0, 0, 0, 0), (2 * line, 2 * line, side - 2 * line, side - 2 * line))
    return ring


def paint_glow(size: int, theme: Theme) -> Image.Image:
    """The bright disc under the figure put down last."""
    canvas = Canvas(size)
    canvas.disc((0.5, 0.5), 0.49, (*theme.accent, 255))
    canvas.disc((0.5, 0.5), 0.42, (*WHITE, 255))
    canvas.disc((0.5, 0.5), 0.36, (*theme.accent, 110))
    return canvas.finished()
