"""What is kept for each chat: the latest, those that are needed, and never all that were ever seen."""

from bot.lately import Lately
from bot.telegram_app.pace import Pace, Paces


def test_the_latest_stay() -> None:
    """Whatever was asked for or put last."""
    kept: Lately[int, str] = Lately(most=3)
    for number in range(3):
        kept.put(number, str(number))
    assert kept.get(0) == "0"
    kept.put(3, "3")
    assert [number for number in range(4) if number in kept] == [0, 2, 3]
    assert kept.get(1) is None


def test_what_is_needed_stays_and_goes_when_it_no_longer_is() -> None:
    """However many others come meanwhile."""
    needed = set(range(20))
    kept: Lately[int, int] = Lately(needed.__contains__, most=10)
    for number in range(1000):
        kept.put(number, number)
    assert all(number in kept for number in needed)
    needed.clear()
    for number in range(1000, 1100):
        kept.put(number, number)
    assert len(kept) == 10


async def test_a_busy_group_keeps_its_pace_among_any_number_of_others() -> None:
    """What one group was sent still counts after thousands of others, of which few are remembered."""
    paces = Paces(Pace(4, 3600.0))
    for _ in range(2):
        async with paces.turn(-1):
            pass
    for number in range(2, 4000):
        assert paces.wait(-number) == 0.0
    assert paces.wait(-1) > 0.0
    assert len(paces._groups) < 1100
