"""What is printed at segments: inns, cathedrals, goods; and the water that is no segment."""

import itertools
import math

import pytest
from PIL import ImageChops

from core import Terrain, TileKind, tile_kind, tile_set
from core.editions import box_names
from core.geometry import SIDES
from render import THEMES, Sprites
from render.art.city import standing
from render.art.plan import plan_of
from render.art.plan_waters import wet_sides
from render.art.regions import NOTHING, UNCLAIMED, labels
from render.paintings.tile import emblem_spots, figure_spot, paint_tile
from render.sets import emblems_on, pictures
from render.sets.traders_builders import GOODS
from render.text import tile_text
from tests.render.english import say
from tests.render.test_art import BLINDNESS, simulated

KINDS = [kind for name in box_names() for kind in tile_set(name).kinds.values()]
PRINTED = [kind for kind in KINDS if emblem_spots(kind.id)]
WET = [kind for kind in KINDS if wet_sides(kind)]
DAY = THEMES["day"]
HELD = pictures()["traders-builders"].holdings


def name(kind: TileKind) -> str:
    """The tile's id, for the names of tests."""
    return kind.id


@pytest.mark.parametrize("kind", PRINTED, ids=name)
def test_what_is_printed_lies_whole_on_its_tile_and_is_told(kind: TileKind) -> None:
    """Each mark of the data is painted once, clear of the border, and named after its segment."""
    marks = [mark for segment in kind.segments for mark in segment.marks]
    assert len(emblem_spots(kind.id)) == len(marks) > 0
    for (x, y), reach, emblem in emblem_spots(kind.id):
        assert min(x, y, 1 - x, 1 - y) > min(1.2 * reach, 0.17)
        assert say(emblem.key) in tile_text(kind.turns[1], say)


@pytest.mark.parametrize("kind", PRINTED, ids=name)
def test_a_figure_does_not_hide_what_is_printed_at_its_segment(kind: TileKind) -> None:
    """In every turn it stands so far aside that most of it is seen, and in its own segment."""
    for turn in SIDES:
        for number, segment in enumerate(kind.turns[turn].segments):
            spot = figure_spot(kind.id, turn, number)
            for emblem in emblems_on(segment):
                at, reach = emblem.place(kind.id, number)
                if segment.kind is Terrain.CITY:
                    assert math.dist(figure_spot(kind.id, 0, number), at) > min(reach, 0.24)
            assert all(0 < along < 1 for along in spot)


def test_no_house_stands_in_a_cathedral() -> None:
    """Its square is free of those that the city would have there; others are left."""
    kind = next(k for k in PRINTED if any("cathedral" in s.marks for s in k.segments))
    ((at, reach, emblem),) = emblem_spots(kind.id)
    usual, left = (standing(plan_of(kind.id), 0, 0, clear) for clear in ((), ((at, reach * emblem.clear),)))
    assert min(math.dist(centre, at) for centre, _ in usual) < 0.2
    assert min(math.dist(centre, at) for centre, _ in left) > 0.35
    assert 3 < len(left) < len(usual)


def test_what_one_set_sees_on_the_tile_of_another_is_painted_and_told_there_only() -> None:
    """An inn of Inns & Cathedrals is printed on a tile of the Winter Edition; without that set it is none."""
    tile = tile_kind("winter/5").turns[2]
    without, with_it = ("base", "winter"), ("base", "winter", "inns-cathedrals")
    assert "inn" not in tile_text(tile, say, without)
    assert tile_text(tile, say, with_it) == "city east, south, road north, an inn"
    sprites = Sprites()
    plain, seen = (sprites.tile(tile, 128, DAY, sets=sets) for sets in (without, with_it))
    assert plain.tobytes() == paint_tile(tile, 128, DAY).tobytes()
    changed = ImageChops.difference(plain, seen).getbbox()
    assert changed is not None
    assert changed[2] - changed[0] < 90
    assert sprites.tile(tile, 24, DAY, sets=with_it).tobytes() != sprites.tile(tile, 24, DAY).tobytes()


@pytest.mark.parametrize("sight", BLINDNESS)
def test_signs_of_goods_are_told_apart_by_their_colour_and_without_it(sight: str) -> None:
    """With every colour blindness their colours are well apart, and so are their outlines for everybody."""
    for one, other in itertools.combinations(GOODS, 2):
        seen = [simulated(good.colour, BLINDNESS[sight]) for good in (one, other)]
        assert math.dist(*seen) > 48
        shapes = [
            holding.paint(24, DAY).getchannel("A")
            for holding in HELD
            if holding.name in (one.name, other.name)
        ]
        apart = ImageChops.difference(*shapes).point([255 if value > 128 else 0 for value in range(256)])
        assert apart.histogram()[255] >= 16


@pytest.mark.parametrize("kind", WET, ids=name)
def test_water_parts_the_fields_on_its_banks(kind: TileKind) -> None:
    """It lies between them from side to side, is no segment, and roads pass it on bridges."""
    plan, cells = plan_of(kind.id), labels(kind.id)
    assert len(plan.waters) == 1
    assert cells.count(UNCLAIMED) > 150
    assert cells.count(NOTHING) < 40
    crossing = [road for road in plan.roads if any(bridge.segment == road.segment for bridge in plan.bridges)]
    assert len(plan.bridges) == len(crossing) <= 1
    assert bool(plan.waters[0].pool) == (len(wet_sides(kind)) == 1)


def test_a_road_over_another_is_no_crossing() -> None:
    """It has a bridge, and the robbers of both roads stand apart."""
    over = [kind for kind in KINDS if plan_of(kind.id).bridges and not wet_sides(kind)]
    assert [kind.id for kind in over] == ["traders-builders/24"]
    one, other = (figure_spot(over[0].id, 0, number) for number in (0, 1))
    assert math.dist(one, other) > 0.4
