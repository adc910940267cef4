"""Traps when several expansions act on one tile.

Source: the interactions of the classic modules, section 5. The points of all examples are worked out by
hand from the rules, never by the engine.
"""

from functools import partial

from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from tests.core.boards import Award
from tests.core.boards import lay as lay_any

lay = partial(lay_any, sets=("base", "winter", "abbey-mayor", "hills-sheep"), start="B 0,0 0")

BARN = """
    Red:  B 1,0 0
    Red:  B 0,1 0
    Blue: B 1,1 0; deploy barn corner@NW
"""


def test_trap_1_wagons_of_a_road_and_a_city_completed_together() -> None:
    """Red's road and Blue's city end with one tile of Red's: Red's wagon goes first and takes the spot."""
    game = lay(
        """
        Blue: E 0,-1 180; deploy wagon city@S
        Red:  A 1,0 90; deploy wagon road@W
        Red:  B -1,-1 0
        Red:  A -1,0 270
        Red:  D 0,0 0
        """,
        start="B 1,-1 0",
        options={"wagon_move": "adjacent"},
    )
    assert game.to_move == "Red"
    assert "wagon 1,0 monastery" in game.legal
    game.play("wagon 1,0 monastery")
    assert game.to_move == "Blue"
    assert game.legal == {
        "wagon 1,-1 monastery", "wagon -1,-1 monastery", "wagon -1,0 monastery", "wagon home",
    }  # fmt: skip


def test_trap_2_a_wagon_counts_in_the_feature_it_leaves() -> None:
    """Red's wagon and Blue's knight are tied when the city is scored: 10 each, then the wagon moves."""
    game = lay(
        """
        Red:  B 1,1 0
        Red:  B 2,1 0
        Red:  B 3,1 0
        Red:  w/8 0,0 90; deploy wagon city@E
        Red:  B 4,1 0
        Blue: G 3,0 0; deploy meeple city@E
        Blue: E 4,0 270
        Red:  G 1,0 0
        Red:  G 2,0 0; pass; wagon 0,0 road@W
        """,
        start="B 0,1 0",
    )
    assert sorted(game.awards) == [Award("Blue", 10, "city"), Award("Red", 10, "city")]
    assert game.figures() == {("Red", "wagon", (0, 0), "road@W")}


def test_trap_3_a_barn_on_the_tile_that_joins_farms() -> None:
    """Yellow has a farmer in two farms, Red in one; joined with two cities: Yellow 6, Red 0."""
    game = lay(
        """
        Red:    B 1,0 0; deploy meeple field@NL
        Red:    E 2,0 180
        Yellow: E 2,1 0; deploy meeple field@EL     # the first city lies between these two
        Red:    E 0,1 180
        Red:    E 0,2 0                             # the second city
        Yellow: B 1,2 0; deploy meeple field@NL
        Blue:   B 1,1 0; deploy barn corner@NW
        """,
        players=3,
    )
    assert game.awards == [Award("Yellow", 6, "field")]
    assert game.supply("Red") == game.supply("Yellow") == 7


def test_trap_4_who_joins_a_barn_farm_may_add_a_shepherd_only() -> None:
    """No farmer, no second barn; a shepherd is legal."""
    game = lay(
        """
        Red: E 0,-1 0
        Red: E 0,-2 180; deploy meeple field@NL
        """
        + BARN
        + """
        Red: B 1,-2 0
        Red: B 1,-1 0; ...
        """
    )
    assert game.legal == {
        "deploy meeple monastery", "deploy wagon monastery", "deploy shepherd field@NL", "pass",
    }  # fmt: skip


def test_trap_5_the_flock_first_and_then_the_barn_farm() -> None:
    """Red's tile extends his shepherd's field and joins it to the barn's: 4 sheep, then 1 for the city."""
    game = lay(
        """
        Red: E 0,-1 0
        Red: E 0,-2 180; deploy meeple field@NL
        Red: B 1,-2 0; deploy shepherd field@NL
        """
        + BARN
        + "Red: B 1,-1 0; pass; flock herd",
        tokens=(4,),
    )
    assert game.awards == [Award("Red", 4, "flock"), Award("Red", 1, "field")]


def test_trap_7_after_the_last_tile_the_wagon_moves_and_then_come_the_abbeys() -> None:
    """Blue's wagon decides in Red's last turn; then Blue, left of Red, is asked about the abbey."""
    game = lay(
        """
        Red:  B 1,0 0
        Red:  B 2,0 0
        Red:  B 2,1 0
        Red:  B 2,2 0
        Red:  B 1,2 0
        Red:  B 0,1 0                               # around the hole 1,1
        Blue: a/10 3,0 180; deploy wagon road@N
        Red:  A 3,-1 0
        """,
        rest="",
    )
    assert (game.position.phase, game.to_move) == (WAGON_DUE, "Blue")
    game.play("wagon 3,-1 monastery")
    assert (game.position.phase, game.to_move) == (ABBEY_DUE, "Blue")


def test_a_city_and_a_barn_farm_scored_by_one_tile_see_all_figures() -> None:
    """One tile completes Yellow's city (4) and puts a barn: the farmer has 3 for that very city."""
    game = lay(
        """
        Yellow: B 1,0 0; deploy meeple field@NL
        Red:    B 0,1 0
        Red:    B 0,2 0
        Yellow: E 1,2 0; deploy meeple city@N
        Blue:   E 1,1 180; deploy barn corner@NW
        """,
        players=3,
    )
    assert game.awards == [Award("Yellow", 4, "city"), Award("Yellow", 3, "field")]
