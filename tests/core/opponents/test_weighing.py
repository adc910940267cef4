"""What decisions are worth: the same as ``sharp`` decides by, and blind to what is hidden."""

import random

import pytest

from core import GameRecord, Position
from core.actions import Phase, Place
from core.notation import parse_action
from core.opponents.levels import PLAYERS
from core.opponents.weighing import can_weigh, luck_of, value_of, weigh
from tests.core.boards import lay
from tests.core.games import choose
from tests.core.opponents.test_levels import GAMES, reshuffled


@pytest.mark.parametrize(("game", "sets"), GAMES)
def test_the_first_is_what_sharp_does(game: str, sets: tuple[str, ...]) -> None:
    """In a game of chance, whatever is due: the best that is weighed is the choice, and has its value."""
    chance, weighed = random.Random(3), 0
    position = GameRecord(("Ann", "Bo", "Cid"), game, sets, seed="weighing").opening()
    while not position.over:
        if can_weigh(position) and chance.random() < 0.15:
            found = weigh(position)
            assert found[0].action == PLAYERS["sharp"].choose(position)
            for one in (found[0], found[-1]):
                assert one.value == pytest.approx(value_of(position, *one.actions))
            assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
            weighed += 1
        position.play(choose(position, chance))
    assert weighed > 10


@pytest.mark.parametrize(("game", "sets"), GAMES)
def test_what_is_hidden_changes_no_value(game: str, sets: tuple[str, ...]) -> None:
    """Neither what is weighed nor luck depends on the order of what is to come."""
    chance, compared = random.Random(5), 0
    position = GameRecord(("Ann", "Bo"), game, sets, seed="hidden worth").opening()
    while not position.over and compared < 6:
        if can_weigh(position) and chance.random() < 0.1:
            other = reshuffled(position, chance)
            assert weigh(other) == weigh(position)
            if position.phase is Phase.PLACE:
                assert luck_of(other) == luck_of(position)
            compared += 1
        position.play(choose(position, chance))
    assert compared > 4


def test_a_draw_cannot_be_weighed() -> None:
    """What comes is hidden; a decision without a choice is none."""
    position = GameRecord(("Ann", "Bo"), seed="draw").opening()
    assert position.phase is Phase.DRAW
    assert not can_weigh(position)
    position.play(parse_action("draw"))
    assert can_weigh(position)


def test_luck_is_what_the_tile_brings_above_the_rest() -> None:
    """Red's city lacks one end. The tile that ends it is good luck beside two that do not, and they are bad.

    Each was as likely, so that the three add up to nothing, but for what is hoped of the two that are left.
    """
    luck = {tile: luck_of(_open_city(tile)) for tile in ("E", "B", "U")}
    assert luck["E"] > 2
    assert luck["B"] < 0
    assert luck["U"] < 0
    assert sum(luck.values()) == pytest.approx(0, abs=0.5)


def test_there_is_no_luck_in_the_tiles_that_go_ahead() -> None:
    """Land cannot come while the river is laid; after it there is luck again."""
    position = GameRecord(("Ann", "Bo"), sets=("base", "river"), seed="flow").opening()
    lucks: dict[str, set[float]] = {"river": set(), "base": set()}
    while len(position.laid) < 20:
        if position.tile is not None and position.phase is Phase.PLACE:
            lucks[position.tile.id.partition("/")[0]].add(luck_of(position))
        position.play(position.legal_actions()[0])
    assert lucks["river"] == {0.0}
    assert len(lucks["base"]) > 1


def _open_city(tile: str) -> Position:
    """The start tile's city goes on and is Red's, who has drawn this tile; two others are left."""
    others = " ".join({"E", "B", "U"} - {tile})
    return lay(f"Red: G 0,-1 90; deploy meeple city@N\nBlue: W 0,1 0\nRed: {tile}", rest=others).position


def test_a_tile_that_fits_nowhere_is_no_bad_luck() -> None:
    """It would have been drawn again."""
    position = _open_city("B")
    held = position.holding(position.setup.bag[0])
    assert held.tile is position.setup.bag[0]
    assert position.tile is not held.tile
    assert {type(action) for action in held.legal_actions()} == {Place}
