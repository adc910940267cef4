"""Calls that had to wait: made when their person is awake, and only if they still want to be called."""

import pytest

from tests.bot.table.club import ANN, BO, CHANNEL, Club
from tests.bot.table.weeks import Weeks, notices


@pytest.fixture
async def weeks(club: Club) -> Weeks:
    """Ann has passed the turn on to Bo at half past ten in the evening, when Bo sleeps."""
    weeks = Weeks(club)
    await club.say(BO, "settings me quiet=22:00-07:00 zone=UTC")
    await club.begin("clock=24h")
    await weeks.live(until="2030-01-01 22:30")
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    return weeks


async def test_after_an_outage_nobody_is_woken(weeks: Weeks) -> None:
    """What should have been told in the morning is told the next one, if the bot comes up at night."""
    weeks.up = False
    await weeks.live(until="2030-01-02 23:00")
    weeks.up = True
    await weeks.work()
    told = list(notices(await weeks.live(until="2030-01-03 08:00")))
    assert told == [("03 07:00", "turn", ("Bo",))]


async def test_at_the_end_of_a_pause_nobody_is_woken(weeks: Weeks) -> None:
    """A call that waited through a pause still waits for the morning."""
    await weeks.club.say(ANN, "rescue pause", admin=True)
    await weeks.live(until="2030-01-03 03:00")
    await weeks.club.say(ANN, "rescue resume", admin=True)
    assert list(notices(await weeks.live(until="2030-01-03 08:00"))) == [("03 07:00", "turn", ("Bo",))]


async def test_who_has_muted_meanwhile_is_not_called(weeks: Weeks) -> None:
    """Muted in the night, the morning's call is not made."""
    await weeks.club.say(BO, "settings me mute=on")
    assert list(notices(await weeks.live(until="2030-01-02 20:00"))) == []


@pytest.mark.parametrize(("clock", "called"), [("24h", {"Ann", "Bo"}), ("none", set())])
async def test_the_end_of_a_game_with_a_clock_calls_its_players_once(
    club: Club, clock: str, called: set[str]
) -> None:
    """Who plays at other hours learns of the end; where all are present nobody needs to be called."""
    await club.begin(f"clock={clock}")
    await club.play(ANN, "end yes")
    last = club.replies[-1].scene
    assert last is not None
    assert {person.name for person in last.notify} == called
    assert club.replies[-1].notice is None
    again = await club.table.face(CHANNEL)
    assert again is not None
    assert again.scene is not None
    assert again.scene.notify == ()


async def test_who_is_muted_is_not_called_at_the_end(club: Club) -> None:
    """The end calls those who may be called."""
    await club.begin("clock=24h")
    await club.say(BO, "settings me mute=on")
    await club.play(ANN, "end yes")
    last = club.replies[-1].scene
    assert last is not None
    assert [person.name for person in last.notify] == ["Ann"]
