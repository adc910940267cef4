"""How much one person may ask for."""

from bot.web_app.limits import MOST_PEOPLE, Allowance


def test_a_burst_is_allowed_and_a_flood_is_not() -> None:
    """The bucket empties, refills with time, and is each person's own."""
    now = 0.0
    allowance = Allowance(burst=3, rate=1.0, now=lambda: now)
    assert [allowance.take("ann") for _ in range(4)] == [True, True, True, False]
    assert allowance.take("bo")
    now = 1.5
    assert [allowance.take("ann") for _ in range(2)] == [True, False]
    now = 100.0
    assert [allowance.take("ann") for _ in range(4)] == [True, True, True, False]


def test_buckets_of_people_who_left_are_forgotten() -> None:
    """Inventing people does not fill the memory."""
    allowance = Allowance(burst=3, rate=1.0, now=lambda: 0.0)
    for number in range(MOST_PEOPLE + 50):
        allowance.take(str(number))
    assert len(allowance._buckets) == MOST_PEOPLE
