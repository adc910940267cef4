"""The Discoverers' terrains and claims are told apart in every theme, with every colour blindness."""

import itertools

import pytest
from PIL import Image

from render import PLAYERS, THEMES, Sprites, board_picture
from render.art.plan import plan_of
from render.art.plan_areas import CITY
from render.art.regions import mask, rim
from render.theme import Colour
from tests.render.positions import NAMES, placing
from tests.render.sight import SIGHTS, seen_by

Lab = tuple[float, float, float]

LEAST_STEP = 13
"""Steps of CIE lightness between any two terrains, which no colour blindness takes away."""


def lab(colour: Colour) -> Lab:
    """A colour in CIE L*a*b*."""
    r, g, b = (v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Colour, other: Colour) -> float:
    """How different two colours look (CIE 1976)."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def as_seen(colour: Colour, sight: str) -> Colour:
    """A colour as it looks with a colour blindness."""
    found = seen_by(Image.new("RGB", (1, 1), colour), sight).getpixel((0, 0))
    assert isinstance(found, tuple)
    return int(found[0]), int(found[1]), int(found[2])


def terrains(theme: str) -> dict[str, Colour]:
    """The three grounds."""
    colours = THEMES[theme]
    return {"plain": colours.plain, "mountain": colours.mountain, "sea": colours.sea}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", ["all colours", *SIGHTS])
def test_terrains_differ_in_lightness_alone(theme: str, sight: str) -> None:
    """Between any two of plain, mountain and sea there is a step of lightness, and one of colour."""
    grounds = terrains(theme).values()
    seen = [as_seen(ground, sight) if sight in SIGHTS else ground for ground in grounds]
    for one, other in itertools.combinations(seen, 2):
        assert abs(lab(one)[0] - lab(other)[0]) > LEAST_STEP
        assert apart(one, other) > 25


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", ["all colours", *SIGHTS])
def test_a_claimed_shore_stands_out_from_every_ground(theme: str, sight: str) -> None:
    """On each ground the colour of each player's shores, or the line within it, is far from the ground."""
    for look, ground in itertools.product(PLAYERS[:5], terrains(theme).values()):
        seen = [look.colour, look.on_colour, ground]
        if sight in SIGHTS:
            seen = [as_seen(colour, sight) for colour in seen]
        shore, within, around = seen
        assert max(apart(shore, around), apart(within, around)) > 30
        assert apart(shore, within) > 30


def test_claimed_areas_are_framed_in_their_owners_colour() -> None:
    """Along the shores of claimed areas runs their owners' colour: far more of it than figures show."""
    position = placing(("discoverers",), 45, 3)
    shown = board_picture(position, names=NAMES[:3], view="whole", sprites=Sprites()).image
    owners = {o for f in position.features() if f.figures for o in f.owners}
    assert owners
    counts = {colour: count for count, colour in shown.getcolors(1 << 24) or ()}
    assert all(counts[PLAYERS[owner].colour] > 9000 for owner in owners)


def test_a_rim_keeps_to_shores_within_its_area_and_off_cities() -> None:
    """It is empty where the area leaves the tile, in other areas, and where a port city lies."""
    size, plan = 96, plan_of("discoverers/start")
    shape = rim("discoverers/start", 0, 0, size, 0.1)
    assert shape.getpixel((size // 2, 1)) == 0
    assert shape.getpixel((size // 5, size // 5)) == 255
    assert shape.getpixel((size // 2, size - 20)) == 0
    ((x, y), _) = plan.ports[0]
    left, top, right, bottom = (round((v + d) * size) for d in (-CITY * 0.6, CITY * 0.6) for v in (x, y))
    for number in (0, 1):
        drawn = rim(plan.kind.id, 0, number, size, 0.1), mask(plan.kind.id, 0, number, size)
        assert all(one.crop((left, top, right, bottom)).getextrema() == (0, 0) for one in drawn)
