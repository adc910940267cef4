"""Base game, fields in the final scoring: the examples B17 to B21.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from tests.core.boards import Award, Game, lay

TWO_FARMS = """
    {upper}: U 1,0 0; deploy meeple field@NL     # the farm north of the road: cities A and B
    Red:  E 0,-1 180                             # completes A above the start tile
    Red:  E 1,-1 0
    Red:  E 1,-2 180                             # completes B
    Red:  E 2,-1 90                              # an open city, beside the same farm
    {lower}: E 0,1 180; deploy meeple field@NL   # the farm south of the road: city C
    Red:  E 0,2 0                                # completes C
"""


def two_farms(upper: str, lower: str) -> Game:
    """A farm with two completed cities and an open one north of a road, one with one city south of it."""
    return lay(TWO_FARMS.format(upper=upper, lower=lower), rest="")


def test_b17_three_points_for_each_completed_city() -> None:
    """Blue's farm has 2 completed cities: 6. Red's has 1: 3. The open city gives nothing."""
    assert sorted(two_farms("Blue", "Red").awards) == [Award("Blue", 6, "field"), Award("Red", 3, "field")]


def test_b19_each_farm_scores_on_its_own() -> None:
    """Blue alone in two farms, with 2 cities and with 1: 6 + 3 = 9."""
    game = two_farms("Blue", "Blue")
    assert sorted(game.awards) == [Award("Blue", 3, "field"), Award("Blue", 6, "field")]
    assert game.scores == {"Blue": 9}


CITY_BETWEEN_FARMS = """
    Blue:   G 1,0 0; deploy meeple field@NL     # the upper farm: this side of city A only
    Red:    E 2,0 270; deploy meeple field@NL   # completes A; her field will be the lower farm
    Yellow: E 0,1 180; deploy meeple field@NL
    Yellow: E 0,2 0                             # completes B
    Red:    B 1,2 0; deploy meeple field@NL
    {more}
    Red:    B 2,1 0
    Red:    B 1,1 0                             # joins all fields south of A
"""


def city_between_farms(more: str = "") -> Game:
    """City A touches the upper farm (Blue 1) and the lower farm (Red 2, Yellow 1), B the lower only."""
    return lay(CITY_BETWEEN_FARMS.format(more=more), players=3, start="E 0,0 90", rest="")


def test_b18_a_city_counts_for_every_farm_it_touches() -> None:
    """Upper farm: Blue 3 for A. Lower farm: Red has 2 farmers, Yellow 1: Red 6 for A and B, Yellow 0."""
    assert city_between_farms().scores == {"Blue": 3, "Red": 6}


def test_b20_tied_farmers_all_score() -> None:
    """As B18, but Yellow has a second farmer too: Red 6, Yellow 6, Blue 3.

    The second stands east of a road, whose end at a monastery joins that field to the lower farm.
    """
    game = city_between_farms("""
        Yellow: U 3,0 90; deploy meeple field@NR
        Red: A 3,1 180
    """)
    assert game.scores == {"Red": 6, "Yellow": 6, "Blue": 3}


def test_b21_the_example_of_three_farms() -> None:
    """Farm 1: Blue (A, B): 6. Farm 2: Red 1, Blue 1 (A, B, C): 9 each. Farm 3: Yellow 2, Black 1: 12.

    Farm 3 has 4 completed cities and an open one. Blue 6 + 9 = 15, Red 9, Yellow 12, Black 0.
    """
    game = lay(
        """
        Blue:   U 1,0 0; deploy meeple field@NL     # farm 1, between the road and A and B
        Yellow: E 0,1 180; deploy meeple field@NL   # farm 3, south of the road
        Red:    D 2,0 0
        Red:    E 0,-1 180; deploy meeple field@NL  # completes A; farm 2 lies around A and B
        Blue:   E 2,-1 180; deploy meeple field@NL  # completes B
        Red:    B 0,-2 0
        Red:    B 1,-2 0                            # the space 1,-1 stays empty
        Red:    B 2,-2 0                            # joins farm 2
        Red:    E 0,-3 0
        Red:    E 0,-4 180                          # completes C
        Black:  E 0,2 0; deploy meeple field@EL     # completes the first city of farm 3
        Red:    E 0,3 180
        Yellow: E 0,4 0; deploy meeple field@EL     # the second
        Red:    B 1,4 0
        Red:    B 1,3 0
        Red:    B 1,2 0
        Red:    E 2,2 0
        Red:    E 2,1 180                           # the third
        Red:    E 2,3 180
        Red:    E 2,4 0                             # the fourth
        Red:    E 1,5 180                           # the open one
        Red:    B 1,1 0                             # joins farm 3
        """,
        players=5,
        rest="",
    )
    assert sorted(game.awards) == [
        Award("Blue", 6, "field"),
        Award("Blue", 9, "field"),
        Award("Red", 9, "field"),
        Award("Yellow", 12, "field"),
    ]


def test_a_city_counts_once_for_a_farm_that_touches_it_often() -> None:
    """The field around a city of two tiles touches it from both: once 3 points."""
    game = lay(
        """
        Red: E 1,0 270; deploy meeple field@NL
        Red: B 0,1 0
        Red: B 1,1 0
        """,
        start="E 0,0 90",
        rest="",
    )
    assert game.awards == [Award("Red", 3, "field")]


def test_touching_counts_on_a_tile_not_over_its_edge() -> None:
    """D's southern field lies beyond the road and does not touch D's city: it is worth nothing."""
    game = lay("Red: E 0,-1 180 \n Blue: E 0,1 90; deploy meeple field@NL", rest="")
    assert game.awards == []
    # On K, the field inside the curve does not touch the city, the one outside does.
    game = lay(
        """
        Red:  K 0,0 0; deploy meeple field@SR
        Blue: E 0,-1 180
        Blue: E 1,0 0; deploy meeple field@EL
        """,
        start="U -1,0 0",
        rest="",
    )
    assert game.scores == {"Blue": 3}


def test_both_lower_fields_of_a_crossing_below_a_city_do_not_touch_it() -> None:
    """On L only the strip between the city and the roads touches the city."""
    for where, points in (("field@EL", {"Red": 3}), ("field@SR", {}), ("field@ER", {})):
        game = lay(f"Red: L 0,0 0; deploy meeple {where} \n Blue: E 0,-1 180", start="U -1,0 0", rest="")
        assert game.scores == points


def test_a_closed_field_can_be_claimed_and_farmers_stay() -> None:
    """The field inside a ring of road is closed at once; its farmer stays to the end, worth 0."""
    game = lay("""
        Red: V 1,0 0; deploy meeple field@SR
        Red: V 1,1 90
        Red: V 0,1 180
    """, start="V 0,0 270")  # fmt: skip
    field = game.feature(1, 0, "field@SR")
    assert (field.complete, len(field.cells)) == (True, 4)
    assert game.figures() == {("Red", "meeple", (1, 0), "field@SR")}
    assert game.awards == []


def test_roads_part_fields_and_their_ends_do_not() -> None:
    """U parts the field in two; around a monastery at the end of its road it is one again."""
    game = lay("Red: U 1,0 0", rest="A B")
    assert game.feature(1, 0, "field@NL") != game.feature(1, 0, "field@ER")
    game.play("draw", "place 2,0 90", "pass")
    assert game.feature(1, 0, "field@NL") == game.feature(1, 0, "field@ER")
    assert set(game.feature(1, 0, "field@NL").cells) == {(0, 0), (1, 0), (2, 0)}
