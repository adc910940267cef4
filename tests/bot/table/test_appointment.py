"""A place's standing appointment: every day at the same hour, once, whatever happens in between."""

from datetime import UTC, datetime, time

import pytest

from bot.people import Channel
from bot.timing.appointment import Appointment, mark, marked
from bot.timing.timekeeper import Timekeeper
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.weeks import Weeks, moment, notices


@pytest.fixture
def club(club: Club) -> Club:
    """The club has a chat of its own, with members, and somebody who manages it."""
    club.channel = Channel("telegram", ("-1001", "0"))
    return club


@pytest.fixture
def weeks(club: Club) -> Weeks:
    """A club that is lived in, from noon on the first of January."""
    return Weeks(club)


async def answered(club: Club, command: str, *, admin: bool = False) -> tuple[str, ...]:
    """The keys of what Bo is answered."""
    reply = await club.say(BO, command, admin=admin)
    assert reply.answer is not None, reply.refusal
    return keys(reply.answer)


async def test_it_is_made_shown_and_called_off(club: Club) -> None:
    """Whoever makes it can call it off, and so can who manages the chat; others cannot."""
    assert await answered(club, "daily") == ("daily.none",)
    assert await answered(club, "daily 18:00 winter clock=24h players=3") == ("daily.made", "daily.words")
    assert await club.refused(CID, "daily off") == "refusal.until_heirs"
    assert await club.refused(CID, "daily 19:00") == "refusal.until_heirs"
    assert await answered(club, "daily 19:30 Europe/Prague") == ("daily.made",)
    reply = await club.say(ANN, "daily off", admin=True)
    assert keys(reply.answer) == ("daily.called_off",)
    assert await club.refused(BO, "daily off") == "refusal.no_appointment"


async def test_in_a_web_room_only_those_who_play_there_make_one(club: Club) -> None:
    """Anybody can open any room: strangers do not decide what happens there every day."""
    club.channel = Channel("web", ("club",))
    assert await club.refused(BO, "daily 18:00") == "refusal.only_players_daily"
    await club.begin(people=(ANN, BO))
    assert await club.refused(CID, "daily 18:00") == "refusal.only_players_daily"
    assert await answered(club, "daily 18:00") == ("daily.made",)
    assert await club.refused(CID, "daily off") == "refusal.until_heirs"
    assert await club.refused(CID, "daily 19:00") == "refusal.until_heirs"
    reply = await club.say(ANN, "daily off")
    assert keys(reply.answer) == ("daily.called_off",), "she is the host of the game there"


async def test_while_others_play_a_member_makes_no_appointment(club: Club) -> None:
    """Between games everybody who is in the chat may; during one, those who play, and who manages it."""
    await club.begin(people=(ANN, BO))
    assert await club.refused(CID, "daily 18:00") == "refusal.only_players_daily"
    reply = await club.say(CID, "daily 18:00", admin=True)
    assert keys(reply.answer) == ("daily.made",)


async def test_appointments_have_a_quota(club: Club) -> None:
    """Nobody makes the store write without end."""
    for _ in range(20):
        assert await answered(club, "daily 18:00") == ("daily.made",)
    assert await club.refused(BO, "daily 18:00") == "refusal.quota.person"
    assert await answered(club, "daily off") == ("daily.called_off",)


@pytest.mark.parametrize(
    ("command", "key"),
    [("daily soon", "usage.daily"), ("daily 25:00", "usage.daily"), ("daily winter", "usage.daily"),
     ("daily 18:00 middle-earth", "refusal.unknown_set"), ("daily 18:00 players=77", "refusal.seats"),
     ("daily 18:00 clock=soon", "refusal.clock")],
)  # fmt: skip
async def test_what_could_never_be_played_is_refused_at_once(club: Club, command: str, key: str) -> None:
    """Not every day at the hour."""
    assert await club.refused(BO, command) == key


async def test_a_new_game_is_opened_at_the_hour(weeks: Weeks) -> None:
    """With what was agreed and those seated who played here last, who are mentioned; once."""
    club = weeks.club
    await club.begin(people=(ANN, BO, CID))
    await club.say(ANN, "end yes")
    await answered(club, "daily 18:00 UTC winter players=4 clock=24h")
    shown = await weeks.live(days=1)
    assert list(notices(shown)) == [("01 18:00", "lobby", ("Bo", "Ann", "Cid"))]
    assert club.scene is not None
    assert {"join", "start"} <= set(commands(club.scene))
    assert "Time: 1 day a turn." in " ".join(club.text(line) for line in club.scene.lines)
    scene = await club.play(BO, "start")
    assert [person.name for person in scene.notify]


async def test_a_gathering_that_nobody_filled_does_not_silence_the_hour(weeks: Weeks) -> None:
    """The next day those who are in it are called again, in the same lobby, and any of them may go on."""
    club = weeks.club
    await club.begin(people=(ANN, BO))
    await club.say(ANN, "end yes")
    await answered(club, "daily 18:00 UTC")
    shown = await weeks.live(days=4)
    assert list(notices(shown)) == [(f"0{day} 18:00", "lobby", ("Bo", "Ann")) for day in (1, 2, 3, 4)]
    assert len({s.reply.scene.game for s in shown if s.reply.scene is not None}) == 1
    # Bo, who made it, has said nothing since.
    assert (await club.play(ANN, "start")).turn == 1


async def test_what_nobody_answers_for_a_week_rests(weeks: Weeks) -> None:
    """With one line that says how it is begun again; then nobody is called, until somebody does begin it."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    told = list(notices(await weeks.live(days=60)))
    assert [why for _, why, _ in told] == ["lobby"] * 7 + ["daily_rests"]
    assert told[-1] == ("08 18:00", "daily_rests", ())
    await club.table.wind_all("web")
    assert list(notices(await weeks.live(days=2))) == []
    shown = (await club.say(CID, "daily")).answer
    assert keys(shown) == ("daily.made", "daily.rests")
    assert shown is not None
    assert commands(shown) == ("daily on", "daily off")
    await club.say(CID, "daily on")
    assert [why for _, why, _ in notices(await weeks.live(days=2))] == ["lobby"] * 2


async def test_a_game_that_rests_is_not_called_for(weeks: Weeks) -> None:
    """Nobody is there: after a week the hour rests, too."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    await club.begin("clock=24h", "timeout=skip", people=(ANN, BO, CID))
    told = [why for _, why, _ in notices(await weeks.live(days=60))]
    assert told.count("appointment") <= 3
    assert told.count("daily_rests") == 1


async def test_a_game_that_goes_on_keeps_its_hour(weeks: Weeks) -> None:
    """Where somebody moves now and then, it is kept for as long as they do."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    await club.begin()
    for _ in range(5):
        await weeks.live(days=5)
        await weeks.take_turn((ANN, BO))
    assert "daily_rests" not in [why for _, why, _ in notices(weeks.shown)]


async def test_only_what_rests_is_begun_again(weeks: Weeks) -> None:
    """Without an appointment there is nothing to begin; one that is kept stays as it is."""
    club = weeks.club
    assert await club.refused(CID, "daily on") == "refusal.no_appointment"
    await answered(club, "daily 18:00 UTC")
    assert await answered(club, "daily on") == ("daily.made",)


async def test_the_next_move_is_called_at_the_hour(weeks: Weeks) -> None:
    """In a game without a clock whoever has to move is called every day, besides the usual reminders."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    await club.say(ANN, "settings me remind=off")
    await club.begin()
    assert list(notices(await weeks.live(days=3))) == [
        ("01 18:00", "appointment", ("Ann",)),
        ("02 18:00", "appointment", ("Ann",)),
        ("03 18:00", "appointment", ("Ann",)),
    ]


async def test_nobody_is_told_of_a_turn_twice_at_about_the_same_time(weeks: Weeks) -> None:
    """A turn that has just begun needs no call; a call stands for the reminder of that hour, or after it."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    await club.begin()
    await weeks.live(until="2030-01-01 17:30")
    await weeks.take_turn((ANN, BO))
    told = [(when, why) for when, why, _ in notices(await weeks.live(days=3, hours=1))]
    assert told == [
        ("02 17:30", "reminder"),
        ("03 17:30", "reminder"),
        ("04 18:00", "appointment"),
    ]
    await weeks.take_turn((ANN, BO))
    told = [(when, why) for when, why, _ in notices(await weeks.live(days=3))]
    assert [why for _, why in told] == ["appointment"] * 3


async def test_a_daily_clock_needs_no_call_at_the_hour(weeks: Weeks) -> None:
    """Where the clock itself has an hour, and where the game is paused, there is one message less."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    await club.begin("clock=daily", "18:00", "UTC", "timeout=skip")
    assert not [why for _, why, _ in notices(await weeks.live(days=2)) if why == "appointment"]


async def test_the_hour_follows_the_seasons(weeks: Weeks) -> None:
    """Six in Warsaw is five in London's winter and four in its summer."""
    club = weeks.club
    club.clock.time = moment("2030-03-29 12:00")
    await club.begin()
    await club.say(ANN, "settings me remind=off")
    await answered(club, "daily 18:00 europe/warsaw")
    assert [when for when, _, _ in notices(await weeks.live(days=4))] == [
        "29 17:00", "30 17:00", "31 16:00", "01 16:00",
    ]  # fmt: skip


async def test_a_late_start_keeps_it_and_a_very_late_one_skips_it(weeks: Weeks) -> None:
    """Two hours after the hour is still the hour; the next morning is not."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    weeks.up = False
    await weeks.live(until="2030-01-01 20:00")
    weeks.up = True
    assert [when for when, _, _ in notices(await weeks.live(minutes=1))] == ["01 20:00"]
    await club.say(BO, "leave")
    weeks.up = False
    await weeks.live(until="2030-01-03 09:00")
    weeks.up = True
    assert [when for when, _, _ in notices(await weeks.live(hours=10))] == ["03 18:00"]


async def test_a_kill_at_the_hour_neither_loses_nor_doubles_the_game(weeks: Weeks) -> None:
    """Killed before the next hour was noted, a second worker finds the game there and shows it."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    club.clock.time = moment("2030-01-01 18:00")
    await weeks._heart_beat()
    (due,) = await club.table.claim({"telegram"})
    made = await Timekeeper(club.store).appointment(club.channel)
    assert made is not None
    lost = await club.table.due(due)
    assert lost is not None
    await club.store.deadline_set(due, club.clock.time.timestamp())
    weeks.restart()
    shown = await weeks.live(minutes=2)
    assert [why for _, why, _ in notices(shown)] == ["lobby"]
    assert shown[0].reply.scene == lost[1].scene
    assert await club.store.archive(club.channel) == []


async def test_lost_appointments_are_made_anew_from_the_notes(weeks: Weeks) -> None:
    """A start finds the hour again without any index, and does not repeat today's."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    await club.store.deadline_clear(mark(club.channel))
    await club.table.wind_all("telegram")
    assert [when for when, _, _ in notices(await weeks.live(hours=8))] == ["01 18:00"]
    await club.table.wind_all("telegram")
    assert list(notices(await weeks.live(hours=1))) == []


async def test_it_moves_with_the_place(weeks: Weeks) -> None:
    """A group that gets a new id keeps its appointment, and the old id has none."""
    club = weeks.club
    await answered(club, "daily 18:00 UTC")
    old, club.channel = club.channel, Channel("web", ("salon",))
    await club.table.rename_channel(old, club.channel)
    assert await answered(club, "daily") == ("daily.made",)
    shown = await weeks.live(hours=8)
    assert [place.channel for place in shown] == [club.channel]


def test_hours_that_were_before_the_appointment_do_not_count() -> None:
    """Made at seven for six, it begins tomorrow."""
    now = datetime(2030, 1, 1, 19, tzinfo=UTC)
    made = Appointment(time(18), "UTC", "", ANN, now, "en")
    assert made.latest(now) is None
    assert made.following(now) == datetime(2030, 1, 2, 18, tzinfo=UTC)
    assert Appointment.from_text(made.to_text()) == made


def test_a_place_is_not_mistaken_for_an_appointment() -> None:
    """A web room may be called "daily"."""
    room = Channel("web", ("daily",))
    assert marked(room) is None
    assert marked(mark(room)) == room
    assert marked(Channel("discord", ("1", "2"))) is None
