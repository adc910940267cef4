"""The tile of the day: who gets which, what answers and streaks are."""

from datetime import date, timedelta

import pytest

from bot.usecases.riddle import Solution, Streak, placed, places_of, rank, riddle, solutions
from core import Phase, Place
from core.actions import PASS
from core.forecast import Move, value_of
from core.notation import parse_action

DAY = date(2030, 1, 1)
MOVE = Move(Place((1, 0), 1), PASS)


def test_a_day_has_one_tile_for_everyone() -> None:
    """Day and secret decide; another day and another installation have other tiles."""
    first = riddle(DAY, "secret")
    riddle.cache_clear()
    assert riddle(DAY, "secret") == first
    assert riddle(DAY + timedelta(days=1), "secret").record != first.record
    assert riddle(DAY, "another").record != first.record


def test_the_best_moves_are_worth_the_best_value() -> None:
    """What is called best can be played and is worth as much as is said."""
    found = riddle(DAY, "secret")
    assert found.position.phase is Phase.PLACE
    assert found.moves
    for move in found.moves:
        assert found.value(move) == value_of(found.position, move) == found.best


def test_nothing_public_gives_a_day_away() -> None:
    """The record's seed contains nothing of the secret, and the date alone is not enough for it."""
    found = riddle(DAY, "secret")
    assert found.record.seed is not None
    assert "secret" not in found.record.to_json()
    assert DAY.isoformat() not in found.record.seed


def test_an_answer_survives_the_store() -> None:
    """What is written is read back, with figures and without."""
    for then in (PASS, parse_action("deploy meeple city@N")):
        solution = Solution(Move(Place((-1, 2), 3), then), 7, "Żółć", frozenset({"web:a", "web:b"}))
        assert Solution.from_text(solution.to_text()) == solution


@pytest.mark.parametrize("text", ["", "{", "[]", '{"move": ["draw", "pass"], "value": 1}', '{"move": []}'])
def test_a_damaged_answer_is_none(text: str) -> None:
    """A value that cannot be read spoils nothing."""
    assert Solution.from_text(text) is None
    good = Solution(MOVE, 1, "Ann").to_text()
    assert set(solutions({"web:1": text, "web:2": good})) == {"web:2"}


def test_places_are_kept_before_and_after_an_answer() -> None:
    """Before it only they are known; after it the answer stays as it is."""
    guest = placed(placed("", "web:3"), "web:5")
    assert places_of(guest) == {"web:3", "web:5"}
    assert solutions({"web:1": guest}) == {}
    answer = Solution(MOVE, 3, "Ann", frozenset({"web:3"}))
    assert Solution.from_text(placed(answer.to_text(), "web:5")) == Solution(
        MOVE, 3, "Ann", frozenset({"web:3", "web:5"})
    )


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"places": 7}', "not JSON"])
def test_what_cannot_be_read_names_no_place(text: str) -> None:
    """Damage loses no more than what is damaged."""
    assert places_of(text) == frozenset()


def test_equal_values_share_a_rank() -> None:
    """Two second places are followed by the fourth."""
    answers = {str(n): Solution(MOVE, value, "x") for n, value in enumerate((9, 5, 5, 2))}
    assert [rank(value, answers) for value in (9, 5, 2)] == [1, 2, 4]


def test_a_streak_grows_day_by_day() -> None:
    """The next day continues it, the same day leaves it, a gap begins anew; the longest is remembered."""
    streak = Streak(DAY)
    for days, run, longest in ((0, 1, 1), (1, 2, 2), (2, 3, 3), (2, 3, 3), (4, 1, 3), (5, 2, 3), (1, 2, 3)):
        streak = streak.on(DAY + timedelta(days=days))
        assert (streak.run, streak.longest) == (run, longest)
    assert Streak.from_text(streak.to_text()) == streak


@pytest.mark.parametrize("text", ["", "yesterday 1 1", "2030-01-01 1", "2030-01-01 a b"])
def test_a_damaged_streak_is_none(text: str) -> None:
    """Then it begins anew."""
    assert Streak.from_text(text) is None
