"""Ratings: whoever wins rises, whoever loses falls, and certainty grows."""

from bot.games.results import NEWCOMER, Rating, rated


def test_a_newcomer_begins_at_nothing() -> None:
    """Nothing is believed about somebody who has not played."""
    assert NEWCOMER.shown == 0


def test_the_winner_rises_and_the_loser_falls() -> None:
    """The order of the ranks is the order of the changes; equal ranks of equals change alike."""
    first, second, third, fourth = rated([NEWCOMER] * 4, [1, 2, 2, 4])
    assert first.mu > second.mu == third.mu > fourth.mu
    assert all(rating.sigma < NEWCOMER.sigma for rating in (first, second, third, fourth))


def test_beating_a_stronger_player_is_worth_more() -> None:
    """A surprise changes more than what was to be expected."""
    strong, weak = Rating(35, 3), Rating(20, 3)
    surprise = rated([weak, strong], [1, 2])[0].mu - weak.mu
    expected = rated([strong, weak], [1, 2])[0].mu - strong.mu
    assert surprise > expected > 0
