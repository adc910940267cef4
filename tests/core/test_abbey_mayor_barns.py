"""Abbey & Mayor, section 4: barns; the examples A3 to A6.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import Figure
from tests.core.boards import Award
from tests.core.boards import lay as lay_any

lay = partial(lay_any, sets=("base", "abbey-mayor"), start="B 0,0 0")

CITY_NORTH = """
    Red: E 0,-1 0
    Red: E 0,-2 180
"""
"""A completed city north of the start tile; its southern end lies on the start tile's field."""

BARN = """
    Red:  B 1,0 0
    Red:  B 0,1 0
    Blue: B 1,1 0; deploy barn corner@NW
"""
"""Four monasteries in a square, and Blue's barn in the middle."""

# Placing


def test_a3_a_corner_with_cities_is_no_place_for_a_barn() -> None:
    """Two cities of the tile just laid meet at the corner: refused, and not listed."""
    game = lay("Red: E 1,0 180 \n Red: E 0,1 90 \n Red: I 1,1 0; ...")
    assert game.refusal("deploy barn corner@NW") == "corner_no_field"
    assert not [text for text in game.legal if "barn" in text]


def test_a_city_on_another_of_the_four_tiles_forbids_the_barn() -> None:
    """All four quarters have to be field, not only that of the tile just laid."""
    game = lay("Red: E 1,0 270 \n Red: B 0,1 0 \n Red: B 1,1 0; ...", start="E 0,0 90")
    assert game.refusal("deploy barn corner@NW") == "corner_no_field"


def test_a_barn_needs_four_tiles() -> None:
    """Three tiles around a corner leave it open."""
    game = lay("Red: B 1,0 0 \n Red: B 1,1 0; ...")
    assert game.refusal("deploy barn corner@NW") == "corner_open"


def test_a_barn_needs_a_corner_of_the_tile_just_laid() -> None:
    """Of four tiles in a square, the corner is that of the last one; farther corners cannot be named."""
    game = lay("Red: B 1,0 0 \n Red: B 0,1 0 \n Red: B 1,1 0; ...")
    assert {text for text in game.legal if "barn" in text} == {"deploy barn corner@NW"}
    for where in ("corner@XX", "field@NL", "monastery"):
        assert game.refusal(f"deploy barn {where}") == "barn_corner"
    game = lay("Red: B 1,0 0 \n Red: B 0,1 0 \n Red: B 1,1 0 \n Red: B 2,0 0; ...")
    assert not [text for text in game.legal if "barn" in text]


def test_one_tile_can_offer_two_corners() -> None:
    """A tile laid into a bay has two corners where four tiles meet."""
    game = lay("Red: B 0,1 0 \n Red: B 0,2 0 \n Red: B 1,0 0 \n Red: B 1,2 0 \n Red: B 1,1 0; ...")
    assert {text for text in game.legal if "barn" in text} == {
        "deploy barn corner@NW", "deploy barn corner@SW",
    }  # fmt: skip


def test_roads_may_leave_between_the_quarters() -> None:
    """Between two roads that run side by side lies a field, and in it a barn."""
    game = lay("Red: U 1,0 0 \n Red: U 0,1 0 \n Red: U 1,1 0; deploy barn corner@NW", start="U 0,0 0")
    assert game.figures() == {("Red", "barn", (1, 1), "corner@NW")}
    barn = game.feature(1, 1, "field@NL")
    assert barn == game.feature(0, 0, "field@ER")
    assert [standing.figure for standing in barn.figures] == [Figure("barn")]


def test_one_barn_each_and_one_on_a_farm() -> None:
    """A farm with a barn takes no second one; a barn once placed is out of the supply."""
    game = lay(BARN + "Red: B 0,2 0 \n Red: B 1,2 0; ...")
    assert game.refusal("deploy barn corner@NW") == "barn"
    game = lay(BARN + "Red: B 0,2 0 \n Blue: B 1,2 0; ...")
    assert game.refusal("deploy barn corner@NW") == "no_supply"


def test_a_barn_is_no_farmer() -> None:
    """It goes on corners only, also where its owner could put a meeple."""
    game = lay("Red: B 1,0 0; ...")
    assert game.refusal("deploy barn field@NL") == "barn_corner"


def test_a_barn_can_be_placed_without_farmers_in_the_game() -> None:
    """With fields off a barn can be placed all the same, and scores 4 for its city in the end."""
    game = lay(CITY_NORTH + BARN, options={"fields": False}, rest="")
    assert game.awards == [Award("Blue", 4, "barn")]


# Scoring when placed


def test_a4_barn_placed() -> None:
    """Yellow has the only farmer, two completed cities: 2 x 3 = 6; the farmer returns, the barn stays."""
    game = lay(
        """
        Yellow: E 0,-1 0; deploy meeple field@EL
        Red:    E 0,-2 180
        Red:    E 1,-1 0
        Red:    E 1,-2 180
        """
        + BARN,
        players=3,
    )
    assert game.awards == [Award("Yellow", 6, "field")]
    assert game.supply("Yellow") == 7
    assert game.figures() == {("Blue", "barn", (1, 1), "corner@NW")}


def test_tied_farmers_score_in_full_when_a_barn_is_placed() -> None:
    """Red's farmer north of a city and Yellow's south of it come to one farm: 3 points each."""
    game = lay(
        """
        Red:    E 0,-1 0
        Red:    E 0,-2 180; deploy meeple field@NL
        Yellow: B 1,0 0; deploy meeple field@NL
        Red:    B 1,-2 0
        Red:    B 0,1 0
        Red:    B 1,-1 0
        Blue:   B 1,1 0; deploy barn corner@NW
        """,
        players=3,
    )
    assert sorted(game.awards) == [Award("Red", 3, "field"), Award("Yellow", 3, "field")]
    assert (game.supply("Red"), game.supply("Yellow")) == (7, 7)


def test_a_city_completed_by_the_same_tile_counts_for_the_barn() -> None:
    """The tile beside the barn completes the farm's only city: Yellow's farmer has 3."""
    game = lay(
        """
        Yellow: B 1,0 0; deploy meeple field@NL
        Red:    B 0,1 0
        Red:    B 0,2 0
        Red:    E 1,2 0
        Blue:   E 1,1 180; deploy barn corner@NW
        """,
        players=3,
    )
    assert game.awards == [Award("Yellow", 3, "field")]


def test_a_farm_without_completed_cities_sends_its_farmers_home_unpaid() -> None:
    """No city: no points, and the farmer returns."""
    game = lay("Red: B 1,0 0; deploy meeple field@NL \n Red: B 0,1 0 \n Blue: B 1,1 0; deploy barn corner@NW")
    assert game.awards == []
    assert game.supply("Red") == 7


def test_nobody_may_be_a_farmer_on_a_barn_farm() -> None:
    """Neither the barn's owner nor anyone else, on any tile of the farm."""
    for name in ("Red", "Blue"):
        game = lay(BARN + f"{name}: B 2,1 0; ...")
        assert game.refusal("deploy meeple field@NL") == "barn"
        assert "deploy meeple field@NL" not in game.legal
        assert "deploy meeple monastery" in game.legal


# Joining

RED_FARM = """
    Red: E 0,-1 0
    Red: E 0,-2 180; deploy meeple field@NL     # completes the city; a farm of its own north of it
    Red: E 0,-3 0
    Red: E 0,-4 180                             # completes the second city
"""


def test_a5_barn_merge() -> None:
    """A tile joins the barn's farm and Red's: two completed cities, 2 x 1 = 2; the farmer returns."""
    game = lay(RED_FARM + BARN + "Red: B 1,-2 0 \n Red: B 1,-1 0")
    assert game.awards == [Award("Red", 2, "field")]
    assert game.supply("Red") == 7
    assert game.figures() == {("Blue", "barn", (1, 1), "corner@NW")}


def test_barn_merge_with_one_city() -> None:
    """As before with one completed city: 1 point."""
    game = lay("\n".join(RED_FARM.splitlines()[:3]) + BARN + "Red: B 1,-2 0 \n Red: B 1,-1 0")
    assert game.awards == [Award("Red", 1, "field")]


def test_the_joining_player_can_be_no_farmer() -> None:
    """The tile that joins belongs to a barn's farm: its player puts no farmer and no barn there."""
    game = lay(RED_FARM + BARN + "Red: B 1,-2 0 \n Red: B 1,-1 0; ...")
    assert game.legal == {
        "deploy meeple monastery", "deploy wagon monastery", "pass",
    }  # fmt: skip
    assert game.refusal("deploy barn corner@SW") == "barn"


SECOND_BARN = """
    Red: U 2,0 90
    Red: B 3,0 0
    Red: B 4,0 0
    Red: B 3,1 0
    Red: B 4,1 0; deploy barn corner@NW
    Red: E 3,-1 0
    Red: E 3,-2 180
"""
"""Another square with a barn, beyond a road; and another completed city beside it."""


def test_a6_barn_barn_merge() -> None:
    """Joining two farms with barns scores nothing now; in the end each barn has 2 cities: 8 and 8."""
    game = lay(CITY_NORTH + BARN + SECOND_BARN + "Red: A 2,1 180", rest="B")
    assert game.awards == []
    assert game.supply("Red", Figure("barn")) == game.supply("Blue", Figure("barn")) == 0
    game = lay(CITY_NORTH + BARN + SECOND_BARN + "Red: A 2,1 180", rest="")
    assert sorted(game.awards) == [Award("Blue", 8, "barn"), Award("Red", 8, "barn")]


def test_two_barn_farms_and_a_farmer_joined_at_once_score_once() -> None:
    """A monastery at the end of the road joins both barn farms and Yellow's field south of it.

    Three completed cities, one of them between the first barn's farm and Yellow's: 3 x 1, once.
    """
    game = lay(
        CITY_NORTH
        + BARN
        + SECOND_BARN
        + """
        Red:    E 1,2 90
        Yellow: E 2,2 270; deploy meeple field@NL
        Red:    A 2,1 180
        """,
        players=3,
    )
    assert game.awards == [Award("Yellow", 3, "field")]
    assert game.supply("Yellow") == 7
    assert {figure for _, figure, _, _ in game.figures()} == {"barn"}


@pytest.mark.parametrize("cities", [1, 2])
def test_the_barn_scores_four_for_each_city_in_the_end(cities: int) -> None:
    """No farmer is needed: 4 for one completed city, 8 for two."""
    more = "" if cities == 1 else "Red: E 1,-1 0 \n Red: E 1,-2 180"
    game = lay(CITY_NORTH + BARN + more, rest="")
    assert game.awards == [Award("Blue", 4 * cities, "barn")]


def test_a_city_between_two_barn_farms_counts_for_both() -> None:
    """North and south of one completed city lies a barn farm: 4 points each."""
    game = lay(
        CITY_NORTH
        + BARN
        + """
        Red: B 0,-3 0
        Red: B 1,-3 0
        Red: B 1,-2 0; deploy barn corner@NW
        """,
        rest="",
    )
    assert sorted(game.awards) == [Award("Blue", 4, "barn"), Award("Red", 4, "barn")]
