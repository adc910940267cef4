"""Games that last for days: who is told what and when, through nights, vacations, outages and restarts."""

from datetime import timedelta
from itertools import pairwise

import pytest

from bot.people import Person
from bot.scene import Moment
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys, last_word
from tests.bot.table.weeks import Shown, Weeks, moment, notices

THREE = (ANN, BO, CID)


@pytest.fixture
def weeks(club: Club) -> Weeks:
    """A club that is lived in for weeks, from noon on the first of January."""
    return Weeks(club)


def told(shown: list[Shown]) -> list[tuple[str, str, tuple[str, ...]]]:
    """The notices: when, why, who."""
    return list(notices(shown))


async def until(weeks: Weeks) -> str:
    """Until when the player has to move, as the public scene says it."""
    scene = await weeks.club.table.view(weeks.club.channel)
    assert scene is not None
    line = next(line for line in scene.lines if line.key == "clock.until")
    when = line.args["when"]
    assert isinstance(when, Moment)
    return f"{when.when:%d %H:%M}"


async def test_without_a_clock_reminders_stop_by_themselves(weeks: Weeks) -> None:
    """After one, two, four and seven days, and then never again.

    All have agreed to wait, so that nobody is asked either.
    """
    await weeks.club.begin("timeout=wait")
    assert told(await weeks.live(days=60)) == [
        ("02 12:00", "reminder", ("Ann",)),
        ("03 12:00", "reminder", ("Ann",)),
        ("05 12:00", "reminder", ("Ann",)),
        ("08 12:00", "reminder", ("Ann",)),
    ]


async def test_each_turn_mentions_its_player_once(weeks: Weeks) -> None:
    """The message of a new turn does; what follows in that turn, and what is shown again, does not."""
    club = weeks.club
    scene = await club.begin("clock=24h")
    assert [person.name for person in scene.notify] == ["Ann"]
    assert (await club.play(ANN, "place 1")).notify == ()
    assert [person.name for person in (await club.play(ANN, "pass")).notify] == ["Bo"]
    assert (await club.play(BO, "place 1")).notify == ()
    assert (await club.play(BO, "undo")).notify == ()
    assert await weeks.live(hours=1) == []


async def test_a_notice_says_all_that_matters(weeks: Weeks) -> None:
    """Who, which game, which tile, how much time, until when."""
    await weeks.club.begin("clock=24h", "winter")
    (shown,) = await weeks.live(hours=13)
    assert shown.reply.notice is not None
    said = " ".join(weeks.club.text(line) for line in shown.reply.notice.scene.lines)
    assert "Ann" in said
    assert "Carcassonne + Winter Edition" in said
    assert "Your tile:" in said
    assert "12 hours, until Wed, Jan 2, 12:00 UTC" in said
    assert shown.reply.shown.live is not None
    assert shown.reply.scene is not None
    assert shown.reply.scene.notify == ()


async def test_a_move_ends_the_reminders(weeks: Weeks) -> None:
    """Whoever has moved is left in peace, and the next player's time begins."""
    await weeks.club.begin("clock=24h")
    await weeks.live(hours=13)
    await weeks.take_turn((ANN, BO))
    assert await until(weeks) == "03 01:00"
    assert told(await weeks.live(hours=13)) == [("02 13:00", "reminder", ("Bo",))]


async def test_nobody_is_woken(weeks: Weeks) -> None:
    """A turn that begins in quiet hours calls its player when they are over; the clock waits as well."""
    club = weeks.club
    await club.say(BO, "settings me quiet=22:00-07:00 zone=europe/warsaw")
    await club.begin("clock=12h")
    await weeks.live(until="2030-01-01 22:30")
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    assert scene.notify == ()
    assert "clock.rests" in keys(scene)
    assert await until(weeks) == "02 18:00"
    assert told(await weeks.live(until="2030-01-02 18:05"))[:2] == [
        ("02 06:00", "turn", ("Bo",)),
        ("02 12:00", "reminder", ("Bo",)),
    ]


async def test_who_is_muted_is_never_mentioned(weeks: Weeks) -> None:
    """Neither when the turn begins nor later; the game goes on as agreed."""
    club = weeks.club
    await club.say(ANN, "settings me mute=on")
    scene = await club.begin("clock=24h", "timeout=skip")
    assert scene.notify == ()
    shown = await weeks.live(hours=25)
    assert told(shown) == []
    assert [person.name for person in (shown[-1].reply.scene or scene).notify] == ["Bo"]


async def test_reminders_can_come_in_private(weeks: Weeks) -> None:
    """The same in the person's own language and with the place, for where the platform allows it."""
    club = weeks.club
    await club.say(BO, "settings me private=on remind=6h language=cs")
    await club.begin(people=(BO, ANN))
    (shown,) = await weeks.live(hours=7)
    notice = shown.reply.notice
    assert notice is not None
    assert notice.private is not None
    assert (notice.scene.language, notice.private.language) == ("en", "cs")
    assert notice.private.lines[-1].key == "notice.place"
    assert notice.private.notify == notice.scene.notify


async def test_a_vacation_stops_the_clock_of_the_turn_that_runs(weeks: Weeks) -> None:
    """Set in the middle of a turn, it moves the deadline, which the message then shows, without a mention."""
    club = weeks.club
    await club.begin("clock=24h")
    await weeks.live(hours=5)
    reply = await club.say(ANN, "settings me vacation=2030-01-02..2030-01-04")
    assert reply.answer is not None
    (shown,) = await weeks.live(minutes=1)
    assert shown.reply.notice is None
    assert shown.reply.scene is not None
    assert shown.reply.scene.notify == ()
    assert await until(weeks) == "05 12:00"
    assert told(await weeks.live(until="2030-01-05 11:59")) == [
        ("05 00:00", "reminder", ("Ann",)),
        ("05 06:00", "reminder", ("Ann",)),
        ("05 09:00", "reminder", ("Ann",)),
    ]
    await club.say(ANN, "settings me vacation=off")
    assert told(await weeks.live(minutes=1))[0][1] == "time-up"


async def test_an_outage_is_credited_as_long_as_it_was(weeks: Weeks) -> None:
    """Nothing is due in the dark; then the deadline is later by the gap, and only the message changes."""
    club = weeks.club
    await club.begin("clock=24h")
    await weeks.live(hours=10)
    weeks.up = False
    await weeks.live(hours=30)
    weeks.up = True
    weeks.restart()
    await weeks.work()
    assert told(weeks.shown) == []
    assert await until(weeks) == "03 18:00"
    assert told(await weeks.live(until="2030-01-03 17:59")) == [
        ("03 06:00", "reminder", ("Ann",)),
        ("03 12:00", "reminder", ("Ann",)),
        ("03 15:00", "reminder", ("Ann",)),
    ]


async def test_a_short_silence_is_no_outage(weeks: Weeks) -> None:
    """A restart of a minute is not credited, so that restarts cannot be told from a breath."""
    club = weeks.club
    await club.begin("clock=24h")
    await weeks.live(hours=1)
    club.clock.pass_by(seconds=90)
    weeks.restart()
    await weeks.work()
    assert await until(weeks) == "02 12:00"


async def test_many_outages_add_up(weeks: Weeks) -> None:
    """Each is measured by itself, and all of them count."""
    club = weeks.club
    await club.begin("clock=24h")
    for _ in range(3):
        await weeks.live(hours=2)
        weeks.up = False
        await weeks.live(hours=1)
        weeks.up = True
        await weeks.work()
    assert await until(weeks) == "02 15:00"


async def test_a_kill_between_deadline_and_notice_loses_nothing_and_repeats_nothing(weeks: Weeks) -> None:
    """What was decided but never shown is shown by the next process, once."""
    club = weeks.club
    await club.begin("clock=24h")
    club.clock.pass_by(hours=12)
    await weeks._heart_beat()
    (channel,) = await club.table.claim({"web"})
    lost = await club.table.due(channel)
    assert lost is not None
    weeks.restart()
    replies = [reply async for _, reply in club.table.pending("web")]
    assert [reply.notice and reply.notice.scene.lines[0].key for reply in replies] == ["notice.reminder"]
    assert replies[0].notice == lost[1].notice
    await weeks.show(channel, replies[0])
    assert [reply async for _, reply in club.table.pending("web")] == []
    assert told(await weeks.live(hours=5)) == []


async def test_a_kill_before_the_deadline_is_acted_on_loses_nothing(weeks: Weeks) -> None:
    """Who claimed it and died leaves it to the next, when the lease is over."""
    club = weeks.club
    await club.begin("clock=24h")
    club.clock.pass_by(hours=12)
    await weeks._heart_beat()
    assert await club.table.claim({"web"}) != []
    weeks.restart()
    assert told(await weeks.live(seconds=40)) == []
    assert told(await weeks.live(seconds=40)) == [("02 00:01", "reminder", ("Ann",))]


async def test_a_kill_after_the_commit_leaves_it_to_whoever_looks_next(weeks: Weeks) -> None:
    """Also without a restart of the platform: the unseen reminder is given to the next who asks."""
    club = weeks.club
    await club.begin("clock=24h")
    club.clock.pass_by(hours=12)
    await weeks._heart_beat()
    first = await club.table.due(club.channel)
    second = await club.table.due(club.channel)
    assert first is not None
    assert second is not None
    assert first[1].notice == second[1].notice
    await weeks.show(*second)
    assert await club.table.due(club.channel) is None


async def test_of_two_workers_at_one_deadline_one_acts(weeks: Weeks) -> None:
    """Both look at the same moment; the game has one reminder more, and one version."""
    club = weeks.club
    scene = await club.begin("clock=24h")
    other = Weeks(club)
    club.clock.pass_by(hours=12)
    await weeks._heart_beat()
    table = club.table
    other.restart()
    claims = [await table.claim({"web"}), await club.table.claim({"web"})]
    assert sorted(map(len, claims)) == [0, 1]
    await table.due(club.channel)
    await club.table.due(club.channel)
    stored = await club.store.load(club.channel)
    assert stored is not None
    assert stored.version == scene.version + 1
    tempo = await weeks.tempo()
    assert tempo.timer is not None
    assert tempo.timer.reminded == 1


async def test_lost_deadlines_are_made_anew_from_the_games(weeks: Weeks) -> None:
    """Without any index of deadlines a start finds them all again."""
    club = weeks.club
    await club.begin("clock=24h")
    await club.store.deadline_clear(club.channel)
    assert told(await weeks.live(hours=13)) == []
    weeks.restart()
    await club.table.wind_all("web")
    assert told(await weeks.live(hours=4)) == [("02 01:00", "reminder", ("Ann",))]


async def test_late_reminders_are_given_once(weeks: Weeks) -> None:
    """When several would have come by now, one comes."""
    club = weeks.club
    await club.begin()
    club.clock.pass_by(days=5)
    await weeks._heart_beat()
    assert told(await weeks.live(seconds=20)) == [("06 12:00", "reminder", ("Ann",))]
    assert told(await weeks.live(days=3)) == [("08 12:00", "reminder", ("Ann",))]


async def test_a_button_made_before_a_reminder_still_means_the_moment(weeks: Weeks) -> None:
    """Reminders and votes change no position, so nobody's tap comes too late because of them."""
    club = weeks.club
    old = await club.begin("clock=24h", people=THREE)
    await weeks.live(hours=25)
    assert "vote wait" in commands(club.scene or old)
    reply = await club.press(ANN, "place 1", scene=old)
    assert reply.refusal is None


async def test_a_daily_game_keeps_its_hour_when_the_clocks_change(weeks: Weeks) -> None:
    """Six in the evening in Warsaw, before and after the last Sunday of March, and of October."""
    club = weeks.club
    for day, hours in (
        ("2030-03-30 12:00", (17, 16)),
        ("2030-10-26 12:00", (16, 17)),
    ):
        club.clock.time = moment(day)
        await weeks._heart_beat()
        await club.begin("clock=daily", "18:00", "Europe/Warsaw", "timeout=skip")
        skipped = [s.when for s in await weeks.live(days=1, hours=12) if last_word(s.reply) is not None]
        assert [when.hour for when in skipped] == list(hours)
        assert all(later - when <= timedelta(hours=25) for when, later in pairwise(skipped))
        await club.say(ANN, "end yes")


async def test_the_state_and_the_list_of_games_tell_the_time_left(weeks: Weeks) -> None:
    """``game`` and ``games`` say how long, and until when."""
    club = weeks.club
    await club.begin("clock=24h")
    await weeks.live(hours=3)
    for command in ("game", "games"):
        reply = await club.say(BO, command)
        assert reply.answer is not None
        said = " ".join(club.text(line) for line in reply.answer.lines)
        assert "21 hours, until Wed, Jan 2, 12:00 UTC" in said


@pytest.mark.parametrize("command", ["game", "games"])
async def test_who_has_chosen_a_zone_reads_hours_there(club: Club, command: str) -> None:
    """What one person alone is told is in their own time; the shared message in the game's."""
    await club.say(BO, "settings me zone=America/New_York")
    scene = await club.begin("clock=24h")
    assert "12:00 UTC" in " ".join(club.text(line) for line in scene.lines)
    for who, hour in ((BO, "07:00 EST"), (ANN, "12:00 UTC")):
        reply = await club.say(who, command)
        assert reply.answer is not None
        assert hour in " ".join(club.text(line) for line in reply.answer.lines)


async def test_taking_back_wins_no_time(weeks: Weeks) -> None:
    """Also when the clock has been written and read in between: the store keeps what was left."""
    club = weeks.club
    await club.begin("clock=24h")
    club.clock.pass_by(hours=20)
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    weeks.restart()
    await club.play(ANN, "undo")
    await club.play(BO, "vote yes")
    timer = (await weeks.tempo()).timer
    assert timer is not None
    assert timer.until == club.clock.now() + timedelta(hours=4)


async def test_fifty_games_are_claimed_at_once(weeks: Weeks) -> None:
    """Each is given to one worker, and each player is told once."""
    club = weeks.club
    places = [type(club.channel)("web", (f"room-{number}",)) for number in range(50)]
    for place in places:
        club.channel = place
        await club.begin("clock=24h")
    shown = told(await weeks.live(hours=12, minutes=1))
    assert len(shown) == 50
    assert set(shown) == {("02 00:00", "reminder", ("Ann",))}


@pytest.mark.parametrize("person", [ANN, BO])
async def test_whoever_begins_may_be_asleep(weeks: Weeks, person: Person) -> None:
    """The first turn of a game is no exception."""
    club = weeks.club
    await club.say(person, "settings me zone=UTC quiet=11:00-14:00")
    scene = await club.begin("clock=24h")
    assert [p.name for p in scene.notify] == ([] if person is ANN else ["Ann"])
    expected = [("01 14:00", "turn", ("Ann",))] if person is ANN else []
    assert told(await weeks.live(hours=4)) == expected
