"""What the expansions do to each other: the pairs named by the rules.

Source: the interactions of the classic modules, sections 2 and 3. The points of all examples are worked
out by hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import GameRecord, Phase
from core.sets.abbey_mayor.actions import ABBEY_DUE
from core.sets.hills_sheep.actions import SHEPHERD
from core.sets.hills_sheep.shepherds import flock
from tests.core.boards import Award
from tests.core.boards import lay as lay_any

SETS = ("base", "winter", "abbey-mayor", "hills-sheep")
lay = partial(lay_any, sets=SETS, start="B 0,0 0")


@pytest.mark.parametrize(
    ("sets", "to_draw"),
    [
        (("base", "winter"), 83),
        (("base", "winter", "abbey-mayor"), 95),
        (("base", "winter", "hills-sheep"), 101),
        (SETS, 113),
    ],
)
def test_tiles_to_draw(sets: tuple[str, ...], to_draw: int) -> None:
    """The table of section 2; abbeys are not in the bag."""
    position = GameRecord(players=("Ann", "Bo"), sets=sets, seed="0").opening()
    assert position.bag_left == to_draw
    assert "abbey-mayor/abbey" not in position.unseen()


# Abbeys

RING = """
    Red: B 1,0 0
    Red: {north}
    Red: B 2,1 0
    Red: B 2,2 0
    Red: B 1,2 0
    Red: B 0,1 0
    {corner}
"""
"""Tiles around the hole 1,1; the corner 0,2 may stay empty."""


def test_an_abbey_takes_no_tile_from_the_bag_and_lies_beside_hills() -> None:
    """A hill in the ring took one tile under it; the abbey takes none."""
    game = lay(RING.format(north="h/14,C 2,0 180", corner="") + "Blue: abbey 1,1", rest="E V")
    assert game.position.bag_left == 2
    assert game.position.unseen() == {"base/C": 1, "base/E": 1, "base/V": 1}


def test_vineyard_abbey() -> None:
    """A complete abbey beside one vineyard: 9 + 3 = 12; open in the end 1 + 7, without the bonus."""
    ring = RING.format(north="h/1 2,0 0", corner="Red: B 0,2 0")
    game = lay(ring + "Blue: abbey 1,1; deploy meeple monastery")
    assert game.awards == [Award("Blue", 12, "monastery")]
    ring = RING.format(north="h/1 2,0 0", corner="")
    game = lay(ring + "Blue: abbey 1,1; deploy meeple monastery \n Red: B 3,1 0", rest="")
    assert game.awards == [Award("Blue", 8, "monastery")]


SHEEP_AT_A_HOLE = """
    Red: B 0,1 0
    Red: E 0,2 90
    Red: G 1,2 0; deploy shepherd field@NL    # his field opens to the hole 1,1 only
    Red: B 1,0 0
    Red: B 2,0 0
    Red: B 2,1 0
"""


@pytest.mark.parametrize("name", ["Red", "Blue"])
def test_sheep_abbey_closes(name: str) -> None:
    """The abbey closes the shepherd's field: 3 sheep score 3 at once, also for who lays it.

    An abbey extends no field, so even the shepherd's owner has no choice.
    """
    game = lay(SHEEP_AT_A_HOLE + f"{name}: abbey 1,1", tokens=(3, 4))
    assert game.awards == [Award("Red", 3, "flock")]
    assert game.position.phase is Phase.DRAW


def test_an_abbey_is_none_of_the_four_tiles_around_a_barn() -> None:
    """Three fields and an abbey meet at the corner: refused."""
    game = lay(RING.format(north="B 2,0 0", corner="") + "Blue: abbey 1,1 \n Blue: B 0,2 0; ...")
    assert game.refusal("deploy barn corner@NE") == "corner_no_field"
    assert not [text for text in game.legal if "barn" in text]


def test_an_abbey_parts_fields_and_completes_no_farm() -> None:
    """Fields on both sides of the abbey stay apart, and the farmers on them stay."""
    game = lay(SHEEP_AT_A_HOLE.replace("shepherd", "meeple") + "Blue: abbey 1,1")
    assert game.figures() == {("Red", "meeple", (1, 2), "field@NL")}
    assert game.awards == []
    assert game.feature(1, 2, "field@NL").cells == ((1, 2),)


def test_an_abbey_on_the_shared_side_of_a_double_tile() -> None:
    """Both cities are closed, and not joined: two tiles each, 4 and 4."""
    game = lay(
        """
        Red:  B 0,1 0
        Blue: E 0,2 90; deploy meeple city@E
        Red:  B 1,0 0
        Red:  B 2,0 0
        Red:  B 2,1 0
        Red:  E 2,2 270; deploy meeple city@W
        Red:  h/2 1,2 0
        Blue: abbey 1,1
        """
    )
    assert sorted(game.awards) == [Award("Blue", 4, "city"), Award("Red", 4, "city")]


def test_the_abbey_round_comes_after_a_hill_and_after_a_discarded_tile() -> None:
    """The last tiles are a hill with the tile under it, or a tile that fits nowhere."""
    ring = RING.format(north="B 2,0 0", corner="")
    for last in ("Red: h/14,C 3,1 270", "Red: C"):
        game = lay(ring + last, rest="")
        assert (game.position.phase, game.to_move) == (ABBEY_DUE, "Blue")


def test_who_drew_cannot_lay_the_abbey_any_more() -> None:
    """With a hole open and an unplaceable tile drawn, the draw goes on to the next tile."""
    game = lay(RING.format(north="B 2,0 0", corner="") + "Red: C,C,B", players=2)
    assert game.position.discarded == ("base/C", "base/C")
    assert game.refusal("abbey") == "wrong_phase"


# Hills and majorities

CITY_OF_SIX = """
    Blue: B 1,1 0
    Blue: B 2,1 0
    Blue: B 3,1 0
    Blue: B 4,1 0
    Blue: B 5,1 0
    Blue: E 0,0 90
    Blue: G 1,0 0; deploy meeple city@E
    {third}
    Red:  h/8,C 5,0 270; deploy {figure} city@W
    Blue: G 4,0 0
    Blue: {last} 2,0 0
"""


def test_hill_mayor_0() -> None:
    """Red has a knight, and a mayor on a hill; without a pennant he is no tie-break: 12 points each."""
    city = CITY_OF_SIX.format(third="Red: G 3,0 0; deploy meeple city@E", figure="mayor", last="G")
    game = lay(city, start="B 0,1 0")
    assert sorted(game.awards) == [Award("Blue", 12, "city"), Award("Red", 12, "city")]


def test_a_mayor_with_a_pennant_uses_the_hill() -> None:
    """Mayor 1 against knight 1, the mayor on the hill: 2 x 6 + 2 = 14 for Red alone."""
    game = lay(CITY_OF_SIX.format(third="Blue: G 3,0 0", figure="mayor", last="F"), start="B 0,1 0")
    assert game.awards == [Award("Red", 14, "city")]


def test_a_wagon_uses_the_hill() -> None:
    """Wagon 1 against knight 1, the wagon on the hill: 12 for Red alone; then it may take the road."""
    game = lay(CITY_OF_SIX.format(third="Blue: G 3,0 0", figure="wagon", last="G"), start="B 0,1 0")
    assert game.awards == [Award("Red", 12, "city")]
    assert game.legal == {"wagon 5,0 road@E", "wagon home"}


def test_mayor_and_knights_of_one_player_add_up() -> None:
    """One pennant: Red's mayor 1 and knight 1 beat Blue's knight: 14 for Red, hill or not."""
    city = CITY_OF_SIX.format(third="Red: G 3,0 0; deploy meeple city@E", figure="mayor", last="F")
    game = lay(city.replace("h/8,C", "w/8"), start="B 0,1 0")
    assert game.awards == [Award("Red", 14, "city")]


def test_a_wagon_uses_a_hill_it_moved_to() -> None:
    """From the road north of a house it moves to the road south of it, on the same hill.

    That road is joined with Blue's: 4 tiles, a tie, Red alone scores 4.
    """
    game = lay(
        """
        Red:  a/10 0,-1 0; deploy wagon road@S; wagon 0,0 road@S
        Red:  B 1,0 0
        Red:  B 1,1 0
        Red:  B 1,2 0
        Blue: U 0,2 90; deploy meeple road@N
        Red:  A 0,3 180
        Red:  U 0,1 90
        """,
        start="h/13 0,0 0",
    )
    assert game.awards == [Award("Red", 2, "road"), Award("Red", 4, "road")]


def test_a_wagon_as_monk_gets_the_vineyards() -> None:
    """9 + 3 = 12 for a wagon on a monastery beside a vineyard."""
    ring = RING.format(north="h/1 2,0 0", corner="Red: B 0,2 0")
    game = lay(ring + "Blue: B 1,1 0; deploy wagon monastery")
    assert game.awards == [Award("Blue", 12, "monastery")]


def test_a_shepherd_on_a_hill_breaks_no_tie() -> None:
    """Farmers of Red and Blue are tied, Blue's shepherd stands on a hill: 3 points each."""
    game = lay(
        """
        Blue: h/8,C 1,0 270; deploy shepherd field@NL
        Red:  B 1,-1 0; deploy meeple field@NL
        Blue: B 0,1 0; deploy meeple field@NL
        Red:  B 0,-1 0
        """,
        start="E 0,0 90",
        tokens=(2,),
        rest="",
    )
    assert sorted(game.awards) == [Award("Blue", 3, "field"), Award("Red", 3, "field")]


# Barns

BARN = """
    Red:  B 1,0 0
    Red:  B 0,1 0
    Blue: B 1,1 0; deploy barn corner@NW
"""


def test_a_barn_beside_a_hill_has_no_advantage() -> None:
    """The second barn touches a hill; in the end both score the one city of their farm: 4 and 4."""
    game = lay(
        """
        Red: E 0,-1 0
        Red: E 0,-2 180
        """
        + BARN
        + """
        Red: U 2,0 90
        Red: B 3,0 0
        Red: B 4,0 0
        Red: B 3,1 0
        Red: h/14,C 4,1 270; deploy barn corner@NW
        Red: A 2,1 180
        """,
        rest="",
    )
    assert sorted(game.awards) == [Award("Blue", 4, "barn"), Award("Red", 4, "barn")]


HILL_FARMER = """
    Red:  E 0,-1 0
    Red:  h/8,C 0,-2 180; deploy meeple field@NR    # on the hill, north of the first city
    Blue: B 1,0 0; deploy meeple field@NL
    Red:  E 2,0 90
    Red:  E 3,0 270                                 # the second city
    Red:  B 1,-2 0
    Red:  B 1,-1 0                                  # one farm
"""


def test_hill_barn() -> None:
    """The barn scores two cities for tied farmers, Red's on a hill: Red 6, Blue 0; both return."""
    game = lay(HILL_FARMER + "Red: B 0,1 0 \n Blue: B 1,1 0; deploy barn corner@NW")
    assert game.awards == [Award("Red", 6, "field")]
    assert game.supply("Red") == game.supply("Blue") == 7


def test_a_hill_breaks_the_tie_when_a_barn_farm_is_joined_too() -> None:
    """Red's farmer on the hill and Blue's are joined to a barn's farm: two cities, Red 2, Blue 0."""
    game = lay(
        """
        Yellow: B 1,0 0
        Yellow: B 0,1 0
        Yellow: B 1,1 0; deploy barn corner@NW
        Yellow: E 0,-1 0
        Red:    h/8,C 0,-2 180; deploy meeple field@NR    # completes the first city
        Yellow: E 2,0 90
        Blue:   E 3,0 270; deploy meeple field@NL         # completes the second
        Yellow: B 1,-2 0
        Yellow: B 2,-2 0
        Yellow: B 3,-2 0
        Yellow: B 3,-1 0                                  # joins Red's field and Blue's
        Yellow: B 2,-1 0                                  # joins them to the barn's farm
        """,
        players=3,
    )
    assert game.awards == [Award("Red", 2, "field")]


def test_sheep_barn() -> None:
    """A barn on the farm of Red's shepherd and Yellow's farmer: Yellow 3, the shepherd and his sheep stay.

    It extends no field: nobody decides about the flock.
    """
    game = lay(
        """
        Red:    E 0,-1 0; deploy shepherd field@EL
        Yellow: E 0,-2 180
        Yellow: B 1,0 0; deploy meeple field@NL
        Yellow: B 0,1 0
        Blue:   B 1,1 0; deploy barn corner@NW
        """,
        players=3,
        tokens=(2,),
    )
    assert game.awards == [Award("Yellow", 3, "field")]
    assert flock(game.position, 0) == 2
    assert {(name, figure) for name, figure, _, _ in game.figures()} == {
        ("Red", "shepherd"),
        ("Blue", "barn"),
    }
    assert game.position.phase is Phase.DRAW


def test_a_shepherd_may_come_to_a_barn_farm() -> None:
    """The ban is on followers; the shepherd is none."""
    game = lay(BARN + "Red: B 2,1 0; ...", tokens=(2,))
    assert "deploy shepherd field@NL" in game.legal
    assert game.refusal("deploy meeple field@NL") == "barn"
    game.play("deploy shepherd field@NL")
    assert flock(game.position, 0) == 2


def test_one_figure_a_turn_altogether() -> None:
    """After any figure the deployment is over."""
    for first in ("meeple city@S", "mayor city@S", "wagon city@S", "shepherd field@NL"):
        game = lay(f"Red: G 0,-1 90 \n Red: K 0,-2 180; deploy {first}", start="D 0,0 0", tokens=(1,))
        for second in ("meeple road@N", "wagon road@N", "shepherd field@NR", "barn corner@NW"):
            assert game.refusal(f"deploy {second}") == "wrong_phase"


def test_a_shepherd_on_a_field_inside_one_tile() -> None:
    """The gap between two bridging cities is closed at once: 4 sheep score 4, a wolf nothing."""
    for token, awards in ((4, [Award("Red", 4, "flock")]), ("wolf", [])):
        game = lay("Red: a/2 0,-1 0; deploy shepherd field@inside", start="D 0,0 0", tokens=(token,))
        assert game.awards == awards
        assert game.supply("Red", SHEPHERD) == 1
