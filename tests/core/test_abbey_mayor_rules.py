"""Abbey & Mayor, sections 2, 3 and 6: abbeys, mayors and the tiles; the examples A1, A2, A10 and A11.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from functools import partial

from core import Figure, GameRecord
from core.sets.abbey_mayor.actions import ABBEY_DUE, BARN, MAYOR, WAGON
from tests.core.boards import Award
from tests.core.boards import lay as lay_any

SETS = ("base", "abbey-mayor")
lay = partial(lay_any, sets=SETS)

HOLE = """
    Red:  B -1,-1 0
    {west}: U -1,0 0; deploy {figure} road@E    # the road in the west ends at the hole 0,0 ...
    Red:  A -2,0 270                            # ... and at this monastery
    Red:  B 1,-1 0
    Blue: U 1,0 0; deploy meeple road@E         # the road in the east goes on
    Red:  B 1,1 0
    Red:  G 0,1 90; deploy meeple city@N        # the city in the south goes on; -1,1 stays empty
"""


def hole(west: str = "Red", figure: str = "meeple", more: str = "", **options: bool) -> str:
    """A hole at 0,0 between a monastery's field, two roads and a city, with an empty diagonal."""
    return HOLE.format(west=west, figure=figure) + more


# The abbey (section 2)


def test_a1_abbey_closes_what_reaches_it() -> None:
    """Blue's abbey ends Red's road in the west: 2 tiles, 2 points; the figure returns.

    The abbey adds no tile. The city below and the road in the east have another open end and stay.
    """
    game = lay(hole(more="Blue: abbey 0,0"), start="B 0,-1 0")
    assert game.awards == [Award("Red", 2, "road")]
    assert game.figures() == {
        ("Blue", "meeple", (1, 0), "road@E"),
        ("Red", "meeple", (0, 1), "city@N"),
    }
    assert game.feature(0, 1, "city@N").open_ends == (((0, 1), 2),)


def test_a10_a_hole_may_have_empty_diagonals() -> None:
    """Tiles on all four sides are enough; how the abbey is turned means nothing, so one turn is listed."""
    game = lay(hole(), start="B 0,-1 0")
    assert game.legal == {"draw", "abbey"}
    game.play("abbey")
    assert game.legal == {"place 0,0 0"}


def test_a11_a_space_with_three_neighbours_is_no_hole() -> None:
    """Without the city in the south no abbey can be played, and beside a hole it cannot lie either."""
    game = lay("\n".join(hole().splitlines()[:-2]), start="B 0,-1 0")
    assert game.legal == {"draw"}
    assert game.refusal("abbey") == "no_hole"
    game = lay(hole(), start="B 0,-1 0")
    game.play("abbey")
    assert game.refusal("place -1,1 0") == "placing"


def test_one_abbey_each() -> None:
    """Who has laid the abbey cannot lay another; an abbey takes no tile from the bag."""
    game = lay(hole(more="Red: abbey 0,0"), start="B 0,-1 0")
    assert game.position.bag_left == 1
    game.play("skip")
    assert (game.to_move, game.refusal("abbey")) == ("Red", "no_abbey")


def test_on_the_abbey_stands_a_monk_who_is_a_meeple_or_a_wagon() -> None:
    """No mayor, no barn, and nothing on the tiles beside the abbey."""
    game = lay(hole(more="Red: abbey 0,0; ..."), start="B 0,-1 0")
    assert game.legal == {"deploy meeple monastery", "deploy wagon monastery", "pass"}
    assert game.refusal("deploy mayor monastery") == "wrong_feature"
    assert game.refusal("deploy barn corner@NE") == "corner_no_field"


def test_abbey_ninth_tile() -> None:
    """The abbey is the ninth tile of Red's monastery: 9 points."""
    game = lay(
        """
        Red: B 1,0 0; deploy meeple monastery
        Red: B 1,-1 0
        Red: B 0,-1 0
        Red: B 2,-1 0
        Red: B 2,0 0
        Red: B 2,1 0
        Red: B 2,2 0
        Red: B 1,2 0
        Red: B 0,1 0
        Blue: abbey 1,1
        """,
        start="B 0,0 0",
    )
    assert game.awards == [Award("Red", 9, "monastery")]


ABBEY_WITH_MONK = """
    Red: N -1,-1 180; deploy meeple city@E
    Red: B 1,-1 0
    Red: B 1,0 0
    Red: B 1,1 0
    Red: B 0,1 0
    Red: N -1,0 90
    {corner}
    Blue: abbey 0,0; deploy meeple monastery
"""


def test_abbey_two_sides() -> None:
    """One city reaches the hole from north and from west: both ends are closed, 3 tiles, 6 points."""
    game = lay(ABBEY_WITH_MONK.format(corner=""), start="N 0,-1 270")
    assert game.awards == [Award("Red", 6, "city")]


def test_an_abbey_scores_like_a_monastery() -> None:
    """With all eight tiles around it the abbey scores 9 at once, open in the end 1 + 7 = 8."""
    game = lay(ABBEY_WITH_MONK.format(corner="Red: B -1,1 0"), start="N 0,-1 270")
    assert sorted(game.awards) == [Award("Blue", 9, "monastery"), Award("Red", 6, "city")]
    game = lay(
        ABBEY_WITH_MONK.format(corner=""), start="N 0,-1 270", rest="C", options={"abbey_round": False}
    )
    game.play("draw")
    assert game.position.over
    assert game.scores == {"Red": 6, "Blue": 8}


def test_a_road_or_city_of_one_tile_between_closings() -> None:
    """A monastery's road of one tile is worth 1, a one-tile city 2, both closed by the abbey."""
    game = lay(
        """
        Red:  B -1,-1 0
        Red:  A -1,0 270; deploy meeple road@E
        Red:  B 1,-1 0
        Blue: E 1,0 270; deploy meeple city@W
        Red:  B 1,1 0
        Red:  B 0,1 0
        Red:  abbey 0,0
        """,
        start="B 0,-1 0",
    )
    assert sorted(game.awards) == [Award("Blue", 2, "city"), Award("Red", 1, "road")]


# The round after the last tile (2.8)

TWO_HOLES = "".join(
    f"Red: B {x},{y} 0\n"
    for x, y in ((1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (2, 1), (4, 1), (0, 2), (1, 2), (2, 2), (3, 2))
)
"""Monasteries around the holes 1,1 and 3,1."""


def test_abbey_round() -> None:
    """Clockwise from the left of the seat that laid the last tile, each once, and each a full turn.

    Red laid the last tile. Blue lays the abbey with a monk, Yellow passes, Red lays the other abbey with
    one; the abbeys have 8 tiles and 7 around them (4,2 is empty): 9 at once and 8 in the end.
    """
    game = lay(TWO_HOLES, players=3, start="B 0,0 0", rest="")
    assert (game.position.phase, game.to_move, game.legal) == (ABBEY_DUE, "Blue", {"abbey", "pass"})
    game.play("abbey")
    assert game.legal == {"place 1,1 0", "place 3,1 0"}
    game.play("place 1,1 0", "deploy meeple monastery")
    assert (game.to_move, game.awards) == ("Yellow", [Award("Blue", 9, "monastery")])
    game.play("pass")
    assert game.to_move == "Red"
    game.play("abbey", "place 3,1 0", "deploy meeple monastery")
    assert game.position.over
    assert game.scores == {"Blue": 9, "Red": 8}


def test_abbey_round_asks_nobody_without_a_hole() -> None:
    """When the last hole is filled the game ends: Yellow and Red are not asked."""
    one_hole = TWO_HOLES.replace("Red: B 4,0 0\n", "").replace("Red: B 4,1 0\n", "")
    game = lay(one_hole, players=3, start="B 0,0 0", rest="")
    game.play("abbey", "place 1,1 0", "pass")
    assert game.position.over


def test_abbey_round_asks_nobody_without_an_abbey() -> None:
    """Blue has laid the abbey before: the round begins with Yellow."""
    game = lay(TWO_HOLES + "Blue: abbey 1,1\nRed: B 4,2 0", players=3, start="B 0,0 0", rest="")
    assert (game.position.phase, game.to_move) == (ABBEY_DUE, "Yellow")


def test_abbey_round_starts_left_of_the_seat_that_laid_although_another_drew_in_vain() -> None:
    """Blue draws the last tile, which fits nowhere: Red laid the last one, so Blue is asked first."""
    game = lay(TWO_HOLES + "Blue: C", players=3, start="B 0,0 0", rest="")
    assert game.position.discarded == ("base/C",)
    assert (game.position.phase, game.to_move) == (ABBEY_DUE, "Blue")


def test_abbey_round_off() -> None:
    """Without the option the game ends with the last tile."""
    game = lay(TWO_HOLES, players=3, start="B 0,0 0", rest="", options={"abbey_round": False})
    assert game.position.over


# The mayor (section 3)


def test_setup() -> None:
    """12 more tiles for the bag; one mayor, one wagon and one barn for each, besides the seven meeples."""
    position = GameRecord(players=("Ann", "Bo"), sets=SETS, seed="0").opening()
    assert position.bag_left == 71 + 12
    assert position.supply(0) == {Figure.MEEPLE: 7, MAYOR: 1, WAGON: 1, BARN: 1}


TWO_PARTS = """
    Red:  G 1,0 0; deploy {red} city@E
    Red:  B 1,1 0
    Red:  B 2,1 0
    Red:  B 3,1 0
    Blue: G 3,0 0; deploy {blue} city@E
    Blue: E 4,0 270
    Red:  {joining} 2,0 0
"""


def test_mayor_alone_0() -> None:
    """A city without pennants gives a lone mayor strength 0: nobody scores, he comes home."""
    game = lay("Red: E 0,-1 180; deploy mayor city@S")
    assert game.awards == []
    assert game.supply("Red", MAYOR) == 1


def test_mayor_0_vs_knight() -> None:
    """No pennant: 0 against 1, the knight's 5 tiles are worth 10."""
    game = lay(TWO_PARTS.format(red="mayor", blue="meeple", joining="G"), start="E 0,0 90")
    assert game.awards == [Award("Blue", 10, "city")]
    assert game.supply("Red", MAYOR) == 1


def test_mayor_1_vs_knight() -> None:
    """One pennant: 1 against 1, both get 2 x 5 + 2 = 12."""
    game = lay(TWO_PARTS.format(red="mayor", blue="meeple", joining="F"), start="E 0,0 90")
    assert sorted(game.awards) == [Award("Blue", 12, "city"), Award("Red", 12, "city")]


def test_two_mayors_without_pennants_score_nothing() -> None:
    """The highest strength is 0: nobody scores."""
    game = lay(TWO_PARTS.format(red="mayor", blue="mayor", joining="G"), start="E 0,0 90")
    assert game.awards == []


def test_a2_mayor_3_pennants() -> None:
    """Blue's mayor has strength 3 against Red's two knights: 2 x 6 tiles + 2 x 3 pennants = 18."""
    game = lay(
        """
        Blue: F 1,0 0; deploy mayor city@E
        Red:  B 1,1 0
        Red:  B 2,1 0
        Red:  B 3,1 0
        Red:  B 4,1 0
        Red:  B 5,1 0
        Red:  G 3,0 0; deploy meeple city@E
        Red:  E 5,0 270; deploy meeple city@W
        Red:  F 4,0 0
        Blue: F 2,0 0
        """,
        start="E 0,0 90",
    )
    assert game.awards == [Award("Blue", 18, "city")]


def test_two_pennants_on_one_tile_count_two() -> None:
    """The great city tile gives Blue's mayor 2 against Red's knight: 2 x 5 tiles + 2 x 2 = 14."""
    game = lay("""
        Red:  U 1,0 0
        Red:  E 1,-1 270; deploy meeple city@W
        Red:  U -1,0 0
        Blue: E -1,-1 90; deploy mayor city@E
        Red:  a/1 0,-1 0
        Red:  E 0,-2 180
    """)
    assert game.awards == [Award("Blue", 14, "city")]


def test_the_mayor_counts_pennants_in_the_end_too() -> None:
    """Four open tiles and two pennants: mayor 2 against knight 1, 4 + 2 = 6 points."""
    game = lay(
        """
        Red:  F 1,0 0; deploy mayor city@E
        Red:  B 1,1 0
        Red:  B 2,1 0
        Red:  B 3,1 0
        Blue: G 3,0 0; deploy meeple city@E
        Red:  F 2,0 0
        """,
        start="E 0,0 90",
        rest="",
    )
    assert game.scores == {"Red": 6}


def test_the_mayor_stands_in_free_cities_only() -> None:
    """Not on roads, fields or monasteries; a meeple or a wagon in the city bars him, and he bars them."""
    game = lay("Red: K 0,-1 180; ...")
    assert {text for text in game.legal if "mayor" in text} == {"deploy mayor city@S"}
    assert game.refusal("deploy mayor road@N") == "wrong_feature"
    assert game.refusal("deploy mayor field@NL") == "wrong_feature"
    for figure in ("meeple", "wagon", "mayor"):
        game = lay(f"Red: G 0,-1 90; deploy {figure} city@N \n Blue: G 0,-2 90; ...")
        for other in ("meeple", "wagon", "mayor"):
            assert game.refusal(f"deploy {other} city@N") == "occupied"


# The tiles (section 6)


def test_road_three_way() -> None:
    """The unbroken road with three branches is one road: complete when all three are closed, 4 tiles."""
    game = lay(
        """
        Red: A -1,0 270; deploy meeple road@E
        Red: A 0,-1 0
        Red: A 1,0 90
        """,
        start="a/11 0,0 0",
    )
    assert game.awards == [Award("Red", 4, "road")]


def test_the_city_over_a_road() -> None:
    """The road passes below the city unbroken; it parts the field in the north, not that in the south."""
    game = lay("Red: U 0,1 90", start="a/12 0,0 0")
    assert game.feature(0, 0, "road@N").cells == ((0, 0), (0, 1))
    assert game.feature(0, 0, "field@NL") != game.feature(0, 0, "field@NR")
    assert game.feature(0, 0, "field@SL") == game.feature(0, 1, "field@NL")
    assert game.feature(0, 0, "field@SL") == game.feature(0, 1, "field@NR")


def test_farmers_may_stand_in_the_gaps_between_bridging_cities() -> None:
    """The tile with a city over a city has two tiny fields; a farmer there has both cities: 3 + 3.

    Both cities are closed by one-city tiles: N-S with 3 tiles, E-W with 3 tiles, nobody's.
    """
    game = lay(
        """
        Red: a/2 0,0 0; deploy meeple field@inside
        Red: E 1,0 270
        Red: E -1,0 90
        Red: E 0,1 0
        """,
        start="E 0,-1 180",
        rest="",
    )
    assert game.scores == {"Red": 6}


def test_a_monastery_at_a_crossing_of_four_roads() -> None:
    """The four roads of the monastery are four roads, and its fields are four fields."""
    game = lay("Red: U 1,0 0", start="a/5 0,0 0")
    assert game.feature(0, 0, "road@E").cells == ((0, 0), (1, 0))
    assert game.feature(0, 0, "road@W").cells == ((0, 0),)
    fields = {game.feature(0, 0, f"field@{port}").segments for port in ("NL", "NR", "ER", "SR")}
    assert len(fields) == 4
