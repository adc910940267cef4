"""Hills & Sheep, sections 3, 4 and 6: hills, vineyards and the tiles; the examples H4 to H8.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import GameRecord, PointsAwarded, tile_set
from tests.core.boards import NAMES, Award, Game
from tests.core.boards import lay as lay_any

SETS = ("base", "hills-sheep")
lay = partial(lay_any, sets=SETS)

# Setup


@pytest.mark.parametrize(("sets", "tiles"), [(SETS, 89), (("base", "winter", "hills-sheep"), 101)])
def test_setup(sets: tuple[str, ...], tiles: int) -> None:
    """18 more tiles: 8 hills, 8 vineyards, 2 monasteries; one shepherd each; 18 tokens, 37 sheep in all."""
    position = GameRecord(players=("Ann", "Bo"), sets=sets, seed="0").opening()
    assert position.bag_left == tiles
    assert position.supply(1) == {"meeple": 7, "shepherd": 1}
    box = tile_set("hills-sheep")
    assert sum(kind.count for kind in box.kinds.values() if "hill" in kind.marks) == 8
    assert sum(kind.count for kind in box.kinds.values() if "vineyard" in kind.marks) == 8
    assert sum(kind.count for kind in box.kinds.values() if kind.monastery >= 0) == 2
    assert box.tokens == {"1": 4, "2": 5, "3": 5, "4": 2, "wolf": 2}
    assert sum(int(name) * count for name, count in box.tokens.items() if name != "wolf") == 37


# Hills (section 3)


def test_a_hill_takes_the_next_tile_under_it() -> None:
    """Two tiles leave the bag; the lower one is shown nowhere, and counts among those nobody has seen."""
    game = lay("Red: h/8,C 0,-1 180", rest="E V")
    assert game.position.bag_left == 2
    assert game.position.discarded == ()
    assert [laid.kind.id for laid in game.position.laid] == ["base/D", "hills-sheep/8"]
    assert "base/C" not in str(game.events)
    assert game.position.unseen() == {"base/C": 1, "base/E": 1, "base/V": 1}


def test_a_hill_under_a_hill_takes_nothing() -> None:
    """The tile under a hill is never looked at: as a hill it would take another one, and does not."""
    game = lay("Red: h/8,h/3 0,-1 180", rest="E V")
    assert game.position.bag_left == 2


def test_a_hill_drawn_last_is_laid_without_a_tile_under_it() -> None:
    """With the bag empty the hill is laid all the same, and nothing is hidden."""
    game = lay("Red: h/8 0,-1 180; deploy meeple city@S", rest="")
    assert game.position.over
    assert game.awards == [Award("Red", 4, "city")]
    assert game.position.unseen() == {}


def test_the_game_ends_when_the_last_tile_lies_under_a_hill() -> None:
    """The turn of the hill is played to its end: Red's knight scores 4."""
    game = lay("Red: h/8,B 0,-1 180; deploy meeple city@S", rest="")
    assert game.position.over
    assert game.awards == [Award("Red", 4, "city")]


def test_an_unplaceable_hill_takes_its_tile_out_of_the_game_with_it() -> None:
    """Beside a city tile a hill without a city fits nowhere: two tiles are gone, and Red draws again.

    Only the hill is shown among the discarded tiles.
    """
    game = lay("Red: h/13,U,E", start="C 0,0 0")
    assert (game.to_move, game.position.discarded) == ("Red", ("hills-sheep/13",))
    assert game.position.tile is not None
    assert game.position.tile.id == "base/E"
    assert game.position.bag_left == 1
    assert game.position.unseen() == {"base/U": 1, "base/B": 1}


def test_hills_off() -> None:
    """Without the part a hill is a tile like any other: nothing goes under it, and ties are shared."""
    game = lay(HILL_TIE.replace("h/8,B", "h/8"), start="E 0,0 90", options={"hills": False})
    assert game.position.bag_left == 1
    assert sorted(game.awards) == [Award("Blue", 12, "city"), Award("Red", 12, "city")]


def lost(game: Game) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """For everything that was scored: who got nothing, and who of them because of a hill."""
    return [
        (tuple(NAMES[seat] for seat in event.beaten), tuple(NAMES[seat] for seat in event.tied))
        for event in game.events
        if isinstance(event, PointsAwarded)
    ]


HILL_TIE = """
    Blue: G 1,0 0; deploy meeple city@E
    Blue: B 1,1 0
    Blue: B 2,1 0
    Blue: B 3,1 0
    Blue: B 4,1 0
    Red:  h/8,B 4,0 270; deploy meeple city@W
    Blue: F 3,0 0
    Blue: G 2,0 0
"""
"""A city of 5 tiles and a pennant, worth 12, with a knight each; Red's stands on a hill."""


def test_h4_hill_tie() -> None:
    """The knight on the hill decides the tie: Red 12, Blue 0; both return."""
    game = lay(HILL_TIE, start="E 0,0 90")
    assert game.awards == [Award("Red", 12, "city")]
    assert (game.supply("Red"), game.supply("Blue")) == (7, 7)
    assert lost(game) == [(("Blue",), ("Blue",))]


def test_a_hill_decides_ties_in_the_end_too() -> None:
    """With R instead of the straight tile the city stays open in the north: 5 + 1 = 6 for Red alone."""
    game = lay(HILL_TIE.replace("G 2,0", "R 2,0"), start="E 0,0 90", rest="")
    assert game.awards == [Award("Red", 6, "city")]


def test_h5_a_hill_decides_nothing_without_a_tie() -> None:
    """Blue has two knights, Red one on a hill: 6 tiles and a pennant, Blue 14."""
    game = lay(
        """
        Blue: G 1,0 0; deploy meeple city@E
        Blue: B 1,1 0
        Blue: B 2,1 0
        Blue: B 3,1 0
        Blue: B 4,1 0
        Blue: B 5,1 0
        Blue: G 3,0 0; deploy meeple city@E
        Red:  h/8,B 5,0 270; deploy meeple city@W
        Blue: F 2,0 0
        Blue: G 4,0 0
        """,
        start="E 0,0 90",
    )
    assert game.awards == [Award("Blue", 14, "city")]
    assert lost(game) == [(("Red",), ())]


STAR = """
    Red:  h/8,B 0,-1 180; deploy meeple city@S
    Red:  h/8,B 1,0 270; deploy meeple city@W
    Red:  B 1,1 0
    Blue: h/8,B 0,1 0; deploy meeple city@N
    Red:  B -1,1 0
    Blue: E -1,0 90; deploy meeple city@E
    Red:  C 0,0 0
"""
"""A city of 5 tiles and a pennant, worth 12, with two knights each: Red's both on hills, one of Blue's."""


@pytest.mark.parametrize(
    ("rule", "awards"),
    [
        ("presence", [Award("Blue", 12, "city"), Award("Red", 12, "city")]),
        ("count", [Award("Red", 12, "city")]),
    ],
)
def test_presence_on_a_hill_decides_or_by_the_option_the_number(rule: str, awards: list[Award]) -> None:
    """Both tied players have a knight on a hill: both score; counted, Red has two such and Blue one."""
    game = lay(STAR, start="B 1,-1 0", options={"hills_tie": rule})
    assert sorted(game.awards) == awards


def test_a_hill_decides_ties_on_roads() -> None:
    """A road of 4 tiles with a robber each, Red's on a hill: Red 4.

    The hill's road ends at a house in the east, the monastery ends it in the west.
    """
    game = lay(
        """
        Red:  h/14,B 0,0 0; deploy meeple road@W
        Blue: B 0,-1 0
        Blue: B -1,-1 0
        Blue: B -2,-1 0
        Blue: U -2,0 0; deploy meeple road@E
        Blue: A -3,0 270
        Blue: U -1,0 0
        """,
        start="B 1,0 0",
    )
    assert game.awards == [Award("Red", 4, "road")]


def test_a_hill_decides_ties_of_farmers() -> None:
    """A farmer each beside a city of two tiles, on fields that the last tile joins; Red's on the hill: 3."""
    game = lay(
        """
        Red:  h/8,B 1,0 270; deploy meeple field@NL
        Blue: B 0,1 0; deploy meeple field@NL
        Blue: B 0,-1 0
        Blue: B 1,-1 0
        """,
        start="E 0,0 90",
        rest="",
    )
    assert game.awards == [Award("Red", 3, "field")]


# Vineyards (section 4)

VINEYARDS = """
    Red:  B 1,0 0; deploy meeple monastery
    Red:  B 0,-1 0
    Red:  h/1 1,-1 0
    Red:  h/5 2,-1 90
    Red:  h/1 2,0 90
    Blue: B 2,1 0; deploy meeple monastery
    Red:  B 1,1 0
    Red:  B 0,1 0
"""
"""Red's monastery at 1,0 with three vineyards around; one of them lies beside Blue's at 2,1 too."""


def test_h6_three_vineyards_around_a_monastery() -> None:
    """9 + 3 x 3 = 18."""
    game = lay(VINEYARDS, start="B 0,0 0")
    assert game.awards == [Award("Red", 18, "monastery")]


def test_h7_a_vineyard_serves_several_monasteries() -> None:
    """When Blue's is completed later: 9 + 3 = 12."""
    game = lay(
        VINEYARDS
        + """
        Red: B 1,2 0
        Red: B 2,2 0
        Red: B 3,2 0
        Red: B 3,1 0
        Red: E 3,0 270
        """,
        start="B 0,0 0",
    )
    assert game.awards == [Award("Red", 18, "monastery"), Award("Blue", 12, "monastery")]


def test_h8_an_open_monastery_has_no_vineyards() -> None:
    """In the end: itself and three tiles around, one of them a vineyard: 4."""
    game = lay(
        """
        Red: B 1,0 0; deploy meeple monastery
        Red: B 0,-1 0
        Red: h/1 1,-1 0
        """,
        start="B 0,0 0",
        rest="",
    )
    assert game.awards == [Award("Red", 4, "monastery")]


def test_nobody_stands_on_a_vineyard() -> None:
    """A vineyard adds no segment: city, two fields and nothing else."""
    game = lay("Red: h/1 0,-1 180; ...")
    assert {text for text in game.legal if "meeple" in text} == {
        "deploy meeple city@S", "deploy meeple field@NL", "deploy meeple field@NR",
    }  # fmt: skip


def test_vineyards_off() -> None:
    """Without the part the monastery of H6 is worth 9."""
    game = lay(VINEYARDS, start="B 0,0 0", options={"vineyards": False})
    assert game.awards == [Award("Red", 9, "monastery")]


# The tiles (section 6)


def test_double_city_pair() -> None:
    """Two double tiles side to side: all four segments are one city, of two tiles."""
    game = lay("Red: h/2 0,-1 180", start="h/2 0,0 0")
    city = game.feature(0, 0, "city@W")
    assert city.cells == ((0, 0), (0, -1))
    assert len(city.segments) == 4


def test_a_city_on_the_shared_side_joins_both_of_a_double_tile() -> None:
    """E above, E in the west and E in the east of a double tile: one city of 4 tiles, 8 points."""
    game = lay(
        """
        Red: E -1,0 90
        Red: E 1,0 270; deploy meeple city@W
        Red: E 0,-1 180
        """,
        start="h/2 0,0 0",
    )
    assert game.awards == [Award("Red", 8, "city")]


def test_the_two_cities_of_a_double_tile_are_two_until_then() -> None:
    """Before the shared side is built on, each can be claimed; its own side names it."""
    game = lay("Red: h/2 0,-1 0; ...", start="B 0,0 0")
    assert {text for text in game.legal if "city" in text} == {
        "deploy meeple city@E", "deploy meeple city@W",
    }  # fmt: skip


def test_a_field_below_the_point_joins_its_halves() -> None:
    """The wall of a point tile reaches the middle of its side; a field laid there goes around it."""
    game = lay("", start="h/1 0,0 0", rest="B B")
    assert game.feature(0, 0, "field@EL") != game.feature(0, 0, "field@SR")
    game.play("draw", "place 0,1 0", "pass")
    assert game.feature(0, 0, "field@EL") == game.feature(0, 0, "field@SR")


def test_two_points_point_to_point_join_nothing() -> None:
    """The cities stay apart, and so do the fields on either side of the points."""
    game = lay("Red: h/1 0,1 180", start="h/1 0,0 0")
    assert game.feature(0, 0, "city@N").cells == ((0, 0),)
    assert game.feature(0, 0, "field@EL") != game.feature(0, 0, "field@SR")
    assert game.feature(0, 0, "field@EL").cells == ((0, 0), (0, 1))


def test_the_two_cities_west_and_east_keep_the_fields_apart() -> None:
    """On the vineyard with two cities the fields north and south are not joined."""
    game = lay("", start="h/7 0,0 0")
    assert game.feature(0, 0, "field@NL") != game.feature(0, 0, "field@SL")


def test_a_road_that_ends_on_another_is_a_road_of_its_own() -> None:
    """The vineyard with a road west to east and one from the south has two roads."""
    game = lay("", start="h/16 0,0 0")
    assert game.feature(0, 0, "road@E") == game.feature(0, 0, "road@W")
    assert game.feature(0, 0, "road@E") != game.feature(0, 0, "road@S")
