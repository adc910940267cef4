"""The look back at a game: what was given away, luck, accuracy, the turning point."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from core import GameRecord
from core.opponents.levels import PLAYERS
from core.opponents.player import never
from core.opponents.review import Judged, Review, expectations, judged, lead
from core.ruleset import OptionValue

NAMES = ("Ann", "Bo")


def game_of(
    players: tuple[str, str],
    sets: tuple[str, ...] = ("base",),
    actions: int = 60,
    options: Mapping[str, OptionValue] = MappingProxyType({}),
) -> GameRecord:
    """The beginning of a game of these players."""
    game = "discoverers" if sets == ("discoverers",) else "carcassonne"
    record = GameRecord(NAMES, game, sets, options, seed="review")
    position = record.replay()
    played: list[str] = []
    while not position.over and len(played) < actions:
        action = PLAYERS[players[position.seat]].choose(position)
        played.append(str(action))
        position.play(action)
    return record.with_actions(tuple(played))


def looked_back(record: GameRecord) -> Review:
    """All of a game at once."""
    found, after = judged(record, 0, never)
    assert after == len(record.actions)
    return Review(found, expectations(record), record.replay().winners)


@pytest.mark.parametrize("sets", [("base",), ("discoverers",)])
def test_who_plays_best_gives_nothing_away(sets: tuple[str, ...]) -> None:
    """By its own judgement sharp takes the best each time; gentle gives points away."""
    review = looked_back(game_of(("sharp", "gentle"), sets))
    assert review.accuracy(0) == 100
    assert review.given_away(0) == pytest.approx(0, abs=0.01)
    assert review.costliest(0, 3) == ()
    accuracy = review.accuracy(1)
    assert accuracy is not None
    assert accuracy < 95
    assert review.given_away(1) > 10
    costs = [one.cost for one in review.costliest(1, 3)]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 3


@pytest.mark.parametrize(("hand", "drawn"), [(0, True), (2, False)])
def test_luck_is_in_what_is_drawn(hand: int, drawn: bool) -> None:
    """Whoever chooses from an open hand has drawn nothing that could be judged, which is not 0."""
    review = looked_back(game_of(("even", "gentle"), ("discoverers",), 24, {"hand": hand}))
    for seat in (0, 1):
        assert (review.luck(seat) is not None) is drawn


def test_piece_by_piece_is_the_same_as_at_once() -> None:
    """Wherever it is stopped it goes on with what comes next; each tile is judged once."""
    record = game_of(("even", "gentle"), actions=30)
    found: list[Judged] = []
    start = 0
    while start < len(record.actions):
        some, after = judged(record, start, lambda: True)
        assert after > start
        assert len(some) <= 1
        found += some
        start = after
    assert tuple(found) == judged(record, 0, never)[0]


def one(seat: int, tile: int, cost: float = 0.0, luck: float | None = None) -> Judged:
    """A decision for which little else matters."""
    return Judged(tile, tile, seat, ("pass",), ("pass",), cost, luck)


def test_the_figures_by_hand() -> None:
    """Accuracy: a turn without a loss is 100, one of 3 points 50, of 6 points 25; a turn's losses add up.

    So Ann's turns with 0, 3 and 2 + 4 points are (100 + 50 + 25) / 3 = 58, and Bo's 100.
    """
    review = Review(
        (one(0, 1), one(1, 2, luck=1.5), one(0, 3, 3.0, 2.0), one(0, 5, 2.0), one(0, 5, 4.0, -0.5)),
        ((0.0, 0.0),),
        (0,),
    )
    assert review.accuracy(0) == 58
    assert review.accuracy(1) == 100
    assert (review.given_away(0), review.given_away(1)) == (9.0, 0.0)
    assert (review.luck(0), review.luck(1)) == (1.5, 1.5)
    assert review.luck(2) is None
    assert [found.cost for found in review.costliest(0, 2)] == [4.0, 3.0]


def test_the_turning_point_is_when_the_winner_got_ahead_for_good() -> None:
    """Ann leads, is behind before the third tile, and ahead from then on: the third turned the game."""
    course = ((0.0, 0.0), (4.0, 2.0), (4.0, 7.0), (9.0, 7.0))
    assert Review((), (*course, (10.0, 9.0)), (0,)).turning == 3
    assert Review((), (*course, (9.0, 9.0)), (0, 1)).turning is None
    assert Review((), (*course, (9.0, 10.0)), (1,)).turning == 4
    assert Review((), (*course[:2], (9.0, 8.0)), (0,)).turning is None
    assert Review((), ((0.0, 0.0),), ()).turning is None


def test_what_could_be_expected_ends_with_the_scores() -> None:
    """One moment for each tile and one before all; at first nobody is ahead."""
    record = game_of(("even", "gentle"), actions=30)
    position, found = record.replay(), expectations(record)
    assert len(found) == len(position.laid)
    assert found[0] == (0.0, 0.0)
    assert found[-1] == position.scores
    assert lead((3.0, 5.0, 1.0), 1) == 2
