"""The pace of calls, by a clock that costs no time."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.telegram_app.outbox import GROUP, Pace, Window


def paced(pace: Pace, wanted: list[float]) -> list[float]:
    """When calls are made that are wanted at these moments, one after the other."""
    window, now, made = Window(pace), 0.0, list[float]()
    for moment in wanted:
        now = max(now, moment)
        while (wait := window.wait(now)) > 0:
            now += wait
        window.made.append(now)
        made.append(now)
    return made


@given(st.integers(1, 30), st.lists(st.floats(0, 20), max_size=120))
def test_no_span_of_time_has_more_calls_than_allowed(calls: int, gaps: list[float]) -> None:
    """However calls are wanted, they are never too many; and they are made in the end."""
    wanted = [sum(gaps[:number]) for number in range(len(gaps))]
    made = paced(Pace(calls, 60.0), wanted)
    assert len(made) == len(wanted)
    assert all(late - early >= 60.0 - 1e-6 for early, late in zip(made, made[calls:], strict=False))


def test_a_quiet_group_does_not_wait() -> None:
    """A burst of half the limit goes out at once."""
    assert paced(GROUP, [0.0] * 10) == [0.0] * 10


def test_a_busy_group_waits_a_little_often_and_never_long() -> None:
    """People who always want more get a call every few seconds, and as many as are allowed in all."""
    made = paced(GROUP, [0.0] * 100)
    gaps = [late - early for early, late in pairwise(made)]
    assert max(gaps) < 10.0
    assert made[-1] < 300.0
