"""The history of a game: its turns, its final scoring, and what gave how much."""

import random

from hypothesis import given

from core import FeatureCompleted, GameRecord, PointsAwarded, SeatResigned, TilePlaced, parse_action
from core.records.history import KINDS, final_steps, history
from tests.core.games import CHANCES, choose_or_leave, examples, play_out, records

SMALL = GameRecord(
    ("Ann", "Bo"),
    bag=("base/E", "base/U", "base/E"),
    actions=(
        "draw", "place 0,-1 180", "deploy meeple city@S",
        "draw", "place 1,0 0", "deploy meeple road@E",
        "draw", "place 1,-1 0", "deploy meeple field@EL",
    ),
)  # fmt: skip
"""Ann closes a city of two tiles, Bo claims a road of two, Ann a field that supplies the city."""


def left(record: GameRecord, chance: random.Random) -> GameRecord:
    """A game in which seats lose turns and leave."""
    position, actions = record.opening(), []
    while not position.over:
        action = choose_or_leave(position, chance)
        position.play(action)
        actions.append(str(action))
    return record.with_actions(actions)


@examples(20)
@given(records(), CHANCES)
def test_what_the_history_adds_up_is_the_score(record: GameRecord, chance: random.Random) -> None:
    """Points by kind, and turns with the final scoring, give the scores of the game's end."""
    told = history(left(record, chance))
    scores = told.position.scores
    assert tuple(sum(kinds.values()) for kinds in told.by_kind) == scores
    assert (told.final or told.turns)[-1].scores == scores
    before = told.turns[-1].scores
    for step in told.final:
        assert step.scores == tuple(a + b for a, b in zip(before, step.points, strict=True))
        before = step.scores


@examples(10)
@given(records(tiles=25), CHANCES)
def test_each_turn_ends_with_the_score_of_that_moment(record: GameRecord, chance: random.Random) -> None:
    """A turn's score is that of the position just before the next tile is drawn and laid."""
    record = play_out(record, chance)
    told = history(record)
    position, scores, placed = record.opening(), [], 0
    for text in record.actions:
        before = position.scores
        events = position.play(parse_action(text))
        if any(isinstance(event, TilePlaced) for event in events):
            placed += 1
            scores.append(before)
    assert len(told.turns) == placed == len(position.laid) - 1
    assert [turn.scores for turn in told.turns[:-1]] == scores[1:]
    assert [turn.number for turn in told.turns] == list(range(1, placed + 1))


@examples(10)
@given(records(), CHANCES)
def test_the_final_scoring_goes_kind_by_kind(record: GameRecord, chance: random.Random) -> None:
    """Every kind comes once, in the order of KINDS, with all of its final awards and no others."""
    told = history(play_out(record, chance))
    kinds = [step.kind for step in told.final]
    assert kinds == [kind for kind in KINDS if kind in kinds]
    for step in told.final:
        assert step.awards
        assert {(award.reason, award.final) for award in step.awards} == {(step.kind, True)}
    assert not any(award.final for turn in told.turns for award in turn.awards)


def test_a_small_game_is_told_exactly() -> None:
    """Turns, final steps and points by kind of a game of three tiles."""
    told = history(SMALL)
    assert [turn.placed.at for turn in told.turns] == [(0, -1), (1, 0), (1, -1)]
    assert [turn.scores for turn in told.turns] == [(4, 0), (4, 0), (4, 0)]
    assert [(step.kind, step.points, step.scores) for step in told.final] == [
        ("road", (0, 2), (4, 2)),
        ("field", (3, 0), (7, 2)),
    ]
    assert told.by_kind == ({"city": 4, "field": 3}, {"road": 2})


def test_the_best_move_is_the_largest_gain_of_a_turn() -> None:
    """The best move names who gained most in one turn, and what; the final scoring is no move."""
    best = history(SMALL).best
    assert best is not None
    assert (best.seat, best.points, best.turn.number) == (0, 4, 1)
    assert [award.reason for award in best.awards] == ["city"]
    assert history(SMALL.with_actions(SMALL.actions[:2])).best is None


def test_the_gain_of_another_seat_counts_as_well() -> None:
    """Bo closes Ann's city of three tiles: 6 points for Ann in Bo's turn are the largest gain there was."""
    actions = ("draw", "place 0,-1 90", "deploy meeple city@N", "draw", "place 0,-2 180", "pass")
    told = history(GameRecord(("Ann", "Bo"), bag=("base/G", "base/E"), actions=actions))
    assert told.position.scores == (6, 0)
    best = told.best
    assert best is not None
    assert (best.seat, best.turn.placed.seat, best.points, best.turn.number) == (0, 1, 6, 2)
    assert [(award.reason, award.tiles) for award in best.awards] == [("city", 3)]


def test_a_turn_with_several_gains_counts_them_together() -> None:
    """Worked by hand: Ann herds 3 sheep, and the same tile closes her city of two tiles for 4: 7 in all."""
    record = GameRecord(
        ("Ann", "Bo"),
        sets=("base", "hills-sheep"),
        bag=("base/U", "base/B", "base/E"),
        tokens=(3, 1),
        actions=(
            "draw", "place 1,0 0", "deploy shepherd field@NL",
            "draw", "place 1,-1 0", "pass",
            "draw", "place 0,-1 180", "deploy meeple city@S", "flock herd",
        ),
    )  # fmt: skip
    best = history(record).best
    assert best is not None
    assert (best.seat, best.points, best.turn.number) == (0, 7, 3)
    assert sorted((award.reason, award.points) for award in best.awards) == [("city", 4), ("flock", 3)]


def test_of_equal_gains_in_one_turn_that_of_the_mover_counts() -> None:
    """Bo joins Ann's two tiles of a road with his own one: 4 tiles, one robber each, 4 points for both."""
    row = ("1,0 0", "1,1 0", "2,1 0", "3,1 0", "1,-1 0", "3,0 90", "2,-1 0", "2,0 0")
    claimed = {"1,0 0": "deploy meeple road@E", "3,0 90": "deploy meeple road@W"}
    record = GameRecord(
        ("Ann", "Bo"),
        bag=("base/U", "base/B", "base/B", "base/B", "base/B", "base/A", "base/B", "base/U"),
        start=("base/A", 0, 0, 270),
        actions=tuple(text for at in row for text in ("draw", f"place {at}", claimed.get(at, "pass"))),
    )
    told = history(record)
    assert told.turns[-1].scores == (4, 4)
    assert told.best is not None
    assert (told.best.seat, told.best.points, told.best.turn.number) == (1, 4, 8)


def test_final_steps_follow_from_events_alone() -> None:
    """Messages make the steps from the last events and the score before them."""
    events = [event for turn in history(SMALL).turns for _, event in turn.events]
    assert final_steps(events, (4, 0)) == ()
    _, everything = SMALL.replay_events()
    assert final_steps([event for _, event in everything], (4, 0)) == history(SMALL).final


def test_a_game_under_way_has_a_history() -> None:
    """Without an end there is no final scoring; without a tile there are no turns."""
    assert history(SMALL.with_actions(())).turns == ()
    told = history(SMALL.with_actions(SMALL.actions[:4]))
    assert (len(told.turns), told.final) == (1, ())
    assert any(isinstance(event, FeatureCompleted) for _, event in told.turns[0].events)


def test_who_leaves_is_told_with_the_turn_before() -> None:
    """A seat that resigns between two tiles belongs to the turn that has just ended; nothing is scored."""
    told = history(SMALL.with_actions((*SMALL.actions[:3], "resign 1")))
    assert [event for _, event in told.turns[-1].events if isinstance(event, SeatResigned)] == [
        SeatResigned(1)
    ]
    assert told.final == ()
    assert not any(isinstance(event, PointsAwarded) and event.final for _, event in told.turns[-1].events)
