"""When clocks stand still: quiet hours, vacations, outages, and days that are an hour short or long."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.stops import ALWAYS, Quiet, Schedule, Span, Vacation, after, awake, running, stops
from bot.clocks.zones import at, usual_zone, zone, zone_name

WARSAW = "Europe/Warsaw"
NIGHT = Schedule(WARSAW, Quiet(time(22), time(7)))


def utc(text: str) -> datetime:
    """A moment of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_quiet_hours_stop_the_clock_every_night() -> None:
    """Of a summer's day and night fifteen hours count, from seven to ten in the evening in Warsaw."""
    begin = utc("2030-06-10 05:00")
    assert stops(NIGHT, (), begin, begin + timedelta(days=1)) == [
        Span(utc("2030-06-10 20:00"), utc("2030-06-11 05:00"))
    ]
    assert running(NIGHT, (), begin, begin + timedelta(days=1)) == timedelta(hours=15)
    assert after(NIGHT, (), begin, timedelta(hours=16)) == utc("2030-06-11 06:00")


@pytest.mark.parametrize(
    ("evening", "quiet"),
    [("2030-03-30 18:00", 8), ("2030-10-26 18:00", 10), ("2030-06-10 18:00", 9)],
    ids=["the night of spring is an hour short", "the night of autumn an hour long", "any other night"],
)
def test_nights_of_changing_clocks(evening: str, quiet: int) -> None:
    """From ten to seven are nine hours by the clock on the wall, but not always by the sun."""
    begin = utc(evening)
    day = timedelta(hours=24)
    assert running(NIGHT, (), begin, begin + day) == day - timedelta(hours=quiet)


def test_an_hour_that_does_not_exist_is_the_one_after_it() -> None:
    """Half past two on the last Sunday of March is half past three there."""
    assert at(date(2030, 3, 31), time(2, 30), zone(WARSAW)) == utc("2030-03-31 01:30")


def test_quiet_hours_that_end_in_an_hour_that_does_not_exist_end_after_it() -> None:
    """Nobody is woken an hour early in the night in which clocks are put forward."""
    schedule = Schedule(WARSAW, Quiet(time(22), time(2, 30)))
    assert awake(schedule, utc("2030-03-31 00:45")) == utc("2030-03-31 01:30")
    assert at(date(2030, 3, 31), time(2, 30), zone(WARSAW), late=True) == utc("2030-03-31 01:30")


def test_an_hour_that_comes_twice_is_taken_once() -> None:
    """Half past two on the last Sunday of October comes first in summer time, and then in winter time."""
    day, hour = date(2030, 10, 27), time(2, 30)
    assert at(day, hour, zone(WARSAW)) == utc("2030-10-27 00:30")
    assert at(day, hour, zone(WARSAW), late=True) == utc("2030-10-27 01:30")


def test_a_vacation_is_whole_days_of_ones_own_zone() -> None:
    """From midnight to midnight where the person lives, days of 23 and 25 hours included."""
    schedule = Schedule("America/New_York", vacation=Vacation(date(2030, 3, 10), date(2030, 3, 10)))
    begin = utc("2030-03-10 00:00")
    assert stops(schedule, (), begin, begin + timedelta(days=3)) == [
        Span(utc("2030-03-10 05:00"), utc("2030-03-11 04:00"))
    ]
    assert awake(schedule, utc("2030-03-10 12:00")) == utc("2030-03-11 04:00")


def test_outages_and_nights_are_not_counted_twice() -> None:
    """An outage that begins in the evening and ends at night stops the clock for what is left of the day."""
    outage = Span(utc("2030-06-10 19:00"), utc("2030-06-10 23:00"))
    begin = utc("2030-06-10 18:00")
    assert running(NIGHT, (outage,), begin, begin + timedelta(hours=12)) == timedelta(hours=2)
    assert after(NIGHT, (outage,), begin, timedelta(hours=2)) == utc("2030-06-11 06:00")


def test_who_wakes_on_vacation_still_does_not_play() -> None:
    """The end of the quiet hours within a vacation is not the end of the rest."""
    schedule = Schedule(WARSAW, NIGHT.quiet, Vacation(date(2030, 6, 11), date(2030, 6, 12)))
    assert awake(schedule, utc("2030-06-10 21:00")) == utc("2030-06-13 05:00")
    assert awake(schedule, utc("2030-06-10 12:00")) == utc("2030-06-10 12:00")


def test_zones_are_known_in_any_letters() -> None:
    """People type zones as they like; a language has a usual one."""
    assert zone_name("europe/warsaw") == WARSAW
    assert zone_name("america/new york") == "America/New_York"
    assert zone_name("Mordor") is None
    assert [usual_zone(tag) for tag in ("pl-PL", "cs", "en")] == [WARSAW, "Europe/Prague", "UTC"]


MOMENTS = st.integers(0, 2 * 365 * 24 * 60).map(
    lambda minutes: utc("2029-01-01") + timedelta(minutes=minutes)
)
HOURS = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30]))
ZONES = st.sampled_from([WARSAW, "America/St_Johns", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"])


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    """Somebody's quiet hours and vacation."""
    begin, length = draw(HOURS), draw(st.integers(1, 64)) * 15
    minutes = (begin.hour * 60 + begin.minute + length) % (24 * 60)
    quiet = draw(st.sampled_from([None, Quiet(begin, time(minutes // 60, minutes % 60))]))
    first = draw(MOMENTS).date()
    vacation = draw(
        st.sampled_from([None, Vacation(first, first + timedelta(days=draw(st.integers(0, 30))))])
    )
    return Schedule(draw(ZONES), quiet, vacation)


OUTAGES = st.lists(
    st.builds(lambda begin, hours: Span(begin, begin + timedelta(hours=hours)), MOMENTS, st.integers(1, 90)),
    max_size=4,
)
SPANS = st.integers(0, 20 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))


@given(schedules(), OUTAGES, MOMENTS, SPANS)
def test_what_was_foreseen_is_what_has_run(
    schedule: Schedule, outages: list[Span], begin: datetime, span: timedelta
) -> None:
    """When the clock is said to have run for a span, it has run for just that, in every zone and season."""
    end = after(schedule, outages, begin, span)
    assert end - begin >= span
    assert running(schedule, outages, begin, end) == span


@given(schedules(), OUTAGES, MOMENTS, SPANS, SPANS)
def test_time_adds_up(
    schedule: Schedule, outages: list[Span], begin: datetime, first: timedelta, second: timedelta
) -> None:
    """Two spans one after the other run as long as both together."""
    middle, end = begin + first, begin + first + second
    parts = running(schedule, outages, begin, middle) + running(schedule, outages, middle, end)
    assert parts == running(schedule, outages, begin, end)
    assert timedelta() <= parts <= first + second


@given(schedules(), MOMENTS)
def test_who_is_awake_plays(schedule: Schedule, moment: datetime) -> None:
    """The moment at which somebody plays again is never before and never within a rest."""
    again = awake(schedule, moment)
    assert again >= moment
    assert running(schedule, (), again, again + timedelta(minutes=1)) > timedelta()


def test_nobody_rests_without_a_reason() -> None:
    """Without quiet hours, vacation and outages every minute counts."""
    begin = utc("2030-03-30 00:00")
    assert running(ALWAYS, (), begin, begin + timedelta(days=3)) == timedelta(days=3)


SCHEDULES = st.builds(
    Schedule,
    st.sampled_from([WARSAW, "UTC", "America/New_York"]),
    st.one_of(st.none(), st.just(Quiet(time(22), time(7))), st.just(Quiet(time(1), time(9)))),
    st.one_of(st.none(), st.just(Vacation(date(2030, 6, 3), date(2030, 6, 9)))),
)


@given(st.lists(st.tuples(SCHEDULES, st.integers(1, 96)), min_size=1, max_size=6), SCHEDULES)
def test_nothing_that_is_chosen_later_changes_what_has_passed(
    changes: list[tuple[Schedule, int]], now: Schedule
) -> None:
    """However often somebody changes when they play: each hour counts by what held in it."""
    begin = here = utc("2030-06-01 05:00")
    earlier, counted = [], timedelta()
    for held, hours in changes:
        until = here + timedelta(hours=hours)
        counted += running(held, (), here, until)
        earlier.append((until, held))
        here = until
    schedule = Schedule(now.zone, now.quiet, now.vacation, tuple(earlier))
    assert running(schedule, (), begin, here) == counted
    later = here + timedelta(days=3)
    assert running(schedule, (), here, later) == running(now, (), here, later)
    assert after(schedule, (), begin, counted) <= here
    assert running(schedule, (), begin, after(schedule, (), begin, counted)) == counted
