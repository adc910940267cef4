"""The Discoverers, sections 3 to 9, 11 and 12: the examples EX1 to EX15 and the rulings.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import Figure, GameRecord, RecordError
from tests.core.boards import Award
from tests.core.boards import lay as lay_any

lay = partial(lay_any, sets=("discoverers",), start="d/start 0,0 0", rest="d/full-p")


# Plains

CLOSED_PLAIN = """
    Red: d/cap1-ps 0,1 0; deploy meeple plain@N
    Red: d/cap1-ps 0,-1 180
    Red: d/cap1-ps 1,0 270
    Red: d/cap1-ps -1,0 90{then}
"""
"""A plain of five tiles in the shape of a cross, closed on all sides by the last one."""


def test_ex1_an_open_plain_of_four_tiles() -> None:
    """1 x 4 = 4."""
    game = lay(
        """
        Red: d/full-p 1,0 0; deploy meeple plain@N
        Red: d/full-p 2,0 0
        Red: d/full-p 3,0 0; score 1,0 plain@N
        """,
        start="d/full-p 0,0 0",
    )
    assert game.awards == [Award("Red", 4, "plain")]


def test_ex2_a_closed_plain_of_two_tiles() -> None:
    """Closed, but of two tiles only: 1 x 2 = 2."""
    game = lay(
        """
        Red: d/cap1-ps 0,-1 180; deploy meeple plain@S
        Red: d/full-s 1,0 0; score 0,-1 plain@S
        """,
        start="d/cap1-ps-c0 0,0 0",
    )
    assert game.awards == [Award("Red", 2, "plain")]


def test_ex3_a_closed_plain_of_five_tiles() -> None:
    """2 x 5 = 10."""
    game = lay(CLOSED_PLAIN.format(then="; score 0,1 plain@N"), start="d/full-p 0,0 0")
    assert game.awards == [Award("Red", 10, "plain")]


# Mountains

MOUNTAIN = """
    Red: d/{mountain} 1,0 270; deploy meeple mountain@W
    {west}
    Red: d/full-p 0,1 0
    Red: d/full-p 0,2 0
    Red: d/cap1-ps-c0 -1,2 90
    Red: d/cap1-ps-c0 1,2 270
    Red: d/cap1-ps-c0 0,3 0{then}
"""
"""The start tile's mountain with its own city, and three cities in the plain that borders on it."""

CLOSED = {"mountain": "cap1-ms", "west": "Red: d/cap1-ms -1,0 90"}
"""Ends of the mountain in the east and in the west, without cities."""


def test_ex4_an_open_mountain_with_its_own_city_and_three_in_the_plain() -> None:
    """1 + 3 = 4; the cities lie on the coast between plain and sea, three tiles away."""
    game = lay(MOUNTAIN.format(mountain="full-m", west="", then="; score 1,0 mountain@W"))
    assert game.awards == [Award("Red", 4, "mountain")]


def test_ex5_a_closed_mountain_of_three_tiles() -> None:
    """2 x (1 + 3) = 8."""
    game = lay(MOUNTAIN.format(**CLOSED, then="; score 1,0 mountain@W"))
    assert game.awards == [Award("Red", 8, "mountain")]


def test_ex6_a_closed_mountain_of_two_tiles() -> None:
    """Closed, but of two tiles only: its own city and three in the plain, 4."""
    game = lay(
        """
        Red: d/cap1-ms-c0 0,-1 180; deploy meeple mountain@S
        Red: d/cap1-ps-c0 1,0 270
        Red: d/cap1-ps-c0 -1,0 90
        Red: d/cap1-ps-c0 0,1 0; score 0,-1 mountain@S
        """,
        start="d/cap1-mp 0,0 0",
    )
    assert game.awards == [Award("Red", 4, "mountain")]


# Seas

CLOSED_SEA = """
    Red: d/cap2opp-psp-c01 1,0 0; deploy meeple sea@E
    Red: d/cap2opp-psp-c0 2,0 0
    Red: d/cap3-mmms 3,0 0{then}
"""
"""A channel of four tiles with 2 + 1 cities, closed at both ends."""


def test_ex7_an_open_sea_with_two_cities() -> None:
    """2 cities, 2 points."""
    game = lay("""
        Red: d/cap1-ps-c0 0,-1 0; deploy meeple sea@E
        Red: d/full-s 1,-1 0; score 0,-1 sea@E
    """)
    assert game.awards == [Award("Red", 2, "sea")]


def test_ex8_a_closed_sea_of_four_tiles_with_three_cities() -> None:
    """3 + 4 = 7."""
    game = lay(CLOSED_SEA.format(then="; score 1,0 sea@E"), start="d/cap3-mmms 0,0 180")
    assert game.awards == [Award("Red", 7, "sea")]


def test_ex9_a_closed_sea_of_two_tiles_with_a_city() -> None:
    """Closed, but of two tiles only: 1 city, 1 point."""
    game = lay(
        """
        Red: d/cap3-mmms-c1 1,0 0; deploy meeple sea@W
        Red: d/full-m 2,0 0; score 1,0 sea@W
        """,
        start="d/cap3-mmms 0,0 180",
    )
    assert game.awards == [Award("Red", 1, "sea")]


TWO_SEAS = """
    Red:    d/cap2opp-psp-c0 0,0 0; deploy meeple sea@E
    Red:    d/full-p 1,1 0
    Red:    d/full-p 2,1 0
    Yellow: d/cap2opp-psp-c0 2,0 0; deploy meeple sea@E    # EX13: beside Red's sea, not joined with it
    Red:    d/cap2opp-psp-c01 1,0 0{then}
"""


def test_ex10_two_seafarers_on_a_joined_sea_score_it_each() -> None:
    """1 + 2 + 1 cities, open: Red takes 4, Yellow's seafarer stays and takes 4 later."""
    game = lay(TWO_SEAS.format(then="; score 0,0 sea@E"), players=3, start="d/full-p 0,1 0")
    assert game.awards == [Award("Red", 4, "sea")]
    assert game.figures() == {("Yellow", "meeple", (2, 0), "sea@E")}
    game.play("skip", "draw", "place 3,1 0", "score 2,0 sea@E")
    assert game.awards == [Award("Red", 4, "sea"), Award("Yellow", 4, "sea")]


# Deploying (section 6)


def test_ex11_a_mountain_with_a_robber_is_occupied() -> None:
    """The tile continues Red's mountain and has a sea of its own: only the seafarer is legal."""
    game = lay("Red: d/full-m 1,0 0; deploy meeple mountain@N \n Blue: d/cap1-ms 2,0 270; ...")
    assert game.refusal("deploy meeple mountain@W") == "occupied"
    assert game.legal == {"deploy meeple sea@N", "pass"}


def test_ex12_a_seafarer_far_off_occupies_his_sea() -> None:
    """Explorer or robber are legal, a second seafarer is not, though Red's stands two tiles away."""
    game = lay(
        """
        Red:  d/full-s 1,0 0; deploy meeple sea@N
        Red:  d/full-s 2,0 0
        Blue: d/wedge3-mps-c2 3,0 0; ...
        """,
        start="d/full-s 0,0 0",
    )
    assert game.refusal("deploy meeple sea@W") == "occupied"
    assert game.legal == {"deploy meeple mountain@N", "deploy meeple plain@S", "pass"}


def test_ex13_a_sea_beside_an_occupied_one_is_free_until_they_are_joined() -> None:
    """The first step of EX10; after joining, the joining player may put no seafarer on it."""
    game = lay(TWO_SEAS.format(then="; ..."), players=3, start="d/full-p 0,1 0")
    assert ("Yellow", "meeple", (2, 0), "sea@E") in game.figures()
    assert "deploy meeple plain@N" in game.legal
    assert not [text for text in game.legal if text.startswith("deploy meeple sea")]


def test_ex14_deploying_and_taking_back_in_one_turn_is_refused() -> None:
    """After either of them the turn is over."""
    first = "Red: d/full-m 1,0 0; deploy meeple mountain@N \n"
    game = lay(first + "Red: d/full-p 0,1 0; deploy meeple plain@N")
    assert game.refusal("score 1,0 mountain@N") == "wrong_phase"
    game = lay(first + "Red: d/full-p 0,1 0; score 1,0 mountain@N")
    assert game.refusal("deploy meeple plain@N") == "wrong_phase"
    assert game.to_move == "Blue"


def test_a_lake_inside_a_tile_can_be_claimed() -> None:
    """It has no edge and is closed at once; worth 0 without cities, and taken back all the same (12.8)."""
    game = lay(
        """
        Red: d/cap4-ppmms 0,1 0; deploy meeple sea@inside
        Red: d/full-p 1,1 0; score 0,1 sea@inside
        """
    )
    assert game.awards == []
    assert game.supply("Red") == 4


def test_a_plain_taken_back_is_free_for_who_lays_a_tile_of_it() -> None:
    """Red takes the explorer back; Blue continues the plain and claims it."""
    game = lay(
        """
        Red:  d/full-p 1,0 0; deploy meeple plain@N
        Red:  d/full-p 2,0 0; score 1,0 plain@N
        Blue: d/full-p 3,0 0; ...
        """,
        start="d/full-p 0,0 0",
    )
    assert "deploy meeple plain@N" in game.legal


# Taking back (section 7)


def test_only_own_figures_where_they_stand_are_taken_back() -> None:
    """Not another's, not from an empty cell, not by a segment of the area on which nobody stands."""
    game = lay("""
        Red:  d/full-m 1,0 0; deploy meeple mountain@N
        Blue: d/full-p 0,1 0; ...
    """)
    assert game.refusal("score 1,0 mountain@N") == "no_own_figure"
    assert game.refusal("score 5,5 mountain@N") == "no_tile"
    assert game.refusal("score 0,0 plain@N") == "no_such_segment"
    assert game.legal == {"deploy meeple plain@N", "pass"}
    game = lay("""
        Red: d/full-m 1,0 0; deploy meeple mountain@N
        Red: d/full-m -1,0 0; ...
    """)
    assert game.refusal("score 0,0 mountain@E") == "no_own_figure"
    assert game.legal == {"score 1,0 mountain@N", "pass"}


def test_closing_scores_nothing_by_itself() -> None:
    """The closed plain of EX3 waits for its explorer to be taken back."""
    game = lay(CLOSED_PLAIN.format(then=""), start="d/full-p 0,0 0")
    assert game.awards == []
    assert game.figures() == {("Red", "meeple", (0, 1), "plain@N")}


# The end (section 9)


def test_ex15_areas_left_standing_score_as_if_open() -> None:
    """EX3, EX5 and EX8 left in the end: 5, 4 and 3."""
    plain = lay(CLOSED_PLAIN.format(then=""), start="d/full-p 0,0 0", rest="")
    mountain = lay(MOUNTAIN.format(**CLOSED, then=""), rest="")
    sea = lay(CLOSED_SEA.format(then=""), start="d/cap3-mmms 0,0 180", rest="")
    assert [game.awards for game in (plain, mountain, sea)] == [
        [Award("Red", 5, "plain")],
        [Award("Red", 4, "mountain")],
        [Award("Red", 3, "sea")],
    ]


def test_every_figure_scores_in_the_end_also_two_of_one_player() -> None:
    """Two explorers of Red's and one of Blue's on one open plain of 5 tiles: 5 + 5 and 5, no majority."""
    sea = "".join(f"Red: d/full-s {x},1 0\n" for x in range(1, 5))
    game = lay(
        sea
        + """
        Red:  d/cap2opp-sps 0,0 0; deploy meeple plain@E
        Red:  d/cap2opp-sps 2,0 0; deploy meeple plain@E
        Blue: d/cap2opp-sps 4,0 0; deploy meeple plain@E
        Red:  d/cap2opp-sps 1,0 0
        Red:  d/cap2opp-sps 3,0 0
        """,
        start="d/full-s 0,1 0",
        rest="",
    )
    assert game.scores == {"Red": 10, "Blue": 5}
    assert sorted(game.awards) == [Award("Blue", 5, "plain"), *[Award("Red", 5, "plain")] * 2]


def test_the_last_tile_has_its_action() -> None:
    """A take-back after the last tile scores the closed value, before the final scoring."""
    game = lay(CLOSED_PLAIN.format(then="; score 0,1 plain@N"), start="d/full-p 0,0 0", rest="")
    assert game.position.over
    assert game.awards == [Award("Red", 10, "plain")]


def test_equal_points_share_the_victory() -> None:
    """Nobody scores: both win."""
    assert lay("Red: d/full-m 1,0 0", rest="").winners() == ["Red", "Blue"]


# Setup and laying (sections 1, 3 and 5)


def test_setup() -> None:
    """84 tiles, so 83 to draw; four figures each; two to five players."""
    record = GameRecord(
        players=("A", "B", "C", "D", "E"), game="discoverers", sets=("discoverers",), seed="0"
    )
    position = record.opening()
    assert position.bag_left == 83
    assert [position.supply(seat) for seat in range(5)] == [{Figure.MEEPLE: 4}] * 5
    assert position.laid[0].kind.id == "discoverers/start"
    with pytest.raises(RecordError, match="for 2 to 5"):
        GameRecord(players=("A",) * 6, game="discoverers", sets=("discoverers",), seed="0")


def test_terrain_continues_and_cities_do_not_matter() -> None:
    """Plain in two sides, sea in the others: below the start tile plain goes on, above it sea.

    A corner is not enough, and the city on the start tile's coast restricts nothing.
    """
    game = lay("Red: d/half-ps")
    assert game.refusal("place 1,1 0") == "apart"
    assert game.refusal("place 1,0 0") == "mismatch"
    assert game.legal == {"place 0,-1 0", "place 0,-1 270", "place 0,1 0", "place 0,1 270"}


def test_a_tile_that_fits_nowhere_is_replaced() -> None:
    """Beside sea alone a mountain fits nowhere: it leaves the game, the same player draws again."""
    game = lay("Red: d/full-m,d/full-s", start="d/full-s 0,0 0")
    assert game.position.discarded == ("discoverers/full-m",)
    assert (game.to_move, str(game.position.tile)) == ("Red", "discoverers/full-s")


# Rulings (section 12)


def test_a_closed_mountain_grows_with_its_plain() -> None:
    """12.3: the mountain of EX5 is worth 2 x 4; with one city fewer in the plain it was 2 x 3."""
    before = MOUNTAIN.format(**CLOSED, then="").rstrip().rpartition("\n")[0]
    game = lay(before, rest="d/cap1-ps-c0 d/full-p")
    assert game.feature(1, 0, "mountain@W").now == 6
    game.play("draw", "place 0,3 0", "pass")
    assert game.feature(1, 0, "mountain@W").now == 8


def test_a_city_counts_once_for_a_mountain() -> None:
    """12.5: the plain borders on the mountain on two tiles; its one city is worth 1."""
    game = lay(
        """
        Red: d/cap2opp-pmp 1,0 0; deploy meeple mountain@E
        Red: d/full-p 0,-1 0
        Red: d/full-p 1,-1 0
        Red: d/cap1-ps-c0 0,-2 180; score 1,0 mountain@E
        """,
        start="d/cap2opp-pmp 0,0 0",
    )
    assert game.awards == [Award("Red", 1, "mountain")]


def test_a_city_counts_for_its_sea_and_for_every_mountain_beside_its_plain() -> None:
    """12.5: one city, worth 1 to the sea and 1 to each of two mountains."""
    game = lay(
        """
        Red: d/cap1-mp 1,0 0
        Red: d/cap1-ps-c0 2,0 270
        """,
        start="d/cap1-mp 0,0 0",
    )
    worths = [game.feature(*at).now for at in ((0, 0, "mountain@N"), (1, 0, "mountain@N"), (2, 0, "sea@E"))]
    assert worths == [1, 1, 1]


def test_a_mountain_ignores_cities_across_the_sea() -> None:
    """12.6: the sea beside the mountain has three cities; only the one on the mountain's coast counts."""
    game = lay(
        """
        Red: d/cap1-ms-c0 0,-1 180; deploy meeple mountain@S
        Red: d/cap1-ps-c0 1,-1 90
        Red: d/cap1-ps-c0 -1,-1 270; score 0,-1 mountain@S
        """,
        start="d/full-m 0,0 0",
    )
    assert game.feature(0, -1, "sea@N").cities == 3
    assert game.awards == [Award("Red", 1, "mountain")]


def test_corners_do_not_make_a_plain_border_a_mountain() -> None:
    """Across the meeting point of four terrains nothing borders: the lake's plains have no mountain."""
    game = lay("Red: d/cap1-ps-c0 0,-1 180", start="d/cap4-ppmms 0,0 0")
    assert game.feature(0, 0, "plain@N").cells == ((0, 0), (0, -1))
    assert game.feature(0, 0, "mountain@W").cities == 0
