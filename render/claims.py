"""Whose feature is what: the tint of claimed features, and the points just won."""

from collections.abc import Iterator, Sequence

from PIL import Image, ImageChops, ImageDraw

from core import Event, Laid, OrientedTile, PointsAwarded, Terrain
from render.art.curves import Point
from render.art.regions import mask, rim
from render.easel import Easel, place_of
from render.labels import Box, meets
from render.lettering import label
from render.rooms import kept
from render.sets import pictures_of
from render.sprites import Sprites
from render.theme import PLAYERS, WHITE, PlayerLook

ASIDE: tuple[Point, ...] = (
    (0.0, -0.75), (0.0, 0.0), (0.0, 0.85), (-0.6, -0.4), (0.6, -0.4), (-0.6, 0.4), (0.6, 0.4),
    (0.0, -1.8), (0.0, 1.9), (-1.1, 0.0), (1.1, 0.0),
)  # fmt: skip
"""Where a plate can float around what earned the points, in its widths and heights; the best place first."""

STRONG, FAINT = 0.5, 0.34
"""How much of a feature's own colour the tint covers: broad fields less than roads and cities."""

RIM, EDGE = 0.085, 0.03
"""How broad, in tiles, the colour along the shores of a claimed area is, and the line within it."""

BROADEST = 4.0
"""Units of the colour along a shore at most: on large tiles it would hide the land."""


def paint_tint(easel: Easel) -> None:
    """Colour every claimed feature for its owner; owners who share one take turns in stripes."""
    cell = easel.layout.cell
    for laid, where, look, share in _claimed(easel):
        easel.image.paste(look.colour, easel.layout.corner(laid.cell), _shape(laid.tile, where, cell, share))


def paint_rims(easel: Easel) -> None:
    """Draw the shores of every claimed area in its owner's colour, where a set has areas.

    Within the colour runs a line that stands out from it, so that it is seen on ground of a like colour.
    """
    if not any(row.rims for row in pictures_of(easel.position.sets)):
        return
    cell = easel.layout.cell
    full = min(1.0, easel.layout.units(BROADEST) / (RIM * cell))
    for laid, where, look, share in _claimed(easel):
        corner = easel.layout.corner(laid.cell)
        number = laid.tile.segment_number(where)
        for colour, width in ((look.on_colour, (RIM + EDGE) * full), (look.colour, RIM * full)):
            easel.image.paste(colour, corner, _rim(easel.sprites, laid.tile, number, (cell, width), share))


def _claimed(easel: Easel) -> Iterator[tuple[Laid, str, PlayerLook, tuple[int, int]]]:
    """Each seen segment of a claimed feature with the look of each owner, and which share is theirs."""
    seen = easel.visible()
    for feature in easel.position.features():
        if not feature.owners or not feature.figures:
            continue
        for at, where in feature.segments:
            laid = easel.position.board.at(at)
            if laid is None or at not in seen:
                continue
            for index, owner in enumerate(feature.owners):
                yield laid, where, PLAYERS[owner % len(PLAYERS)], (index, len(feature.owners))


def _rim(
    sprites: Sprites, tile: OrientedTile, number: int, size: tuple[int, float], share: tuple[int, int]
) -> Image.Image:
    cell, width = size

    def paint(side: int) -> Image.Image:
        shape = rim(tile.kind.id, tile.turn, number, side, width)
        return ImageChops.multiply(shape, _stripes(side, share)) if share[1] > 1 else shape

    return sprites.thing(f"rim {tile.kind.id} {tile.turn} {number} {width:.4f} {share}", cell, paint)


@kept
def _shape(tile: OrientedTile, where: str, cell: int, share: tuple[int, int]) -> Image.Image:
    number = tile.segment_number(where)
    strength = FAINT if tile.segments[number].kind is Terrain.FIELD else STRONG
    shape = mask(tile.kind.id, tile.turn, number, cell).point([round(v * strength) for v in range(256)])
    return ImageChops.multiply(shape, _stripes(cell, share)) if share[1] > 1 else shape


@kept
def _stripes(cell: int, share: tuple[int, int]) -> Image.Image:
    part, parts = share
    image = Image.new("L", (cell, cell), 0)
    draw = ImageDraw.Draw(image)
    # whole periods fit into a cell, so that stripes run on from tile to tile
    band = cell / (2 * parts)
    for index in range(-4 * parts, 4 * parts):
        if index % parts == part:
            x = index * band
            draw.polygon(((x, cell), (x + band, cell), (x + band + cell, 0), (x + cell, 0)), fill=255)
    return image


def paint_points(easel: Easel, events: Sequence[Event], numbers: Sequence[Box] = ()) -> None:
    """A coloured plate with the points over each place that earned some, clear of numbers and letters."""
    layout = easel.layout
    plates: list[Box] = []
    for event in events:
        if not isinstance(event, PointsAwarded) or not event.points:
            continue
        laid = easel.position.board.at(event.at)
        if laid is None or event.at not in layout.frame:
            continue
        look = PLAYERS[event.seat % len(PLAYERS)]
        text = label(f"+{event.points}", layout.units(15), look.on_colour, None, 0)
        across, tall = text.width + layout.units(9), layout.units(19)
        plate = easel.sprites.plate((across, tall), tall // 2, look.colour, WHITE, layout.units(1.6))
        x, y = place_of(laid, event.where)
        left, top = layout.corner(event.at)
        middle = left + x * layout.cell, top + y * layout.cell
        places = [_box(easel, middle, (across, tall), aside) for aside in ASIDE]
        free = (place for place in places if not _meets(place, plates) and not _meets(place, numbers))
        apart = (place for place in places if not _meets(place, plates))
        box = next(free, None) or next(apart, places[0])
        plates.append(box)
        easel.paste(plate, box[0], box[1])
        easel.centred(text, box[0] + across / 2, box[1] + tall / 2)


def _box(easel: Easel, middle: Point, size: tuple[int, int], aside: Point) -> Box:
    """A plate of this size beside a point, within the board's part of the picture."""
    across, tall = size
    x = round(middle[0] + (aside[0] - 0.5) * across)
    y = round(middle[1] + (aside[1] - 0.5) * tall)
    x = min(max(x, 0), easel.layout.width - across)
    y = max(y, 0)
    return x, y, x + across, y + tall


def _meets(box: Box, others: Sequence[Box]) -> bool:
    return any(meets(box, other) for other in others)
