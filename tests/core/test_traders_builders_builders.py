"""Traders & Builders, section 2: builders and the second part of a turn; the examples T1 to T6."""

from functools import partial

import pytest

from core import Figure, Phase
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from tests.core.boards import Game
from tests.core.boards import lay as lay_any

BUILDER, PIG = Figure.named("builder"), Figure.named("pig")
SETS = ("base", "traders-builders")
ABBEYS = ("base", "traders-builders", "abbey-mayor")
HILLS = ("base", "traders-builders", "hills-sheep")
lay = partial(lay_any, sets=SETS, start="A 0,0 270")

ROAD = """
    Red:  U 1,0 0; deploy meeple road@W
    Blue: B 0,1 0
    Red:  U 2,0 0; deploy builder road@W
"""
"""A road of three tiles that is open in the east, with Red's robber and builder."""
BUILT = f"{ROAD}    Blue: B 1,1 0\n"
"""The same, and Red is to draw."""
CLOSED_IN = f"""{ROAD}
    Blue: U 3,0 0
    Red:  B 1,1 0
    Blue: B 2,1 0
    Red:  B 3,1 0
    Blue: B 4,1 0
    Red:  B 5,1 0
    Blue: B 5,0 0
    Red:  B 5,-1 0
    Blue: B 4,-1 0
"""
"""A road of four tiles with Red's robber and builder, and a hole at its end."""


def phases(game: Game) -> tuple[str, Phase]:
    """Who is to decide what."""
    return game.to_move, game.position.phase


# Placing


def test_everybody_has_a_builder_and_a_pig() -> None:
    """Besides the seven others."""
    assert lay("Red: B").position.supply(1) == {Figure.MEEPLE: 7, BUILDER: 1, PIG: 1}


def test_a_builder_stands_where_an_own_follower_is() -> None:
    """Anywhere on the whole feature; other players' figures do not matter."""
    game = lay("Red: U 1,0 0; deploy meeple road@W\nBlue: U 2,0 0\nRed: U 3,0 0; ...")
    assert "deploy builder road@E" in game.legal
    game.play("deploy builder road@E", "draw")
    game = lay("Red: U 1,0 0; deploy meeple road@W\nBlue: U 2,0 0; ...")
    assert not any("builder" in text for text in game.legal)
    assert game.refusal("deploy builder road@E") == "no_own_follower"


@pytest.mark.parametrize("figure", ["meeple", "mayor", "wagon"])
def test_any_follower_is_enough(figure: str) -> None:
    """A mayor without pennants and a wagon too."""
    turns = f"Red: G 1,0 0; deploy {figure} city@W\nBlue: B 0,1 0\nRed: G 2,0 0; ..."
    assert "deploy builder city@E" in lay(turns, start="E 0,0 90", sets=ABBEYS).legal


def test_a_builder_stands_on_roads_and_cities_alone() -> None:
    """And where there is such a segment."""
    game = lay("Red: A 1,0 90; ...")
    assert game.refusal("deploy builder monastery") == "wrong_feature"
    assert game.refusal("deploy builder field@NL") == "wrong_feature"
    assert game.refusal("deploy builder city@N") == "no_such_segment"


def test_a_builder_needs_a_follower() -> None:
    """Builder-without-follower-refused."""
    game = lay("Red: U 1,0 0; ...")
    assert game.refusal("deploy builder road@W") == "no_own_follower"


def test_a_builder_is_not_put_on_what_is_completed() -> None:
    """Builder-completed-refused."""
    game = lay("Red: U 1,0 0; deploy meeple road@W\nBlue: B 0,1 0\nRed: A 2,0 90; ...")
    assert game.refusal("deploy builder road@W") == "completed"
    assert not any("builder" in text for text in game.legal)


def test_builders_of_several_players_share_a_road() -> None:
    """They block nobody."""
    game = lay(ROAD + """
        Blue: B 2,1 0
        Red:  B 3,1 0
        Blue: B 4,1 0
        Blue: U 4,0 0; deploy meeple road@W
        Blue: U 3,0 0; ...
    """)  # fmt: skip
    assert "deploy builder road@E" in game.legal
    game.play("deploy builder road@E")
    assert {who for who, figure, _, _ in game.figures() if figure == "builder"} == {"Red", "Blue"}


def test_one_figure_a_part() -> None:
    """A builder is put instead of a follower."""
    game = lay(ROAD)
    assert game.supply("Red") == 6
    assert game.supply("Red", BUILDER) == 0


# The second part


def test_t1_the_tile_that_brings_the_builder_gives_nothing() -> None:
    """Builder-own-tile."""
    assert phases(lay(ROAD)) == ("Blue", Phase.DRAW)


def test_t2_what_extends_his_road_gives_a_second_part_once() -> None:
    """Builder-double-turn: the second part leads to no third."""
    game = lay(f"{BUILT} Red: U 3,0 0")
    assert phases(game) == ("Red", Phase.DRAW)
    game = lay(f"{BUILT} Red: U 3,0 0\nRed: U 4,0 0")
    assert phases(game) == ("Blue", Phase.DRAW)
    game.play("draw")
    assert phases(game) == ("Blue", Phase.PLACE)


def test_the_next_turn_may_be_double_again() -> None:
    """Once a turn, every turn."""
    game = lay(f"{BUILT} Red: U 3,0 0\nRed: U 4,0 0\nBlue: B 2,1 0\nRed: U 5,0 0")
    assert phases(game) == ("Red", Phase.DRAW)


def test_t3_the_second_part_comes_after_what_completes_the_road() -> None:
    """Builder-completes: four points, both go home, then the second part."""
    game = lay(f"{BUILT} Red: A 3,0 90")
    assert game.scores == {"Red": 4}
    assert (game.supply("Red"), game.supply("Red", BUILDER)) == (7, 1)
    assert phases(game) == ("Red", Phase.DRAW)


def test_t4_a_builder_counts_nothing() -> None:
    """Builder-counts-nothing: robber and builder are as strong as one robber."""
    game = lay(ROAD + """
        Blue: B 2,1 0
        Red:  B 3,1 0
        Blue: B 4,1 0
        Blue: A 4,0 90; deploy meeple road@W
        Blue: U 3,0 0
    """)  # fmt: skip
    assert game.scores == {"Red": 5, "Blue": 5}


def test_another_players_tile_gives_nobody_anything() -> None:
    """Builder-foreign-tile."""
    assert phases(lay(f"{ROAD} Blue: U 3,0 0")) == ("Red", Phase.DRAW)
    assert phases(lay(f"{ROAD} Blue: U 3,0 0\nRed: B 1,1 0")) == ("Blue", Phase.DRAW)


def test_a_tile_beside_the_road_gives_nothing() -> None:
    """Builder-other-feature."""
    assert phases(lay(f"{BUILT} Red: B 2,1 0")) == ("Blue", Phase.DRAW)


def test_a_figure_can_be_put_in_each_part() -> None:
    """Builder-figure-in-each-part."""
    game = lay(f"{BUILT} Red: L 3,0 0; deploy meeple city@N\nRed: B 2,1 0; deploy meeple monastery")
    assert game.supply("Red") == 5
    assert game.to_move == "Blue"


def test_a_builder_that_came_home_can_be_put_again_in_the_second_part() -> None:
    """Builder-again-in-second-part: where another follower stands."""
    game = lay("""
        Red:  U -1,0 90; deploy meeple road@N
        Blue: B 0,1 0
        Red:  U 1,0 0; deploy meeple road@W
        Blue: B 1,1 0
        Red:  U 2,0 0; deploy builder road@W
        Blue: B 2,1 0
        Red:  A 3,0 90
        Red:  U -1,-1 90; deploy builder road@S
    """)  # fmt: skip
    assert ("Red", "builder", (-1, -1), "road@N") in game.figures()
    assert game.to_move == "Blue"


def test_wagons_move_before_the_second_part() -> None:
    """Builder-after-wagon: decisions of other seats included."""
    game = lay("""
        Red:  U 1,0 0; deploy meeple road@W
        Blue: B 0,1 0
        Red:  U 2,0 0; deploy builder road@W
        Blue: B 1,1 0
        Blue: B 2,1 0
        Blue: B 3,1 0
        Blue: B 4,1 0
        Blue: W 4,0 180; deploy wagon road@W
        Red:  U 3,0 0
    """, sets=ABBEYS)  # fmt: skip
    assert game.scores == {"Red": 5, "Blue": 5}
    assert phases(game) == ("Blue", WAGON_DUE)
    game.play("wagon home")
    assert phases(game) == ("Red", Phase.DRAW)


def test_a_tile_that_fits_nowhere_is_replaced_in_the_second_part() -> None:
    """Builder-unplaceable."""
    game = lay(f"{BUILT} Red: U 3,0 0\nRed: C,V")
    assert game.position.discarded == ("base/C",)
    assert (game.to_move, str(game.position.tile)) == ("Red", "base/V")


def test_the_builder_goes_home_with_a_wagon_that_leaves() -> None:
    """Builder-beside-wagon: he never outlives the last follower of his seat."""
    game = lay("""
        Red:  U 1,0 0; deploy wagon road@W
        Blue: B 0,1 0
        Red:  U 2,0 0; deploy builder road@W
        Blue: L 3,0 180
    """, sets=ABBEYS)  # fmt: skip
    assert phases(game) == ("Red", WAGON_DUE)
    assert game.supply("Red", BUILDER) == 1
    move = next(text for text in sorted(game.legal) if text.startswith("wagon 3,0"))
    game.play(move)
    assert {figure for _, figure, _, _ in game.figures()} == {"wagon"}
    assert phases(game) == ("Red", Phase.DRAW)


# Abbeys, hills, the end of the bag


def test_t5_an_abbey_completes_but_does_not_extend() -> None:
    """Builder-abbey."""
    game = lay(f"{CLOSED_IN} Red: abbey 4,0", sets=ABBEYS)
    assert game.scores == {"Red": 4}
    assert game.supply("Red", BUILDER) == 1
    assert phases(game) == ("Blue", Phase.DRAW)


HOLE = """
    Red:  U 1,0 0; deploy meeple road@W
    Blue: B 0,1 0
    Red:  U 2,0 0; deploy builder road@W
    Blue: B 0,2 0
    Red:  B 1,2 0
    Blue: B 2,2 0
    Red:  B 2,1 0
    Blue: B -1,1 0
"""
"""The road, and a hole south of it."""


def test_an_abbey_can_be_the_second_part() -> None:
    """Builder-abbey-second."""
    game = lay(f"{HOLE} Red: U 3,0 0", sets=ABBEYS)
    assert game.legal == {"draw", "abbey"}
    game.play("abbey", "place 1,1 0", "pass")
    assert phases(game) == ("Blue", Phase.DRAW)


def test_t6_after_the_last_tile_there_is_no_second_part() -> None:
    """Builder-last-tile: without an abbey the game closes at once."""
    game = lay(f"{BUILT} Red: U 3,0 0", rest="")
    assert game.position.over
    assert game.scores == {"Red": 4}


@pytest.mark.parametrize("abbey_round", [True, False])
def test_an_abbey_can_be_laid_in_the_second_part_after_the_last_tile(abbey_round: bool) -> None:
    """Builder-abbey-last-tile: by the same seat first, also when there is no round of abbeys."""
    game = lay(f"{HOLE} Red: U 3,0 0", sets=ABBEYS, rest="", options={"abbey_round": abbey_round})
    assert phases(game) == ("Red", ABBEY_DUE)
    assert game.legal == {"abbey", "pass"}
    game.play("abbey", "place 1,1 0", "deploy meeple monastery")
    assert game.position.over
    assert game.scores == {"Red": 4 + 9}


def test_who_lays_no_abbey_then_is_asked_in_the_round_once_more() -> None:
    """As the last one."""
    game = lay(f"{HOLE} Red: U 3,0 0", sets=ABBEYS, rest="")
    game.play("pass")
    assert phases(game) == ("Blue", ABBEY_DUE)
    game.play("pass")
    assert phases(game) == ("Red", ABBEY_DUE)
    game.play("pass")
    assert game.position.over
    game = lay(f"{HOLE} Red: U 3,0 0", sets=ABBEYS, rest="", options={"abbey_round": False})
    game.play("pass")
    assert game.position.over


def test_without_a_hole_nothing_is_asked_after_the_last_tile() -> None:
    """The game closes at once."""
    assert lay(f"{BUILT} Red: U 3,0 0", sets=ABBEYS, rest="").position.over


def test_a_hill_that_extends_gives_a_second_part() -> None:
    """Builder-hill-first: the tile under it is part of nothing."""
    game = lay(f"{BUILT} Red: h/14,B 3,0 0", sets=HILLS, rest="V B")
    assert phases(game) == ("Red", Phase.DRAW)
    assert game.position.bag_left == 2


def test_a_hill_in_the_second_part_takes_a_tile_of_its_own() -> None:
    """Builder-hill-second: with an empty bag it is laid without."""
    game = lay(f"{BUILT} Red: U 3,0 0\nRed: h/14,B 4,0 0", sets=HILLS, rest="V")
    assert (phases(game), game.position.bag_left) == (("Blue", Phase.DRAW), 1)
    game = lay(f"{BUILT} Red: U 3,0 0\nRed: h/14 4,0 0", sets=HILLS, rest="")
    assert game.position.over


def test_during_the_river_the_second_part_draws_the_next_of_the_river() -> None:
    """River-builder."""
    game = lay("""
        Red:  r/6 1,0 90; deploy meeple road@N
        Blue: U 1,-1 90
        Red:  U 1,-2 90; deploy builder road@S
        Blue: r/7 2,0 0
        Red:  U 1,1 90
        Red:  r/7
    """, start="r/1 0,0 0", sets=("base", "river", "traders-builders"), rest="r/2 B")  # fmt: skip
    assert (game.to_move, str(game.position.tile)) == ("Red", "river/7")


# Losing the turn


def test_skipping_in_the_second_part_gives_that_part_up() -> None:
    """Builder-skip: a tile in hand passes to the next seat, which lays it."""
    game = lay(f"{BUILT} Red: U 3,0 0")
    game.play("skip")
    assert phases(game) == ("Blue", Phase.DRAW)
    game = lay(f"{BUILT} Red: U 3,0 0\nRed: V")
    game.play("skip")
    assert (*phases(game), str(game.position.tile)) == ("Blue", Phase.PLACE, "base/V")


def test_after_a_skipped_second_part_the_next_turn_may_be_double() -> None:
    """Nothing of it is left over."""
    game = lay(f"{BUILT} Red: U 3,0 0")
    game.play("skip", "draw", "skip")
    assert phases(game) == ("Red", Phase.PLACE)
    game = lay(f"{BUILT} Red: U 3,0 0", rest="B U B")
    game.play("skip", "draw", "place 1,2 0", "pass", "draw", "place 4,0 0", "pass")
    assert phases(game) == ("Red", Phase.DRAW)


def test_skipping_in_the_first_part_gives_up_the_whole_turn() -> None:
    """Also when the tile lies already; what it completed is scored."""
    game = lay(f"{BUILT} Red: A 3,0 90; ...")
    game.play("skip")
    assert game.scores == {"Red": 4}
    assert phases(game) == ("Blue", Phase.DRAW)


@pytest.mark.parametrize("last", ["U 3,0 0; ...", "U 3,0 0"])
def test_who_resigns_has_no_second_part(last: str) -> None:
    """In the first part, or in the second."""
    game = lay(f"{BUILT} Red: {last}", players=3)
    game.play("resign 0")
    assert phases(game) == ("Blue", Phase.DRAW)
    assert not game.figures()


def test_who_resigns_while_another_seats_wagon_waits_has_no_second_part() -> None:
    """The wagon is decided, then the next seat draws."""
    game = lay("""
        Red:  U 1,0 0; deploy meeple road@W
        Blue: B 0,1 0
        Red:  U 2,0 0; deploy builder road@W
        Blue: B 1,1 0
        Blue: B 2,1 0
        Blue: B 3,1 0
        Blue: B 4,1 0
        Blue: W 4,0 180; deploy wagon road@W
        Red:  U 3,0 0
    """, sets=ABBEYS, players=3)  # fmt: skip
    assert phases(game) == ("Blue", WAGON_DUE)
    game.play("resign 0", "wagon home")
    assert phases(game) == ("Blue", Phase.DRAW)


def test_a_second_part_can_be_taken_back() -> None:
    """Move by move, to the first part and further."""
    game = lay(f"{BUILT} Red: A 3,0 90\nRed: B 2,1 0", rest="B")
    position = game.position
    while position.played:
        position.undo()
    assert position == game.record.opening()
