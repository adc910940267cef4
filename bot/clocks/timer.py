"""The running clock of a game: whose time it is, what of it is used, when it is up, when to remind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import Final

from bot.clocks.control import Kind, TimeControl
from bot.clocks.preferences import Preferences
from bot.clocks.stops import Outages, Schedule, after, awake, running, standing
from bot.clocks.zones import at, zone
from bot.kept import Moment, Span

FRACTIONS: Final = (0.5, 0.75, 0.875)
"""With a clock, reminders come when so much of the time is used."""
DAYS: Final = (1, 2, 4, 7)
"""Without a clock they come after so many days, and then stop; an interval of one's own takes their place."""
TOO_SOON: Final = timedelta(minutes=10)
"""No reminder comes so soon after the turn began."""
SILENT: Final = timedelta(days=10)
"""In a game without a clock the others are asked about a player who has not moved for so long."""
FAIR: Final = timedelta(hours=4)
"""A daily hour counts only if at least so much playing time lies between the beginning of the turn and it.

So much is left of a time for each turn, too, to whoever had to wait for others within it.
"""

_DAY: Final = timedelta(days=1)
_NOTHING: Final = timedelta()


class Call(StrEnum):
    """How the player is told that the turn is theirs.

    By the message of the turn; by a notice once their quiet hours are over; not at all; or it is done.
    """

    NOW = "now"
    LATER = "later"
    NEVER = "never"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Timer:
    """A game's running clock.

    It belongs to the decision of ``seat`` in the turn that began with ``turn`` (of the course), at ``began``.
    The clock has run since ``since`` and had used ``spent`` before; ``banks`` are what the seats have left,
    ``ended`` when they last ended a turn of their own (for a daily clock). ``until`` is when the time is
    up, as it was last told to the players; ``rests`` when a player who did not play as the turn began
    will play again. ``reminded`` counts reminders. ``up``: the time is up. ``previous`` is the clock as
    the decision before left it, to be gone on with where that is taken back; ``waiting`` that of the player
    within whose turn others decide, to be gone on with where it has another part.
    """

    turn: int
    seat: int
    began: Moment
    since: Moment
    spent: Span = _NOTHING
    banks: tuple[Span, ...] = ()
    ended: Mapping[int, Moment] = field(default_factory=dict)
    paused: bool = False
    until: Moment | None = None
    rests: Moment | None = None
    reminded: int = 0
    call: Call = Call.NOW
    up: bool = False
    previous: "Timer | None" = None
    waiting: "Timer | None" = None


@dataclass(frozen=True, slots=True)
class Hand:
    """The player whose clock it is: when they do not play, and what they want; and when the bot was down."""

    schedule: Schedule
    preferences: Preferences
    outages: Outages

    def running(self, begin: datetime, end: datetime) -> timedelta:
        """For how long the clock runs between two moments."""
        return running(self.schedule, self.outages, begin, end)

    def after(self, begin: datetime, span: timedelta) -> datetime:
        """When the clock has run for so long."""
        return after(self.schedule, self.outages, begin, span)

    def awake(self, moment: datetime) -> datetime:
        """The first moment from this on at which the player can be told something."""
        return awake(self.schedule, moment, self.outages)


def opened(control: TimeControl, seats: int, now: datetime) -> Timer:
    """The clock of a game that begins, before it is given to anybody."""
    banks = (control.span,) * seats if control.kind is Kind.BANK else ()
    return Timer(turn=0, seat=-1, began=now, since=now, banks=banks)


def charged(timer: Timer, hand: Hand, now: datetime) -> Timer:
    """The clock with all time used until now counted. Reminders are counted from now on, too."""
    if timer.paused or timer.seat < 0:
        return replace(timer, since=now)
    return replace(timer, spent=timer.spent + hand.running(timer.since, now), since=now, reminded=0)


def handed_over(
    timer: Timer,
    control: TimeControl,
    before: Hand | None,
    *,
    turn: int,
    seat: int,
    now: datetime,
    moved: bool,
    within: bool = False,
    again: bool = False,
) -> Timer:
    """The clock for the decision of another seat or turn; ``before`` is the player who had it.

    ``moved`` tells whether that player has laid a tile, which a bank rewards with its increment and which
    is all that a daily clock asks for that day. A decision that was taken back has the time that it had left.
    ``within``: the turn is that of yet another player, whose clock waits. ``again``: the turn goes on with
    another part, and so does its clock.
    """
    used = None if before is None else charged(timer, before, now)
    waiting = timer.waiting
    if again and used is not None and waiting is not None and (waiting.turn, waiting.seat) == (turn, seat):
        return replace(_gone_on(waiting, used, control, now), previous=replace(used, previous=None))
    if within and waiting is None and used is not None:
        waiting = replace(used, previous=None)
    if timer.previous is not None and (timer.previous.turn, timer.previous.seat) == (turn, seat):
        return _taken_up(timer.previous, timer if used is None else used, control, now)
    if control.kind is Kind.DAILY and moved:
        timer = replace(timer, ended={**timer.ended, timer.seat: now})
    if timer.banks and used is not None:
        left = timer.banks[timer.seat] - used.spent
        timer = _with_bank(timer, left + control.increment if moved and left > _NOTHING else left, control)
    return Timer(
        turn=turn,
        seat=seat,
        began=now,
        since=now,
        banks=timer.banks,
        ended=timer.ended,
        paused=timer.paused,
        previous=None if used is None else replace(used, previous=None),
        waiting=waiting if within else None,
    )


def _gone_on(timer: Timer, other: Timer, control: TimeControl, now: datetime) -> Timer:
    """The clock of a turn after others have decided within it: nobody foresees when, so some time is left."""
    timer = _taken_up(timer, other, control, now)
    if control.kind is Kind.TURN:
        timer = replace(timer, spent=min(timer.spent, control.span - min(control.span, FAIR)))
    return timer


def _taken_up(timer: Timer, other: Timer, control: TimeControl, now: datetime) -> Timer:
    """The clock of a decision that was taken back; ``other`` is that of whoever has had it since."""
    banks = list(timer.banks)
    if banks:
        banks = list(_with_bank(other, other.banks[other.seat] - other.spent, control).banks)
        banks[timer.seat] = timer.banks[timer.seat]
    waiting = timer.waiting
    if waiting is not None and waiting.seat == other.seat:
        # Who had gone on with their turn waits again, with what has been used of it.
        waiting = replace(other, previous=None, waiting=None)
    timer = replace(timer, since=now, banks=tuple(banks), paused=other.paused, waiting=waiting)
    had = timer.banks[timer.seat] if timer.banks else control.span
    # Whose time was up gets it anew: the others have agreed, or nobody could decide anything.
    used_up = timer.up or (control.kind is not Kind.DAILY and timer.spent >= had)
    return given_time(timer, control, now) if used_up else timer


def given_time(timer: Timer, control: TimeControl, now: datetime) -> Timer:
    """The clock of the same decision, begun anew."""
    if timer.banks:
        timer = _with_bank(timer, timer.banks[timer.seat] - timer.spent, control)
    return replace(timer, since=now, spent=_NOTHING, reminded=0, up=False)


def _with_bank(timer: Timer, left: timedelta, control: TimeControl) -> Timer:
    """The clock with what the seat has left; an empty bank gets the increment, or a day if there is none."""
    left = left if left > _NOTHING else control.increment or _DAY
    return replace(timer, banks=(*timer.banks[: timer.seat], left, *timer.banks[timer.seat + 1 :]))


def called(timer: Timer, hand: Hand, now: datetime) -> Timer:
    """The clock of a turn that begins now, with the way in which its player is told."""
    again = awake(hand.schedule, now)
    rests = again if again > now else None
    if hand.preferences.mute:
        return replace(timer, call=Call.NEVER, rests=rests)
    return replace(timer, call=Call.NOW if rests is None else Call.LATER, rests=rests)


def time_up(timer: Timer, control: TimeControl, hand: Hand) -> datetime | None:
    """When the player's time is up, as far as can be known now; None when it never is."""
    if timer.paused or timer.up:
        return None
    match control.kind:
        case Kind.NONE:
            return None
        case Kind.TURN:
            return hand.after(timer.since, control.span - timer.spent)
        case Kind.BANK:
            return hand.after(timer.since, timer.banks[timer.seat] - timer.spent)
        case Kind.DAILY:
            return _daily(timer, control, hand)


def silent(timer: Timer, control: TimeControl, hand: Hand) -> datetime | None:
    """When a player has been silent for too long in a game without a clock; None where a clock sees to it.

    A vacation does not count, nor what the bot was down.
    """
    if control.kind is not Kind.NONE or timer.paused or timer.up:
        return None
    return after(hand.schedule.without_quiet(), hand.outages, timer.since, SILENT)


def _daily(timer: Timer, control: TimeControl, hand: Hand) -> datetime:
    """The first daily hour that leaves a fair time to play, later by what the bot was down before it.

    Who has moved since the hour before has done so for the day: then it is that of the next.
    """
    where, ended = zone(control.zone), timer.ended.get(timer.seat)
    day = timer.since.astimezone(where).date()
    while True:
        hour, before = at(day, control.hour, where), at(day - _DAY, control.hour, where)
        fair = hour > timer.since and running(hand.schedule, (), timer.since, hour) >= FAIR
        if fair and (ended is None or ended <= before):
            return _put_off(hour, timer.since, hand.outages)
        day += _DAY


def _put_off(moment: datetime, since: datetime, outages: Outages) -> datetime:
    """The moment, later by all outages between ``since`` and then."""
    late = moment
    while (moved := moment + standing(outages, since, late)) > late:
        late = moved
    return late


def reminders(timer: Timer, control: TimeControl, hand: Hand) -> Iterator[datetime]:
    """When the player is to be reminded, from the first time on, as far as can be known now."""
    if timer.paused or timer.up or not hand.preferences.reminds:
        return
    until = time_up(timer, control, hand)
    for moment in _moments(timer, control, hand, until):
        when = hand.awake(moment)
        if when - timer.since >= TOO_SOON and (until is None or when < until):
            yield when


def _moments(timer: Timer, control: TimeControl, hand: Hand, until: datetime | None) -> Iterator[datetime]:
    interval = hand.preferences.interval
    if interval is not None or until is None:
        step = interval or _DAY
        yield from (_put_off(timer.since + step * factor, timer.since, hand.outages) for factor in DAYS)
        return
    match control.kind:
        case Kind.BANK:
            span = timer.banks[timer.seat]
        case Kind.DAILY:
            span = hand.running(timer.since, until) + timer.spent
        case _:
            span = control.span
    yield from (hand.after(timer.since, span * fraction - timer.spent) for fraction in FRACTIONS)


def next_reminder(timer: Timer, control: TimeControl, hand: Hand) -> datetime | None:
    """When the next reminder is due that has not been given; None when there are no more."""
    return next(islice(reminders(timer, control, hand), timer.reminded, None), None)


def reminders_passed(timer: Timer, control: TimeControl, hand: Hand, now: datetime) -> int:
    """How many reminders should have been given by now."""
    return sum(when <= now for when in reminders(timer, control, hand))


def next_call(timer: Timer, hand: Hand) -> datetime | None:
    """When the player is to be told that the turn is theirs, if that had to wait."""
    if timer.call is not Call.LATER or timer.paused or hand.preferences.mute:
        return None
    return hand.awake(timer.since)
