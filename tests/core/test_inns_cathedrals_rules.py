"""Inns & Cathedrals: the big meeple, roads with inns, cities with cathedrals; the examples N1 to N13.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import Figure, GameRecord, RecordError
from tests.core.boards import NAMES
from tests.core.boards import lay as lay_any

BIG = Figure.named("big")
SETS = ("base", "inns-cathedrals")
HILLS = ("base", "inns-cathedrals", "hills-sheep")
ABBEYS = ("base", "inns-cathedrals", "abbey-mayor")
lay = partial(lay_any, sets=SETS, start="A 0,0 0")

# The big meeple


def test_everybody_has_one_big_meeple() -> None:
    """Besides the seven others, for six players too."""
    record = GameRecord(NAMES, sets=SETS, seed="0")
    position = record.opening()
    assert [position.supply(seat) for seat in range(6)] == [{Figure.MEEPLE: 7, BIG: 1}] * 6
    with pytest.raises(RecordError, match="7 players"):
        GameRecord((*NAMES, "Pink"), sets=SETS, seed="0")


def test_it_goes_wherever_a_meeple_goes() -> None:
    """Big-legal: road, city, monastery and field."""
    game = lay("Red: A 0,1 180; ...")
    places = ("monastery", "road@N", "field@NL")
    assert game.legal == {"pass", *(f"deploy {kind} {at}" for kind in ("meeple", "big") for at in places)}
    assert "deploy big city@N" in lay("Red: E 0,-1 0; ...").legal


def test_there_is_only_one() -> None:
    """Big-once-refused: it is on the board."""
    game = lay("Red: A 0,1 180; deploy big monastery\nRed: B 1,0 0; ...")
    assert game.refusal("deploy big monastery") == "no_supply"


def test_it_needs_an_unclaimed_feature_and_occupies_its_own() -> None:
    """Like any follower."""
    game = lay("Red: U 0,1 90; deploy meeple road@N\nBlue: U 0,2 90; ...")
    assert game.refusal("deploy big road@N") == "occupied"
    game = lay("Red: U 0,1 90; deploy big road@N\nBlue: U 0,2 90; ...")
    assert game.refusal("deploy meeple road@N") == "occupied"


def test_without_fields_it_is_no_farmer() -> None:
    """Nobody is."""
    game = lay("Red: B 1,0 0; ...", options={"fields": False})
    assert game.legal == {"pass", "deploy meeple monastery", "deploy big monastery"}
    assert game.refusal("deploy big field@NL") == "wrong_feature"


def test_it_comes_home_when_it_is_scored() -> None:
    """And brings no more points than a meeple."""
    game = lay("Red: U 0,1 90; deploy big road@N\nBlue: A 0,2 180")
    assert game.scores == {"Red": 3}
    assert game.supply("Red", BIG) == 1


JOINED = """
    Red: E -1,0 90; deploy {red} city@E
    Blue: B 0,1 0
    Red: B 1,1 0
    Blue: B 2,1 0
    Blue: G 2,0 0; deploy {blue} city@E
    Red: E 3,0 270
    Blue: {join} 1,0 0
"""
"""A city of five tiles in a row; Red comes from the west, Blue from the east."""


def test_n9_a_big_meeple_beats_one_knight() -> None:
    """Big-beats-one."""
    game = lay(JOINED.format(red="big", blue="meeple", join="G"), start="G 0,0 0")
    assert game.scores == {"Red": 10}


def test_n13_a_big_meeple_beats_a_mayor_with_one_pennant() -> None:
    """Big-beats-mayor-1."""
    game = lay(JOINED.format(red="mayor", blue="big", join="F"), start="G 0,0 0", sets=ABBEYS)
    assert game.scores == {"Blue": 12}


RING = """
    Red: {north}; deploy big city@S
    Blue: {west}
    Red: B -1,1 0
    Blue: {south}; deploy meeple city@N
    Red: B 1,1 0
    Blue: E 1,0 270
    Red: i/1 0,0 0
"""
"""Four small cities around a space, and a cathedral that joins them to one of five tiles."""

WEST = "E -1,0 90; deploy meeple city@E"


def ring(*, north: str = "E 0,-1 180", west: str = WEST, south: str = "E 0,1 0",
         sets: tuple[str, ...] = HILLS, hills_tie: str = "presence") -> dict[str, int]:  # fmt: skip
    """The points that the ring brings: Red has a big meeple in the north, Blue meeples in west and south."""
    turns = RING.format(north=north, west=west, south=south)
    options = {"hills_tie": hills_tie}
    return lay(turns, start="B -1,-1 0", sets=sets, options=options).scores


def test_n10_a_big_meeple_is_as_strong_as_two_knights() -> None:
    """Big-equals-two."""
    assert ring(sets=SETS) == ring() == {"Red": 15, "Blue": 15}


def test_n11_of_equals_who_stands_on_a_hill_wins() -> None:
    """Big-hill-tie."""
    assert ring(north="h/8,B 0,-1 180") == {"Red": 15}
    assert ring(south="h/8,B 0,1 0") == {"Blue": 15}


def test_n12_strength_comes_before_the_hill() -> None:
    """Big-before-hill: against one knight on a hill there is no tie."""
    assert ring(west="E -1,0 90", south="h/8,B 0,1 0") == {"Red": 15}


@pytest.mark.parametrize(
    ("hills_tie", "scores"), [("presence", {"Red": 15, "Blue": 15}), ("count", {"Blue": 15})]
)
def test_on_hills_it_is_one_follower(hills_tie: str, scores: dict[str, int]) -> None:
    """Where followers on hills are counted, two meeples there are more than one big meeple."""
    found = ring(
        north="h/8,B 0,-1 180", west="h/8,B -1,0 90; deploy meeple city@E", south="h/8,B 0,1 0",
        hills_tie=hills_tie,
    )  # fmt: skip
    assert found == scores


def test_a_big_farmer_beats_another() -> None:
    """Big-farmer: a road parts the two until a monastery ends it."""
    game = lay("""
        Red: U 1,0 0; deploy big field@NL
        Blue: U 2,0 0; deploy meeple field@SL
        Red: E 0,-1 0
        Blue: E 0,-2 180
        Red: A 3,0 90
    """, start="U 0,0 0", rest="")  # fmt: skip
    assert game.scores == {"Red": 3}


def test_a_big_monk_gets_the_vineyards() -> None:
    """Like any monk."""
    around = [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    tiles = "\n".join(f"Blue: B {x},{y} 0" for x, y in around)
    game = lay(f"Red: B 0,0 0; deploy big monastery\n{tiles}", start="h/1 0,1 180", sets=HILLS)
    assert game.scores == {"Red": 12}


# Inns


def test_n1_a_completed_road_with_an_inn() -> None:
    """Inn-complete: two points a tile."""
    game = lay("Red: i/15 0,1 90; deploy meeple road@N\nBlue: A 0,2 180")
    assert game.scores == {"Red": 6}


def test_n2_an_open_road_with_an_inn_counts_nothing() -> None:
    """Inn-open-final: who stands there still holds it."""
    game = lay("Red: i/15 0,1 90; deploy meeple road@N\nBlue: B 1,0 0", rest="B")
    road = game.feature(0, 1, "road@N")
    assert (road.now, road.final, road.owners) == (0, 0, (0,))
    game.play("draw", "place 2,0 0", "pass")
    assert game.scores == {}


def test_n3_two_inns_are_as_good_as_one() -> None:
    """Inn-twice."""
    game = lay("Red: i/15 0,1 90; deploy meeple road@N\nBlue: i/16 0,2 180\nRed: A 1,2 90")
    assert game.scores == {"Red": 8}


def test_n4_an_inn_belongs_to_its_branch() -> None:
    """Inn-one-branch: the others of the crossing are roads as ever."""
    game = lay("""
        Red: A -1,0 270; deploy meeple road@E
        Blue: A 1,0 90; deploy meeple road@W
    """, start="i/14 0,0 0")  # fmt: skip
    assert game.scores == {"Red": 2, "Blue": 4}


def test_an_inn_can_be_laid_onto_anybodys_road() -> None:
    """It ruins what stays open."""
    game = lay("Red: U 0,1 90; deploy meeple road@N\nBlue: i/15 0,2 90", rest="")
    assert game.scores == {}


@pytest.mark.parametrize(("sets", "points"), [(SETS, 4), (("base",), 2)])
def test_the_winter_edition_has_an_inn_too(sets: tuple[str, ...], points: int) -> None:
    """Inn-of-winter, inn-of-winter-off: an inn where there are inns, else a road."""
    sets = ("base", "winter", *sets[1:])
    game = lay("Red: A 0,1 180; deploy meeple road@N", start="w/5 0,0 0", sets=sets)
    assert game.scores == {"Red": points}


def test_a_wagon_gets_nothing_for_an_open_road_with_an_inn() -> None:
    """Inn-wagon-open-final."""
    game = lay("Red: i/15 0,1 90; deploy wagon road@N\nBlue: B 1,0 0", rest="", sets=ABBEYS)
    assert game.scores == {}


def test_an_abbey_completes_a_road_with_an_inn() -> None:
    """It is no tile of the road."""
    game = lay("""
        Red: i/15 0,1 90; deploy meeple road@N
        Blue: B 1,0 0
        Red: B 1,1 0
        Blue: B 1,2 0
        Red: B 1,3 0
        Blue: B 0,3 0
        Red: B -1,3 0
        Blue: B -1,2 0
        Red: abbey 0,2
    """, sets=ABBEYS)  # fmt: skip
    assert game.scores == {"Red": 4}


# Cathedrals

CATHEDRAL = """
    Red: E 0,-1 180; deploy {figure} city@S
    Blue: E -1,0 90
    Red: E 0,1 0
    Blue: F 1,0 0
"""
"""A cathedral with four tiles around it and a pennant, open in the east."""


def test_n5_a_completed_city_with_a_cathedral() -> None:
    """Cathedral-complete: three points a tile and pennant."""
    game = lay(CATHEDRAL.format(figure="meeple") + "Red: E 2,0 270", start="i/1 0,0 0")
    assert game.scores == {"Red": 21}


def test_n6_an_open_city_with_a_cathedral_counts_nothing() -> None:
    """Cathedral-open-final."""
    game = lay(CATHEDRAL.format(figure="meeple"), start="i/1 0,0 0", rest="")
    assert game.scores == {}


def test_n8_nor_does_it_for_a_mayor() -> None:
    """Cathedral-mayor-open-final."""
    game = lay(CATHEDRAL.format(figure="mayor"), start="i/1 0,0 0", rest="", sets=ABBEYS)
    assert game.scores == {}


def test_n7_two_cathedrals_are_as_good_as_one() -> None:
    """Cathedral-twice."""
    game = lay("""
        Red: E 0,-1 180; deploy meeple city@S
        Blue: E -1,0 90
        Red: E 0,1 0
        Blue: i/1 1,0 0
        Red: E 1,-1 180
        Blue: E 1,1 0
        Red: E 2,0 270
    """, start="i/1 0,0 0")  # fmt: skip
    assert game.scores == {"Red": 24}


def test_the_smallest_city_with_a_cathedral() -> None:
    """Five tiles: fifteen points."""
    turns = CATHEDRAL.format(figure="meeple").replace("F 1,0 0", "E 1,0 270")
    assert lay(turns, start="i/1 0,0 0").scores == {"Red": 15}


@pytest.mark.parametrize(("last", "points"), [("E 1,0 270", 18), ("G 1,0 0", 0)])
def test_for_farmers_it_is_one_city(last: str, points: int) -> None:
    """Cathedral-farm: when it is completed, else none."""
    turns = f"""
        Red: E 0,-1 180; deploy meeple city@S
        Blue: E -1,0 90
        Red: E 0,1 0
        Red: B 0,-2 0; deploy meeple field@NL
        Blue: {last}
    """
    game = lay(turns, start="i/1 0,0 0", rest="")
    assert game.scores.get("Red", 0) == points
