"""Base game, sections 2, 6 and 7: roads, cities and monasteries; the examples B5 to B10 and B13 to B16.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from core import FeatureCompleted, FigureReturned
from tests.core.boards import Award, lay

RING = (
    "B 0,-1 0", "B 1,-1 0", "B 2,-1 0", "B 2,0 0", "B 2,1 0", "B 1,1 0", "B 0,1 0",
)  # fmt: skip
"""Seven of the eight tiles around 1,0; the start tile at 0,0 is the eighth."""

# Completed features (section 6)


def test_b5_two_completed_roads() -> None:
    """Monastery - road - road - monastery: 4 tiles, 4 points. Monastery - road - crossing: 3 points.

    The crossing's tile counts, and its other roads are different roads.
    """
    game = lay(
        """
        Red:  U 1,0 0; deploy meeple road@E
        Blue: U 2,0 0
        Red:  A 3,0 90
        """,
        start="A 0,0 270",
    )
    assert game.awards == [Award("Red", 4, "road")]
    game = lay(
        """
        Blue: U 1,0 0; deploy meeple road@E
        Red:  W 2,0 0; deploy meeple road@S
        """,
        start="A 0,0 270",
    )
    assert game.awards == [Award("Blue", 3, "road")]
    assert game.figures() == {("Red", "meeple", (2, 0), "road@S")}


def test_b6_points_go_on_after_the_last_space_of_the_track() -> None:
    """The track has 50 spaces and is only a count of laps: 48 and then 5 are 53.

    The city: 22 tiles between two ends are 24 tiles, 48 points. The road: 3 tiles between two monasteries.
    """
    city = "".join(f"Blue: G {x},0 0{'; deploy meeple city@E' if x == 1 else ''}\n" for x in range(1, 23))
    game = lay(
        f"""
        {city}
        Blue: E 23,0 270
        Blue: A 0,1 270; deploy meeple road@E
        Blue: U 1,1 0
        Blue: U 2,1 0
        Blue: U 3,1 0
        Blue: A 4,1 90
        """,
        start="E 0,0 90",
    )
    assert game.awards == [Award("Blue", 48, "city"), Award("Blue", 5, "road")]
    assert game.scores == {"Blue": 53}


def test_b7_a_city_of_three_tiles_and_a_pennant() -> None:
    """2 x 3 tiles + 2 x 1 pennant = 8."""
    game = lay("Red: F 1,0 0; deploy meeple city@E \n Red: E 2,0 270", start="E 0,0 90")
    assert game.awards == [Award("Red", 8, "city")]


def test_b8_a_city_of_four_tiles() -> None:
    """2 x 4 = 8."""
    game = lay(
        """
        Red: G 1,0 0; deploy meeple city@E
        Red: G 2,0 0
        Red: E 3,0 270
        """,
        start="E 0,0 90",
    )
    assert game.awards == [Award("Red", 8, "city")]


CITY_IN_TWO_PARTS = """
    Red:  G 1,0 0; deploy meeple city@E
    Red:  B 1,1 0
    Red:  B 2,1 0
    Red:  B 3,1 0
    Blue: G 3,0 0; deploy meeple city@E
    Blue: E 4,0 270
"""


def test_b9_a_tie_gives_everybody_all_points() -> None:
    """G joins Red's part and Blue's: 5 tiles, no pennant, 10 points each; both knights return."""
    game = lay(CITY_IN_TWO_PARTS + "Red: G 2,0 0", start="E 0,0 90")
    assert sorted(game.awards) == [Award("Blue", 10, "city"), Award("Red", 10, "city")]
    assert (game.supply("Red"), game.supply("Blue")) == (7, 7)


def test_the_majority_gets_all_and_the_others_nothing() -> None:
    """Blue has knights in two parts, Red in one; three parts joined make 7 tiles: Blue 14, Red 0.

    Red's knight, which scored nothing, comes home as well.
    """
    game = lay(
        """
        Blue: G 1,0 0; deploy meeple city@E
        Red:  B 1,1 0
        Red:  B 2,1 0
        Red:  B 3,1 0
        Red:  B 4,1 0
        Red:  B 5,1 0
        Blue: G 3,0 0; deploy meeple city@E
        Red:  G 5,0 0; deploy meeple city@E
        Red:  E 6,0 270
        Red:  G 2,0 0
        Red:  G 4,0 0
        """,
        start="E 0,0 90",
    )
    assert game.awards == [Award("Blue", 14, "city")]
    assert (game.supply("Red"), game.supply("Blue")) == (7, 7)
    assert sum(isinstance(event, FigureReturned) for event in game.events) == 3


def test_b10_a_monastery_is_completed_by_the_tile_that_fills_the_hole_around_it() -> None:
    """Its own tile and eight around: 9, whoever lays the last."""
    game = lay(
        "Red: B 1,0 0; deploy meeple monastery\n" + "\n".join(f"Blue: {t}" for t in RING), start="B 0,0 0"
    )
    assert game.awards == [Award("Red", 9, "monastery")]
    assert game.supply("Red") == 7


def test_a_monastery_laid_last_scores_at_once() -> None:
    """The monastery fills the hole itself: its monk scores 9 and is back in the same turn."""
    ring = "\n".join(f"Blue: {t}" for t in RING)
    game = lay(f"{ring}\nRed: B 1,0 0; deploy meeple monastery", start="B 0,0 0")
    assert game.awards == [Award("Red", 9, "monastery")]
    assert game.supply("Red") == 7


def test_two_monasteries_can_be_completed_by_one_tile() -> None:
    """Side by side: the tile at 3,1 is the last of the eight around each; independent, 9 each."""
    around_both = [f"B {x},-1 0" for x in range(4)] + ["B 3,0 0", "B 0,1 0", "B 1,1 0", "B 2,1 0", "B 3,1 0"]
    # 1,0 needs x 0 to 2 and 2,0 needs x 1 to 3: the last common tile comes last.
    order = [text for text in around_both if text != "B 2,1 0"] + ["B 2,1 0"]
    game = lay(
        """
        Red:  B 1,0 0; deploy meeple monastery
        Blue: B 2,0 0; deploy meeple monastery
        """
        + "\n".join(f"Red: {text}" for text in order),
        start="B 0,0 0",
    )
    assert sorted(game.awards) == [Award("Blue", 9, "monastery"), Award("Red", 9, "monastery")]


def test_several_features_completed_at_once_score_independently() -> None:
    """D completes Red's city (2 tiles: 4) and Blue's road between two monasteries (3 tiles: 3)."""
    game = lay(
        """
        Red:  E 0,-1 180; deploy meeple city@S
        Blue: A 1,0 90; deploy meeple road@W
        Red:  B -1,-1 0
        Blue: A -1,0 270
        Red:  D 0,0 0
        """,
        start="B 1,-1 0",
    )
    assert sorted(game.awards) == [Award("Blue", 3, "road"), Award("Red", 4, "city")]


# Tiles, closings and loops (section 2)


def test_city_two_tiles() -> None:
    """A city of two tiles is worth 4, without exception."""
    game = lay("Blue: E 0,-1 180; deploy meeple city@S")
    assert game.awards == [Award("Blue", 4, "city")]


def test_city_two_segments_one_tile() -> None:
    """A ring of city leaves H by its north cap and comes back to its south cap: H counts once.

    H, four corners and one straight tile: 6 tiles, 12 points (14 if H counted twice).
    """
    game = lay(
        """
        Red: H 0,0 0; deploy meeple city@N
        Red: N 1,-1 270
        Red: G 1,0 90
        Red: N 1,1 0
        Red: N 0,1 90
        """,
        start="N 0,-1 180",
    )
    assert game.awards == [Award("Red", 12, "city")]


def test_an_open_city_counts_a_tile_once_too() -> None:
    """The same ring with R instead of the straight tile stays open in the east: 6 tiles, 6 points."""
    game = lay(
        """
        Red: H 0,0 0; deploy meeple city@N
        Red: N 1,-1 270
        Red: R 1,0 90
        Red: N 1,1 0
        Red: N 0,1 90
        """,
        start="N 0,-1 180",
        rest="",
    )
    assert game.awards == [Award("Red", 6, "city")]


def test_road_loop_crossroads() -> None:
    """A road leaves the crossing north and comes back to it from the east: 4 tiles, 4 points."""
    game = lay(
        """
        Red: V 0,-1 270; deploy meeple road@S
        Red: V 1,-1 0
        Red: V 1,0 90
        """,
        start="X 0,0 0",
    )
    assert game.awards == [Award("Red", 4, "road")]


def test_a_road_without_ends_is_complete_as_a_loop() -> None:
    """Four curves make a circle: 4 points."""
    game = lay(
        """
        Red: V 1,0 0; deploy meeple road@W
        Red: V 1,1 90
        Red: V 0,1 180
        """,
        start="V 0,0 270",
    )
    assert game.awards == [Award("Red", 4, "road")]


def test_city_one_of_two_caps() -> None:
    """H has two separate cities: the northern one is complete though the southern one is open."""
    game = lay("Red: E 0,-1 180; deploy meeple city@S", start="H 0,0 0")
    assert game.awards == [Award("Red", 4, "city")]
    assert not game.feature(0, 0, "city@S").complete


def test_a_city_with_an_empty_space_inside_is_open() -> None:
    """A city bends around the space 0,0 and faces it from north and south: open until H fills it.

    Then it has 6 tiles: 12 points.
    """
    game = lay(
        """
        Red: N 1,-1 270; deploy meeple city@S
        Red: G 1,0 90
        Red: N 1,1 0
        Red: N 0,1 90
        """,
        start="N 0,-1 180",
        rest="H B",
    )
    assert game.awards == []
    assert not game.feature(0, -1, "city@S").complete
    game.play("draw", "place 0,0 0", "pass")
    assert game.awards == [Award("Red", 12, "city")]


def test_corners_do_not_join() -> None:
    """Two cities that meet at a corner only are two cities: D's, grown to 0,-1, and E's beside it."""
    game = lay("""
        Red: G 0,-1 90
        Red: E 1,-1 0
    """)
    assert len(game.feature(0, -1, "city@N").cells) == 2
    assert game.feature(1, -1, "city@N").cells == ((1, -1),)


# The end (section 7)


def test_b13_an_open_road_in_the_end() -> None:
    """3 tiles: 3 points."""
    game = lay("Red: U 1,0 0; deploy meeple road@E \n Red: U 2,0 0", rest="")
    assert game.awards == [Award("Red", 3, "road")]


def test_b14_an_open_monastery_in_the_end() -> None:
    """Itself and four tiles around, one of them diagonal: 5 points."""
    game = lay(
        """
        Red: B 0,1 0; deploy meeple monastery
        Red: B 0,2 0
        Red: B 1,1 0
        Red: B 1,2 0
        """,
        rest="",
    )
    assert game.awards == [Award("Red", 5, "monastery")]


def test_b15_an_open_city_goes_to_the_majority_in_the_end() -> None:
    """5 tiles and 3 pennants, 8 points: Green has two knights, Black one: Green 8, Black 0."""
    game = lay(
        """
        Green: G 0,0 0; deploy meeple city@E
        Red:   B 1,1 0
        Red:   B 2,1 0
        Red:   B 3,1 0
        Red:   B 4,1 0
        Green: F 2,0 0; deploy meeple city@E
        Black: G 4,0 0; deploy meeple city@E
        Red:   F 1,0 0
        Red:   F 3,0 0
        """,
        players=5,
        start="B 0,1 0",
        rest="",
    )
    assert game.awards == [Award("Green", 8, "city")]


def test_b16_another_open_city() -> None:
    """3 tiles, no pennant, Blue alone: 3 points."""
    game = lay(
        """
        Blue: G 1,0 0; deploy meeple city@E
        Blue: G 2,0 0
        """,
        start="E 0,0 90",
        rest="",
    )
    assert game.scores == {"Blue": 3}


def test_completion_is_told_also_where_nobody_scores() -> None:
    """An empty city is announced with its tiles and pennants; an awarded one too."""
    game = lay("Red: F 1,0 0 \n Red: E 2,0 270", start="E 0,0 90")
    told = [event for event in game.events if isinstance(event, FeatureCompleted)]
    assert [(event.kind, event.tiles, event.pennants) for event in told] == [("city", 3, 1)]
