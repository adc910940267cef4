"""Abbey & Mayor, section 5: wagons; the examples A7 to A9.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import FigureMoved, Phase
from core.sets.abbey_mayor.actions import WAGON, WAGON_DUE
from tests.core.boards import Award, Game
from tests.core.boards import lay as lay_any

SETS = ("base", "winter", "abbey-mayor")
lay = partial(lay_any, sets=SETS)


# Standing


def test_a_wagon_claims_roads_cities_and_monasteries_but_no_field() -> None:
    """On the tile with all four kinds it can stand on three, and blocks them like a follower."""
    game = lay("Red: A 1,0 90; ...")
    assert {text for text in game.legal if "wagon" in text} == {
        "deploy wagon road@W",
        "deploy wagon monastery",
    }
    assert game.refusal("deploy wagon field@NL") == "wrong_feature"
    game = lay("Red: U 1,0 0; deploy wagon road@E \n Blue: U 2,0 0; ...")
    assert game.refusal("deploy meeple road@E") == "occupied"
    assert game.refusal("deploy wagon road@E") == "occupied"


def test_a_wagon_has_strength_one() -> None:
    """Red's wagon against Blue's knight: a tie, 5 tiles, 10 points each."""
    game = lay(
        """
        Red:  G 1,0 0; deploy wagon city@E
        Red:  B 1,1 0
        Red:  B 2,1 0
        Red:  B 3,1 0
        Blue: G 3,0 0; deploy meeple city@E
        Blue: E 4,0 270
        Red:  G 2,0 0
        """,
        start="E 0,0 90",
    )
    assert sorted(game.awards) == [Award("Blue", 10, "city"), Award("Red", 10, "city")]


# Where it can go, 5.2 and 5.3

ROAD_OF_FOUR = """
    Blue: U 1,0 0; deploy wagon road@E
    Red:  U 2,0 0
    Red:  B 1,-1 0
    Red:  B 2,-1 0
    Red:  B 3,-1 0
    Red:  B 4,-1 0
    Red:  U 4,0 0; deploy meeple road@E
    Blue: W 3,0 0{monk}
"""


def test_a7_to_the_monastery_or_the_free_road_at_the_crossing() -> None:
    """A road of 4 between a monastery and a crossing: 4 points; the crossing's third road is Red's."""
    game = lay(ROAD_OF_FOUR.format(monk=""), start="A 0,0 270")
    assert game.awards == [Award("Blue", 4, "road")]
    assert (game.position.phase, game.to_move) == (WAGON_DUE, "Blue")
    assert game.legal == {"wagon 0,0 monastery", "wagon 3,0 road@S", "wagon home"}
    assert game.refusal("wagon 3,0 road@E") == "wagon_reach"
    assert game.refusal("wagon 1,0 field@NL") == "wagon_reach"
    assert game.refusal("wagon 9,9 road@E") == "no_tile"
    assert game.refusal("wagon 0,0 city@N") == "no_such_segment"
    (moved,) = (event for event in game.play("wagon 3,0 road@S") if isinstance(event, FigureMoved))
    assert (moved.origin, moved.at, moved.where) == ((1, 0), (3, 0), "road@S")
    assert ("Blue", "wagon", (3, 0), "road@S") in game.figures()
    assert (game.position.phase, game.to_move) == (Phase.DRAW, "Red")


def test_a_follower_just_placed_occupies_its_feature() -> None:
    """The active player took the free road with the very tile: only the monastery is left."""
    game = lay(ROAD_OF_FOUR.format(monk="; deploy meeple road@S"), start="A 0,0 270")
    assert game.legal == {"wagon 0,0 monastery", "wagon home"}


def test_home_is_always_a_choice() -> None:
    """Taken back, the wagon is in the supply."""
    game = lay(ROAD_OF_FOUR.format(monk="; pass; wagon home"), start="A 0,0 270")
    assert game.supply("Blue", WAGON) == 1
    assert game.figures() == {("Red", "meeple", (4, 0), "road@E")}


ROAD_OF_TWO = """
    Red:  B -1,-1 0
    Blue: a/6 -1,0 180; deploy wagon road@E
    Red:  B 1,-1 0
    Red:  U 1,0 0; deploy meeple road@E
    Red:  B 1,1 0
    Red:  A 0,1 180
    Blue: W 0,0 0
"""


def road_of_two(wagon_move: str) -> Game:
    """A road of 2 from a city's wall to a crossing, whose others are Red's and a completed one."""
    return lay(ROAD_OF_TWO, start="B 0,-1 0", options={"wagon_move": wagon_move})


def test_a8_wagon_w2_c1() -> None:
    """2 points. Connected (2007): only the city at the road's end is open, free and joined to it."""
    game = road_of_two("connected")
    assert game.awards == [Award("Blue", 2, "road")]
    assert game.legal == {"wagon -1,0 city@S", "wagon home"}


def test_wagon_w2_c2() -> None:
    """Adjacent (2016): whatever is open and free on the wagon's tile and the eight around it.

    The city on its own tile and the three open monasteries around; not Red's road, not the completed one,
    no field, and not the monastery at 1,1, which is two tiles away.
    """
    game = road_of_two("adjacent")
    assert game.awards == [Award("Blue", 2, "road")]
    assert game.legal == {
        "wagon -1,0 city@S", "wagon -1,-1 monastery", "wagon 0,-1 monastery", "wagon 0,1 monastery",
        "wagon home",
    }  # fmt: skip
    assert game.refusal("wagon 1,1 monastery") == "wagon_reach"


def test_a9_from_a_city_to_a_road_that_ends_at_its_wall() -> None:
    """6 tiles and a pennant: 2 x 6 + 2 = 14. The road in the east is open, that in the west complete."""
    game = lay(
        """
        Red:  A -1,0 270
        Blue: G 1,0 0; deploy wagon city@E
        Red:  G 2,0 0
        Red:  F 3,0 0
        Red:  G 4,0 0
        Red:  w/8 5,0 270
        """,
        start="w/8 0,0 90",
    )
    assert game.awards == [Award("Blue", 14, "city")]
    # Blue decides in Red's turn, about an end of the city five tiles from the wagon.
    assert game.to_move == "Blue"
    assert game.legal == {"wagon 5,0 road@E", "wagon home"}


def test_a_wagon_without_a_destination_goes_home_by_itself() -> None:
    """A two-tile city with nothing at its wall: no decision, the next seat draws."""
    game = lay("Red: E 0,-1 180; deploy wagon city@S")
    assert game.awards == [Award("Red", 4, "city")]
    assert game.supply("Red", WAGON) == 1
    assert game.legal == {"draw"}


def test_cities_roads_and_fields_that_only_share_a_tile_are_not_connected() -> None:
    """D's road passes D's city without touching it: the wagon of the city cannot go there."""
    game = lay("Red: E 0,-1 180; deploy wagon city@S", options={"wagon_move": "connected"})
    assert game.position.phase is Phase.DRAW
    game = lay("Red: E 0,-1 180; deploy wagon city@S", options={"wagon_move": "adjacent"})
    assert game.legal == {"wagon 0,0 road@E", "wagon home"}


def test_two_cities_on_one_tile_are_not_connected() -> None:
    """On I two cities lie side by side: the wagon of the one cannot go to the other."""
    game = lay("Red: E 0,-1 180; deploy wagon city@S", start="I 0,0 0")
    assert game.position.phase is Phase.DRAW


def test_two_roads_at_one_monastery_are_not_connected() -> None:
    """From a road that ends at a monastery the wagon goes to the monastery, not to the other road."""
    game = lay(
        """
        Red: a/10 0,0 270; deploy wagon road@E
        Red: w/6 1,0 0
        """,
        start="B 0,1 0",
    )
    assert game.legal == {"wagon 1,0 monastery", "wagon home"}


def test_a_wagon_that_scores_nothing_may_move_too() -> None:
    """Red's knights outnumber Blue's wagon; it scores nothing and still chooses."""
    game = lay(
        """
        Blue: w/8 0,0 90; deploy wagon city@E
        Red:  B 1,1 0
        Red:  B 2,1 0
        Red:  B 3,1 0
        Red:  B 4,1 0
        Red:  G 2,0 0; deploy meeple city@E
        Red:  E 4,0 270; deploy meeple city@W
        Red:  G 3,0 0
        Red:  G 1,0 0
        """,
        start="B 0,1 0",
    )
    assert game.awards == [Award("Red", 10, "city")]
    assert (game.to_move, game.legal) == ("Blue", {"wagon 0,0 road@W", "wagon home"})


def test_the_owner_chooses_the_segment_within_the_destination() -> None:
    """Two roads of the crossing are one road by now: both segments are offered.

    The road in the west ends at the crossing; north and east of it begins one road with three branches.
    """
    game = lay(
        """
        Red: V 0,-1 270
        Red: a/11 1,-1 270
        Red: V 1,0 90
        Red: a/10 -1,0 270; deploy wagon road@E
        """,
        start="X 0,0 0",
    )
    assert game.awards == [Award("Red", 2, "road")]
    assert game.legal == {"wagon 0,0 road@N", "wagon 0,0 road@E", "wagon 0,0 road@S", "wagon home"}


# Abbeys, 5.3 and 5.8

CLOSED_ROAD = """
    Red:  B -1,-1 0
    Blue: U -1,0 0; deploy wagon road@E
    Red:  A -2,0 270
    Red:  B 1,-1 0
    Red:  U 1,0 0
    Red:  B 1,1 0
    Red:  G 0,1 90
    Blue: abbey 0,0{monk}
"""


def test_wagon_to_abbey() -> None:
    """It may go to the abbey that closed its road, or to the monastery at the other end.

    The road beyond the abbey and the city below it do not touch the scored road.
    """
    game = lay(CLOSED_ROAD.format(monk=""), start="B 0,-1 0")
    assert game.awards == [Award("Blue", 2, "road")]
    assert game.legal == {"wagon -2,0 monastery", "wagon 0,0 monastery", "wagon home"}


def test_an_abbey_with_a_monk_is_no_destination() -> None:
    """The monk just placed on the abbey occupies it."""
    game = lay(CLOSED_ROAD.format(monk="; deploy meeple monastery"), start="B 0,-1 0")
    assert game.legal == {"wagon -2,0 monastery", "wagon home"}


def test_from_a_completed_abbey_along_the_roads_and_cities_that_end_at_it() -> None:
    """The abbey's wagon scores 9; it may follow the road in the east or enter the city in the south."""
    game = lay(
        """
        Red:  B -1,-1 0
        Red:  B -1,0 0
        Red:  B 1,-1 0
        Red:  U 1,0 0
        Red:  B 1,1 0
        Red:  G 0,1 90
        Blue: abbey 0,0; deploy wagon monastery
        Red:  B -1,1 0
        """,
        start="B 0,-1 0",
    )
    assert game.awards == [Award("Blue", 9, "monastery")]
    assert game.legal == {"wagon 1,0 road@E", "wagon 0,1 city@N", "wagon home"}


# Time and order, 5.6 and 5.9

CROSSING = """
    Red:  B -1,-1 0
    Blue: a/10 -1,0 270; deploy wagon road@E
    Red:  B 1,-1 0
    Red:  a/10 1,0 90; deploy wagon road@W
    {active}: W 0,0 0
"""
"""One tile completes the roads of two wagons; the crossing's third road is the only free one."""


@pytest.mark.parametrize(("active", "first"), [("Blue", "Blue"), ("Red", "Red"), ("Yellow", "Red")])
def test_wagon_order(active: str, first: str) -> None:
    """The active player first, then clockwise; who comes later finds the road taken and goes home.

    Clockwise from Yellow, the third of three, Red comes before Blue.
    """
    game = lay(CROSSING.format(active=active), players=3, start="B 0,-1 0")
    assert sorted(game.awards) == [Award("Blue", 2, "road"), Award("Red", 2, "road")]
    assert (game.to_move, game.legal) == (first, {"wagon 0,0 road@S", "wagon home"})
    game.play("wagon 0,0 road@S")
    assert game.position.phase is Phase.DRAW
    assert game.figures() == {(first, "wagon", (0, 0), "road@S")}


def test_the_next_wagon_decides_when_the_first_went_home() -> None:
    """Red goes home, then Blue may have the road; the turn goes on after Yellow's."""
    game = lay(CROSSING.format(active="Yellow"), players=3, start="B 0,-1 0")
    game.play("wagon home")
    assert (game.to_move, game.legal) == ("Blue", {"wagon 0,0 road@S", "wagon home"})
    game.play("wagon 0,0 road@S")
    assert (game.to_move, game.position.active) == ("Red", 0)


def test_a_wagon_moves_after_the_last_tile_and_scores_in_the_end() -> None:
    """The last tile completes the road of 4; the wagon moves on and scores the open monastery.

    The monastery A at 0,0 has 2 tiles around it: 1,0 and 1,-1; 1 + 2 = 3 points more.
    """
    game = lay(ROAD_OF_FOUR.format(monk=""), start="A 0,0 270", rest="")
    assert game.awards == [Award("Blue", 4, "road")]
    game.play("wagon 0,0 monastery")
    assert game.position.over
    assert sorted(game.awards) == [
        Award("Blue", 3, "monastery"), Award("Blue", 4, "road"), Award("Red", 2, "road"),
    ]  # fmt: skip
