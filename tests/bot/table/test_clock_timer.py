"""The running clock by itself: when time is up, what a bank has left, when reminders come."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.control import TimeControl
from bot.clocks.preferences import Preferences
from bot.clocks.stops import ALWAYS, Quiet, Schedule, Span
from bot.clocks.timer import (
    Hand,
    Timer,
    charged,
    given_time,
    handed_over,
    next_reminder,
    opened,
    reminders,
    reminders_passed,
    time_up,
)

NOW = datetime(2030, 6, 10, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANYBODY = Hand(ALWAYS, Preferences(), ())
TURN = TimeControl.parse("24h")
BANK = TimeControl.parse("bank 2d+6h")


def turn_of(seat: int, control: TimeControl, *, began: datetime = NOW) -> Timer:
    """The first turn of a game for three, at this seat."""
    return handed_over(opened(control, 3, began), control, None, turn=1, seat=seat, now=began, moved=False)


def passed_on(timer: Timer, control: TimeControl, now: datetime, *, moved: bool = True) -> Timer:
    """The next seat's turn."""
    seat = (timer.seat + 1) % 3
    return handed_over(timer, control, ANYBODY, turn=timer.turn + 1, seat=seat, now=now, moved=moved)


def hours(timer: Timer, control: TimeControl, hand: Hand = ANYBODY) -> list[float]:
    """When reminders come, in hours after the turn began."""
    return [(when - timer.began) / HOUR for when in reminders(timer, control, hand)]


def test_without_a_clock_time_is_never_up() -> None:
    """There is no last moment, and reminders come after one, two, four and seven days."""
    timer = turn_of(0, TimeControl())
    assert time_up(timer, TimeControl(), ANYBODY) is None
    assert hours(timer, TimeControl()) == [24, 48, 96, 168]


def test_each_turn_has_its_time() -> None:
    """The time for a turn is the same for everyone, however long the one before took."""
    timer = turn_of(0, TURN)
    assert time_up(timer, TURN, ANYBODY) == NOW + DAY
    timer = passed_on(timer, TURN, NOW + 20 * HOUR)
    assert time_up(timer, TURN, ANYBODY) == NOW + 44 * HOUR


def test_a_bank_is_used_up_and_filled_by_turns() -> None:
    """Five hours of thinking cost five, and laying a tile brings six; the others' banks are not touched."""
    timer = passed_on(turn_of(0, BANK), BANK, NOW + 5 * HOUR)
    assert timer.banks == (2 * DAY + HOUR, 2 * DAY, 2 * DAY)
    assert time_up(timer, BANK, ANYBODY) == NOW + 5 * HOUR + 2 * DAY
    timer = passed_on(timer, BANK, NOW + 6 * HOUR, moved=False)
    assert timer.banks[1] == 2 * DAY - HOUR


def test_an_empty_bank_begins_again_with_the_increment() -> None:
    """Whoever lost a turn by the clock is not lost for good."""
    late = passed_on(turn_of(0, BANK), BANK, NOW + 3 * DAY, moved=False)
    assert late.banks[0] == 6 * HOUR
    control = TimeControl.parse("bank 1h")
    assert passed_on(turn_of(0, control), control, NOW + DAY, moved=False).banks[0] == DAY
    waited = given_time(charged(turn_of(0, BANK), ANYBODY, NOW + 3 * DAY), BANK, NOW + 3 * DAY)
    assert time_up(waited, BANK, ANYBODY) == NOW + 3 * DAY + 6 * HOUR


@pytest.mark.parametrize(
    ("began", "hour"),
    [
        ("2030-06-10 12:00", "2030-06-10 16:00"),
        ("2030-06-10 12:01", "2030-06-11 16:00"),
        ("2030-06-10 16:00", "2030-06-11 16:00"),
        ("2030-03-30 12:30", "2030-03-30 17:00"),
        ("2030-03-30 17:00", "2030-03-31 16:00"),
        ("2030-10-26 16:00", "2030-10-27 17:00"),
    ],
)
def test_a_daily_hour_leaves_a_fair_time(began: str, hour: str) -> None:
    """Six in the evening in Warsaw, in summer and winter: the next one with four hours at least before it."""
    control = TimeControl.parse("daily 18:00 Europe/Warsaw")
    start, end = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (began, hour))
    assert time_up(turn_of(0, control, began=start), control, ANYBODY) == end


def test_a_daily_game_wants_one_move_a_day() -> None:
    """Whose turn comes again that day has until the next hour; one played for them is none."""
    control = TimeControl.parse("daily 18:00")
    start = NOW - 10 * HOUR
    timer = turn_of(0, control, began=start)
    for hour in (1, 2, 3):
        timer = passed_on(timer, control, start + hour * HOUR)
    assert timer.seat == 0
    assert time_up(timer, control, ANYBODY) == NOW + 6 * HOUR + DAY
    timer = turn_of(0, control, began=start)
    for hour in (1, 2, 3):
        timer = passed_on(timer, control, start + hour * HOUR, moved=False)
    assert time_up(timer, control, ANYBODY) == NOW + 6 * HOUR


def test_quiet_hours_count_for_the_fairness_of_a_daily_hour() -> None:
    """Who sleeps until three in the afternoon has not had four hours by six."""
    control = TimeControl.parse("daily 18:00")
    sleeper = replace(ANYBODY, schedule=Schedule("UTC", Quiet(time(0), time(15))))
    timer = turn_of(0, control, began=NOW - 10 * HOUR)
    assert time_up(timer, control, ANYBODY) == NOW + 6 * HOUR
    assert time_up(timer, control, sleeper) == NOW + 6 * HOUR + DAY


def test_an_outage_puts_every_deadline_off() -> None:
    """By its own length, whatever the clock; one that ended before the turn began does not."""
    down = Span(NOW + 2 * HOUR, NOW + 5 * HOUR)
    hit, missed = (replace(ANYBODY, outages=(span,)) for span in (down, Span(NOW - 9 * HOUR, NOW - HOUR)))
    for text in ("24h", "bank 2d+6h", "daily 18:00"):
        control = TimeControl.parse(text)
        timer = turn_of(0, control)
        plain = time_up(timer, control, ANYBODY)
        assert plain is not None
        assert time_up(timer, control, hit) == plain + 3 * HOUR
        assert time_up(timer, control, missed) == plain
    assert hours(turn_of(0, TimeControl()), TimeControl(), hit) == [27, 51, 99, 171]


def test_an_outage_over_the_daily_hour_is_made_good() -> None:
    """Down from five to seven: the time is up at eight, not in the dark."""
    control = TimeControl.parse("daily 18:00")
    hand = replace(ANYBODY, outages=(Span(NOW + 5 * HOUR, NOW + 7 * HOUR),))
    assert time_up(turn_of(0, control), control, hand) == NOW + 8 * HOUR


def test_reminders_come_ever_closer_to_the_end() -> None:
    """At a half, three quarters and seven eighths of the time."""
    assert hours(turn_of(0, TURN), TURN) == [12, 18, 21]
    assert hours(turn_of(0, BANK), BANK) == [24, 36, 42]


def test_an_own_interval_backs_off_too() -> None:
    """Six hours: after 6, 12 and 24, and never when the time is up."""
    hand = replace(ANYBODY, preferences=Preferences(reminders="6h"))
    assert hours(turn_of(0, TURN), TURN, hand) == [6, 12]
    assert hours(turn_of(0, TimeControl()), TimeControl(), hand) == [6, 12, 24, 42]


@pytest.mark.parametrize("wish", [Preferences(mute=True), Preferences(reminders="off")])
def test_who_wants_no_reminders_gets_none(wish: Preferences) -> None:
    """Muted, or with reminders off."""
    assert hours(turn_of(0, TURN), TURN, replace(ANYBODY, preferences=wish)) == []


def test_reminders_wait_for_the_end_of_the_night() -> None:
    """Nobody is woken: what would come at night comes in the morning."""
    sleeper = replace(ANYBODY, schedule=Schedule("UTC", Quiet(time(10), time(14))))
    timer = turn_of(0, TimeControl(), began=NOW + 3 * HOUR)
    assert hours(timer, TimeControl(), sleeper)[0] == 24
    timer = turn_of(0, TimeControl(), began=NOW)
    assert hours(timer, TimeControl(), sleeper)[0] == 26


def test_a_fast_clock_does_not_nag() -> None:
    """Of a quarter of an hour the last ten minutes are left alone at the beginning of the turn."""
    control = TimeControl.parse("15m")
    assert [round(when * 60) for when in hours(turn_of(0, control), control)] == [11, 13]


def test_a_pause_stops_everything() -> None:
    """While the game is paused nothing is due; afterwards the clock goes on where it stopped."""
    timer = charged(turn_of(0, TURN), ANYBODY, NOW + 5 * HOUR)
    paused = replace(timer, paused=True)
    assert time_up(paused, TURN, ANYBODY) is None
    assert hours(paused, TURN) == []
    resumed = replace(paused, paused=False, since=NOW + 100 * HOUR)
    assert time_up(resumed, TURN, ANYBODY) == NOW + 119 * HOUR


CONTROLS = st.sampled_from(
    ["24h", "3h", "bank 2d+6h", "daily 18:00 Europe/Warsaw", "daily 02:30 Europe/Warsaw"]
)
SCHEDULES = st.sampled_from(
    [
        ALWAYS,
        Schedule("Europe/Warsaw", Quiet(time(22), time(7))),
        Schedule("Asia/Tokyo", Quiet(time(1), time(9))),
    ]
)


@given(CONTROLS, SCHEDULES, st.integers(0, 365 * 24 * 6), st.integers(0, 40))
def test_nothing_is_due_twice_or_late(text: str, schedule: Schedule, began: int, down: int) -> None:
    """Reminders are in order, after the beginning and before the end; those that passed are counted once."""
    control = TimeControl.parse(text)
    start = NOW + timedelta(minutes=10 * began)
    outages = (Span(start + HOUR, start + HOUR + down * HOUR),) if down else ()
    hand = Hand(schedule, Preferences(), outages)
    timer = turn_of(0, control, began=start)
    end = time_up(timer, control, hand)
    assert end is not None
    assert end > start
    moments = list(reminders(timer, control, hand))
    assert moments == sorted(moments)
    assert all(start < when < end for when in moments)
    assert reminders_passed(timer, control, hand, start) == 0
    assert reminders_passed(timer, control, hand, end) == len(moments)


def undone(timer: Timer, control: TimeControl, now: datetime) -> Timer:
    """The clock of the seat before, which has taken its last step back."""
    seat = (timer.seat - 1) % 3
    return handed_over(timer, control, ANYBODY, turn=timer.turn - 1, seat=seat, now=now, moved=False)


def test_taking_back_gives_no_time() -> None:
    """Who decides anew has what was left, and not what the next player has used meanwhile."""
    timer = passed_on(turn_of(0, TURN), TURN, NOW + 20 * HOUR)
    timer = undone(timer, TURN, NOW + 30 * HOUR)
    assert (timer.turn, timer.seat) == (1, 0)
    assert time_up(timer, TURN, ANYBODY) == NOW + 34 * HOUR


def test_taking_back_gives_the_increment_back() -> None:
    """However often a step is taken back and taken again, a bank grows once; the other's has run."""
    timer = turn_of(0, BANK)
    for _ in range(3):
        timer = passed_on(timer, BANK, NOW + HOUR)
        assert timer.banks[0] == 2 * DAY + 5 * HOUR
        timer = undone(timer, BANK, NOW + HOUR)
        assert timer.banks[0] - timer.spent == 2 * DAY - HOUR
    timer = undone(passed_on(timer, BANK, NOW + HOUR), BANK, NOW + 3 * HOUR)
    assert timer.banks[1] == 2 * DAY - 2 * HOUR


def test_who_takes_back_has_not_moved_for_the_day() -> None:
    """A daily clock asks for the move again, before the same hour."""
    daily = TimeControl.parse("daily 18:00 UTC")
    timer = passed_on(turn_of(0, daily), daily, NOW + HOUR)
    assert time_up(undone(timer, daily, NOW + HOUR), daily, ANYBODY) == NOW + 6 * HOUR


@pytest.mark.parametrize("control", [TURN, BANK])
def test_whose_time_was_up_gets_it_anew_when_that_is_taken_back(control: TimeControl) -> None:
    """Otherwise it would be up again at once."""
    timer = passed_on(turn_of(0, control), control, NOW + 3 * DAY, moved=False)
    until = time_up(undone(timer, control, NOW + 3 * DAY), control, ANYBODY)
    assert until is not None
    assert until >= NOW + 3 * DAY + 6 * HOUR


def test_after_a_pause_the_reminders_that_are_left_come() -> None:
    """Those given before it are not counted against those to come."""
    timer = replace(turn_of(0, TURN), reminded=2)
    timer = replace(charged(timer, ANYBODY, NOW + 19 * HOUR), since=NOW + 50 * HOUR)
    assert next_reminder(timer, TURN, ANYBODY) == NOW + 52 * HOUR
