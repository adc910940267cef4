"""Hills & Sheep, section 2: shepherds and their flocks; the examples H1 to H3, H9 and H10.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import Figure, Phase, PointsAwarded, TokenDrawn
from core.sets.hills_sheep.actions import FLOCK_DUE, SHEPHERD
from core.sets.hills_sheep.shepherds import flock
from tests.core.boards import Award
from tests.core.boards import lay as lay_any

lay = partial(lay_any, sets=("base", "hills-sheep"))

TWO_SHEPHERDS = """
    Red:  E 1,0 270; deploy shepherd field@NL   # 3 sheep
    Blue: E 0,1 0; deploy shepherd field@EL     # 1 sheep
    Red:  B 1,1 0; pass; flock grow             # joins both fields: 2 sheep
    Blue: B 2,1 0; pass; flock grow             # 2 sheep
    Red:  B 3,1 0; ...
"""
"""Around a city tile at 0,0: two shepherds on one field with 3 + 1 + 2 + 2 = 8 sheep."""

# Placing, 2.1


def test_a_shepherd_draws_a_token_at_once() -> None:
    """The sheep lie beside him; the turn is over, without a flock decision."""
    game = lay("Red: E 0,-1 180; deploy shepherd field@NL", tokens=(3,))
    assert game.figures() == {("Red", "shepherd", (0, -1), "field@NL")}
    assert (flock(game.position, 0), game.supply("Red", SHEPHERD)) == (3, 0)
    assert [event.sheep for event in game.events if isinstance(event, TokenDrawn)] == [3]
    assert (game.position.phase, game.to_move) == (Phase.DRAW, "Blue")


def test_h9_a_wolf_when_placing() -> None:
    """The shepherd goes home, no points."""
    game = lay("Red: E 0,-1 180; deploy shepherd field@NL", tokens=("wolf",))
    assert game.figures() == set()
    assert (game.supply("Red", SHEPHERD), game.awards) == (1, [])


def test_a_shepherd_stands_on_fields_without_another_shepherd() -> None:
    """On no road or city; on his own field and on a stranger's no second one."""
    game = lay("Red: K 0,-1 180; ...")
    assert {text for text in game.legal if "shepherd" in text} == {
        "deploy shepherd field@NL", "deploy shepherd field@NR",
    }  # fmt: skip
    assert game.refusal("deploy shepherd city@S") == "wrong_feature"
    assert game.refusal("deploy shepherd monastery") == "no_such_segment"
    game = lay("Red: E 0,1 180; deploy shepherd field@NL \n Blue: U 1,0 0; ...", tokens=(1,))
    assert game.refusal("deploy shepherd field@ER") == "shepherd"
    assert "deploy shepherd field@NL" in game.legal


def test_one_shepherd_each() -> None:
    """While he is out, no other field can have one."""
    game = lay("Red: E 0,-1 180; deploy shepherd field@NL \n Red: E 0,1 180; ...", tokens=(1,))
    assert game.refusal("deploy shepherd field@NL") == "no_supply"


def test_shepherds_and_farmers_do_not_mind_each_other() -> None:
    """A shepherd joins a farmer's field; a farmer joins a shepherd's; neither counts for the other."""
    game = lay("Red: E 0,1 180; deploy meeple field@NL \n Blue: U 1,0 0; ...")
    assert "deploy shepherd field@ER" in game.legal
    assert "deploy meeple field@ER" not in game.legal
    game = lay("Red: E 0,1 180; deploy shepherd field@NL \n Blue: U 1,0 0; ...", tokens=(1,))
    assert "deploy meeple field@ER" in game.legal


def test_a_shepherd_is_no_farmer() -> None:
    """In the end Blue's farmer scores the city alone; Red's shepherd and his sheep are worth 0."""
    game = lay(
        """
        Red:  E 1,0 270; deploy shepherd field@NL
        Blue: B 1,1 0; deploy meeple field@NL
        """,
        start="E 0,0 90",
        tokens=(4,),
        rest="",
    )
    assert game.awards == [Award("Blue", 3, "field")]


# The own field extended (2.2)


def test_h10_a_follower_and_then_the_flock() -> None:
    """In one turn Red puts a robber and herds the flock: 2 points for 2 sheep."""
    game = lay(
        """
        Red: E 0,1 180; deploy shepherd field@NL
        Red: U 1,0 0; deploy meeple road@E; flock herd
        """,
        tokens=(2,),
    )
    assert game.awards == [Award("Red", 2, "flock")]
    assert game.figures() == {("Red", "meeple", (1, 0), "road@E")}
    assert game.supply("Red", SHEPHERD) == 1


def test_growing_or_herding_is_a_must() -> None:
    """Also after passing: exactly one of the two, nothing else."""
    game = lay("Red: E 0,1 180; deploy shepherd field@NL \n Red: U 1,0 0", tokens=(2, 4))
    assert (game.position.phase, game.to_move) == (FLOCK_DUE, "Red")
    assert game.legal == {"flock grow", "flock herd"}
    assert game.refusal("pass") == game.refusal("skip") == "wrong_phase"
    game.play("flock grow")
    assert (flock(game.position, 0), game.to_move) == (6, "Blue")


def test_an_opponent_who_extends_the_field_gives_and_gets_nothing() -> None:
    """Blue's tile on Red's field: no decision for anyone."""
    game = lay("Red: E 0,1 180; deploy shepherd field@NL \n Blue: U 1,0 0", tokens=(2,))
    assert (game.position.phase, game.to_move) == (Phase.DRAW, "Red")
    assert flock(game.position, 0) == 2


def test_one_decision_however_many_segments_touch() -> None:
    """A tile that touches the field on three sides lets the flock grow once."""
    game = lay(
        """
        Red: B 1,0 0; deploy shepherd field@NL
        Red: B 1,1 0; pass; flock grow
        Red: B 1,2 0; pass; flock grow
        Red: B 0,2 0; pass; flock grow
        Red: B 0,1 0; pass; flock grow
        """,
        start="B 0,0 0",
        tokens=(1, 1, 2, 3, 4),
    )
    assert (flock(game.position, 0), game.to_move) == (1 + 1 + 2 + 3 + 4, "Blue")


def test_a_tile_elsewhere_asks_nothing() -> None:
    """Red's tile beyond the road does not extend his field south of it."""
    game = lay("Red: E 0,1 180; deploy shepherd field@NL \n Red: E 0,-1 180", tokens=(2,))
    assert (game.position.phase, game.to_move) == (Phase.DRAW, "Blue")


# Several shepherds (2.3)


def test_h1_two_shepherds_to_the_stable() -> None:
    """4 tokens, 8 sheep: both score all of them, 8 each; the tokens go back, the shepherds go home."""
    game = lay(TWO_SHEPHERDS, start="C 0,0 0", tokens=(3, 1, 2, 2))
    game.play("pass", "flock herd")
    assert sorted(game.awards) == [Award("Blue", 8, "flock"), Award("Red", 8, "flock")]
    assert (flock(game.position, 0), flock(game.position, 1)) == (0, 0)
    assert game.figures() == set()
    assert game.supply("Red", SHEPHERD) == game.supply("Blue", SHEPHERD) == 1


def test_h2_two_shepherds_and_a_wolf() -> None:
    """The same flock: Red draws a wolf, nobody scores, both go home."""
    game = lay(TWO_SHEPHERDS, start="C 0,0 0", tokens=(3, 1, 2, 2, "wolf"))
    game.play("pass", "flock grow")
    assert game.awards == []
    assert (flock(game.position, 0), flock(game.position, 1)) == (0, 0)
    assert game.figures() == set()


# Closed fields (2.4)

RING = """
    Red: V 1,0 0; deploy shepherd field@SR     # inside a ring of road: 2 sheep
    Red: V 1,1 90; pass; flock grow            # 1 sheep
    {last}: V 0,1 180; pass{flock}             # closes the ring
"""


@pytest.mark.parametrize(("choice", "points"), [("grow", 7), ("herd", 3)])
def test_h3_closing_the_own_field(choice: str, points: int) -> None:
    """Red closes his field: with 4 more sheep it is 2 + 1 + 4 = 7 at once; without, 2 + 1 = 3."""
    game = lay(
        RING.format(last="Red", flock=f"; flock {choice}"),
        start="V 0,0 270",
        tokens=(2, 1, 4),
    )
    assert game.awards == [Award("Red", points, "flock")]
    assert game.figures() == set()
    assert game.to_move == "Blue"


def test_a_wolf_while_closing_the_own_field() -> None:
    """Growing may still fail: nothing is left to score."""
    game = lay(RING.format(last="Red", flock="; flock grow"), start="V 0,0 270", tokens=(2, 1, "wolf"))
    assert game.awards == []
    assert game.figures() == set()


def test_a_field_closed_by_an_opponent_scores_without_a_draw() -> None:
    """Blue closes the ring: Red scores 3, and Blue decides nothing."""
    game = lay(RING.format(last="Blue", flock=""), start="V 0,0 270", tokens=(2, 1))
    assert game.awards == [Award("Red", 3, "flock")]
    assert (game.position.phase, game.to_move) == (Phase.DRAW, "Red")


def test_a_shepherd_on_a_field_that_his_tile_closes() -> None:
    """The token is drawn and scored at once; a wolf brings nothing."""
    for token, awards in ((4, [Award("Red", 4, "flock")]), ("wolf", [])):
        game = lay(
            """
            Red: V 1,0 0
            Red: V 1,1 90
            Red: V 0,1 180; deploy shepherd field@NR
            """,
            start="V 0,0 270",
            tokens=(token,),
        )
        assert game.awards == awards
        assert game.figures() == set()


def test_the_edge_of_the_laid_area_does_not_close_a_field() -> None:
    """The field outside the ring touches empty spaces only: its flock stays."""
    game = lay(
        """
        Blue: V 1,0 0; deploy shepherd field@NL
        Red:  V 1,1 90
        Red:  V 0,1 180
        """,
        start="V 0,0 270",
        tokens=(3,),
    )
    assert flock(game.position, 1) == 3
    assert game.awards == []


# The end and the order (2.5, 2.6)


def test_flocks_score_before_what_the_tile_completes() -> None:
    """The tile that closes the ring of road completes it too: first the flock, then the road (4)."""
    game = lay(
        """
        Blue: V 1,0 0; deploy meeple road@W
        Red:  V 1,1 90; deploy shepherd field@NL
        Blue: V 0,1 180
        """,
        start="V 0,0 270",
        tokens=(2,),
    )
    assert game.awards == [Award("Red", 2, "flock"), Award("Blue", 4, "road")]


def test_sheep_on_the_table_score_nothing_in_the_end() -> None:
    """The game ends: 4 sheep, 0 points."""
    game = lay("Red: E 0,-1 180; deploy shepherd field@NL", tokens=(4,), rest="")
    assert game.position.over
    assert not any(isinstance(event, PointsAwarded) for event in game.events)


def test_shepherds_off() -> None:
    """Without the part there is no such figure."""
    game = lay("Red: E 0,-1 180; ...", options={"shepherds": False})
    assert game.position.figure_kinds == (Figure.MEEPLE,)
    assert game.refusal("deploy shepherd field@NL") == "no_such_figure"
