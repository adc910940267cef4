"""What players without a person think that builders, pigs and goods will bring."""

from typing import Final

import pytest

from core import Figure, GameRecord, Phase, Position
from core.opponents.judge import Judge
from core.opponents.levels import PLAYERS
from tests.core.boards import lay

SETS: Final = ("base", "traders-builders")
LEVELS: Final = tuple(PLAYERS)
REST: Final = " ".join(["B"] * 40)


def judged(position: Position, level: str) -> Judge:
    """The judgement of a level for a position."""
    return PLAYERS[level].judge(position)


@pytest.mark.parametrize("level", LEVELS)
def test_goods_count_before_the_end(level: str) -> None:
    """Two cities that differ only in their goods."""
    found = {}
    for tile in ("G", "t/15"):
        game = lay("Red: E -1,0 90\nBlue: E 1,0 270", start=f"{tile} 0,0 0", sets=SETS, rest=REST)
        found[tile] = judged(game.position, level).expected(game.position)
    assert found["t/15"][0] == found["G"][0]
    assert 0.5 < found["t/15"][1] - found["G"][1] < 10


@pytest.mark.parametrize("level", [level for level in LEVELS if PLAYERS[level].sees == 1])
def test_what_earns_a_second_part_is_better(level: str) -> None:
    """The tile goes where the builder is, and not beside it."""
    game = lay("""
        Red:  U 1,0 0; deploy meeple road@W
        Blue: B 0,1 0
        Red:  U 2,0 0; deploy builder road@W
        Blue: B 1,1 0
        Red:  U
    """, start="A 0,0 270", sets=SETS, rest=REST)  # fmt: skip
    assert str(PLAYERS[level].choose(game.position)) in {"place 3,0 0", "place 3,0 180"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_builder_and_a_pig_are_put_where_nothing_else_is_to_be_had(level: str) -> None:
    """Rather than nothing."""
    game = lay("""
        Red:  U 1,0 0; deploy meeple road@W
        Blue: B 0,1 0
        Red:  U 2,0 0; ...
    """, start="A 0,0 270", sets=SETS, options={"fields": False}, rest=REST)  # fmt: skip
    assert str(PLAYERS[level].choose(game.position)) == "deploy builder road@E"
    game = lay("""
        Red:  E 0,-1 0
        Blue: E 0,-2 180
        Red:  V 1,0 270; deploy meeple field@NL
        Blue: B 0,1 0
        Red:  E 1,-1 90; ...
    """, start="B 0,0 0", sets=SETS, rest=REST)  # fmt: skip
    with_pig = game.position.copy()
    assert any(text.startswith("deploy pig") for text in game.legal)
    before = judged(with_pig, level).expected(with_pig)[0]
    game.play(next(text for text in sorted(game.legal) if text.startswith("deploy pig")))
    assert judged(game.position, level).expected(game.position)[0] > before


def test_whole_games_of_everything_are_played() -> None:
    """By the computer alone, to the end, with every figure at work."""
    sets = ("base", "winter", "river", "inns-cathedrals", "traders-builders", "abbey-mayor", "hills-sheep")
    position, put, parts = GameRecord(("A", "B"), sets=sets, seed="all").opening(), set(), 0
    while not position.over:
        seat, phase = position.active, position.phase
        position.play(PLAYERS["greedy"].choose(position))
        put |= {standing.figure for standing in position.figures}
        parts += (phase, position.phase, position.active) == (Phase.DEPLOY, Phase.DRAW, seat)
    assert {Figure.named(name) for name in ("big", "builder", "pig")} <= put
    assert parts > 3
