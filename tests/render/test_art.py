"""Tiles and figures: seamless, constant in light, told apart by colour, mark and shape."""

import itertools

import pytest
from PIL import Image, ImageChops, ImageStat

from core import Figure, OrientedTile, tile_set
from core.editions import box_names
from core.geometry import SIDES
from render import PLAYERS, THEMES, Sprites
from render.paintings.figures import paint_figure
from render.paintings.tile import VARIANTS, paint_tile
from render.sets import pictures
from render.sprites import variant_at
from render.theme import Colour

SIZE = 96
DAY = THEMES["day"]
BOXES = sorted(box_names(), key=lambda name: name != "base")
KINDS = [kind for name in BOXES for kind in tile_set(name).kinds.values()]


WALLS_TO_THE_BORDER = ("abbey-mayor/9", "hills-sheep/1")

ENDS = 10
"""So many pixels of a side may differ: at both its ends, where the wall of a city at the next side begins."""


def edge_row(image: Image.Image, side: int) -> bytes:
    """The outermost pixels of one side, clockwise."""
    last = image.width - 1
    box = (
        (0, 0, last + 1, 1),
        (last, 0, last + 1, last + 1),
        (0, last, last + 1, last + 1),
        (0, 0, 1, last + 1),
    )
    row = image.crop(box[side]).tobytes()
    return row if side < 2 else b"".join(row[k : k + 3] for k in range(len(row) - 3, -1, -3))


def edge_name(tile: OrientedTile, side: int) -> str:
    """What the edge on this side is; two cities on one side are an edge of their own."""
    name = tile.kind.edges[(side - tile.turn) % 4]
    return f"{name}2" if len(tile.at_port[side]) > 1 else name


@pytest.mark.parametrize("side", SIDES)
def test_edges_continue_on_every_neighbour(side: int) -> None:
    """All edges of one kind show nearly the same row of pixels, so any neighbour continues them.

    Two tiles are left out on purpose: on them a wall runs out to the border to keep two fields apart.
    """
    rows: dict[str, bytes] = {}
    for kind in KINDS:
        for turn in kind.looks:
            tile = kind.turns[turn]
            if kind.id in WALLS_TO_THE_BORDER:
                continue
            name = edge_name(tile, side)
            row = edge_row(paint_tile(tile, SIZE, DAY), side)
            first = rows.setdefault(name, row)
            apart = [max(abs(row[at + c] - first[at + c]) for c in range(3)) for at in range(0, len(row), 3)]
            assert sum(value > 70 for value in apart) <= ENDS, (kind.id, turn)


def test_light_stays_in_the_north_west_under_turning() -> None:
    """A turned tile is painted anew: turning the bitmap instead would turn the light with it."""
    kind = tile_set("base").kinds["base/B"]
    upright = paint_tile(kind.turns[0], SIZE, DAY)
    turned = paint_tile(kind.turns[2], SIZE, DAY)
    church = (30, 22, 70, 70)
    assert ImageStat.Stat(ImageChops.difference(upright.crop(church), turned.crop(church))).mean[0] < 6
    assert ImageStat.Stat(ImageChops.difference(upright.rotate(180), turned)).mean[0] > 3


def test_repeated_tiles_differ_by_their_place() -> None:
    """Neighbouring cells use all variants, and variants of a tile look different."""
    assert {variant_at((x, y)) for x in range(6) for y in range(6)} == set(range(VARIANTS))
    tile = tile_set("base").kinds["base/R"].turns[0]
    pictures = {paint_tile(tile, SIZE, DAY, variant).tobytes() for variant in range(VARIANTS)}
    assert len(pictures) == VARIANTS


def simulated(colour: Colour, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """How a colour is seen with a kind of colour blindness (in linear light)."""
    linear = [((v / 255 + 0.055) / 1.055) ** 2.4 if v > 10 else v / 255 / 12.92 for v in colour]
    seen = [sum(m * v for m, v in zip(row, linear, strict=True)) for row in matrix]
    return tuple(max(0.0, min(1.0, v)) ** (1 / 2.2) * 255 for v in seen)


BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Matrices of Machado, Oliveira and Fernandes (2009) for the full kinds."""


@pytest.mark.parametrize("kind", BLINDNESS)
def test_players_colours_are_told_apart_with_every_colour_blindness(kind: str) -> None:
    """Any two of the six colours stay well apart."""
    seen = [simulated(look.colour, BLINDNESS[kind]) for look in PLAYERS]
    for one, other in itertools.combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 48


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG defines it."""
    red, green, blue = (v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The WCAG contrast ratio."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_writing_is_legible_in_every_theme(theme: str) -> None:
    """Texts keep the contrast of 4.5 that WCAG asks for, faint ones 3."""
    colours = THEMES[theme]
    assert contrast(colours.panel_ink, colours.panel_card) > 7
    assert contrast(colours.spot_ink, colours.spot) > 7
    assert contrast(colours.panel_soft, colours.panel_card) > 3
    assert contrast(colours.table_ink, colours.table) > 3
    assert all(contrast(look.on_colour, look.colour) > 3 for look in PLAYERS)


def outline(figure: str, *, lying: bool = False) -> Image.Image:
    """What a figure covers at the size of a phone."""
    sprite = paint_figure(figure, PLAYERS[0], 18, lying=lying).getchannel("A")
    whole = Image.new("L", (32, 32))
    whole.paste(sprite, ((32 - sprite.width) // 2, (32 - sprite.height) // 2))
    return whole


def test_figures_differ_by_their_outline_alone() -> None:
    """At phone size, any two kinds of figures of one player cover clearly different pixels."""
    rows = pictures().values()
    outlines = [outline(figure) for row in rows for figure in row.figures]
    outlines += [outline(figure, lying=True) for row in rows for figure in row.lying]
    for one, other in itertools.combinations(outlines, 2):
        apart = ImageChops.difference(one, other).point([255 if value > 128 else 0 for value in range(256)])
        assert apart.histogram()[255] >= 16


def test_a_larger_figure_is_clearly_larger() -> None:
    """Standing and lying, it covers half as much again as the one of which it is the larger."""
    for figure in [figure for row in pictures().values() for figure in row.sizes]:
        for lying in (False, True):
            larger, usual = (outline(name, lying=lying) for name in (figure, Figure.MEEPLE))
            assert ImageStat.Stat(larger).sum[0] > 1.5 * ImageStat.Stat(usual).sum[0]


def test_cache_keeps_within_its_limit() -> None:
    """However many sprites are asked for, the cache holds no more bytes than it may."""
    sprites = Sprites(limit=200_000)
    for kind in list(tile_set("base").kinds.values())[:10]:
        for tile in kind.turns:
            sprites.tile(tile, SIZE, DAY)
            assert sprites.held <= 200_000
    again = sprites.tile(tile_set("base").kinds["base/B"].turns[0], SIZE, DAY)
    assert again is sprites.tile(tile_set("base").kinds["base/B"].turns[0], SIZE, DAY)
