"""What a game would come to if it ended now, and what a move is worth."""

import random

import pytest

from core import GameRecord, IllegalAction, Phase, PointsAwarded, Position
from core.actions import PASS, Place
from core.forecast import Move, best_moves, moves, scores_if_over, value_of
from core.notation import parse_action

BAG = ("base/U", "base/U", "base/U", "base/U", "base/U")


def road(actions: tuple[str, ...], bag: tuple[str, ...] = BAG) -> Position:
    """A position on the road of the start tile."""
    return GameRecord(("Ann", "Bo"), bag=bag, options={"fields": False}, actions=actions).replay()


def test_an_open_feature_counts_as_at_the_end() -> None:
    """Ann's unfinished road of three tiles gives her three points if the game ended now, and nobody else."""
    position = road(("draw", "place 1,0 0", "deploy meeple road@W", "draw", "place 2,0 0", "pass"))
    assert scores_if_over(position) == (3, 0)
    assert position.scores == (0, 0)
    assert scores_if_over(position) == (3, 0), "asking has changed nothing"


def test_a_finished_game_is_worth_its_scores() -> None:
    """After the end nothing is added."""
    position = road(("draw", "place 1,0 0", "deploy meeple road@W", "resign 1"))
    assert position.over
    assert scores_if_over(position) == position.scores


@pytest.mark.parametrize("seed", range(6))
def test_the_forecast_is_what_the_game_ends_with(seed: int) -> None:
    """Before the last action, which completes nothing any more, the forecast is the game's final score."""
    position, chance = GameRecord(("Ann", "Bo"), seed=f"f{seed}").opening(), random.Random(seed)
    while position.bag_left or position.phase is not Phase.DEPLOY:
        position.play(chance.choice(position.legal_actions()))
    forecast = scores_if_over(position)
    events = position.play(PASS)
    assert position.over
    completed = sum(event.points for event in events if isinstance(event, PointsAwarded) and not event.final)
    assert sum(position.scores) == sum(forecast) + completed


def test_a_move_is_worth_points_now_and_points_later() -> None:
    """Continuing one's own road by a tile is worth one point; a meeple on a road of two is worth two."""
    bag = ("base/U", "base/U", "base/U")
    position = road(
        ("draw", "place 1,0 0", "deploy meeple road@W", "draw", "place -1,0 0", "pass", "draw"), bag
    )
    found = {(str(move.place), str(move.then)): value for move, value in moves(position)}
    assert found["place 2,0 0", "pass"] == 1
    assert value_of(position, Move(Place((2, 0), 0), PASS)) == 1
    assert best_moves(position)[0] == max(found.values())


def test_every_move_comes_once_and_its_value_is_exact() -> None:
    """The listed values are those of the moves played out, and no two moves look alike."""
    position, chance = GameRecord(("Ann", "Bo"), seed="moves").opening(), random.Random(1)
    while len(position.laid) < 12 or position.phase is not Phase.PLACE:
        position.play(chance.choice(position.legal_actions()))
    valued = list(moves(position))
    assert len({move for move, _ in valued}) == len(valued)
    assert {move.place.cell for move, _ in valued} == set(position.legal_spots())
    for move, value in valued:
        assert value == value_of(position, move)
    best, winners = best_moves(position)
    assert {move for move, value in valued if value == best} == set(winners)


def test_there_must_be_a_tile_to_lay() -> None:
    """Asking for moves where none is due is a mistake of the caller."""
    with pytest.raises(ValueError, match="no tile"):
        list(moves(road(())))


def test_an_impossible_move_has_no_value() -> None:
    """A move that the rules forbid is refused."""
    with pytest.raises(IllegalAction):
        value_of(road(("draw",)), Move(Place((9, 9), 0), parse_action("pass")))
