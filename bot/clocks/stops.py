"""When a player's clock stands still: quiet hours, vacation, and while the bot or its platform was down.

Everything is computed with moments of UTC; hours of the day become moments in the player's own zone, day by
day, so that changes of daylight saving need no care anywhere else.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final

from bot.clocks.zones import UTC_NAME, at, zone

MOST_QUIET: Final = timedelta(hours=16)
"""Quiet hours may take so much of a day: some of it must be left for playing."""
MOST_VACATION: Final = 60
"""A vacation may have so many days."""

_DAY: Final = timedelta(days=1)
_WINDOW: Final = timedelta(days=10)
_NOTHING: Final = timedelta()


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A span of time between two moments of UTC."""

    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours, every day from one hour to another, which may be that of the next day."""

    begin: time
    end: time

    @property
    def length(self) -> timedelta:
        """How long they last on an ordinary day."""
        minutes = (self.end.hour - self.begin.hour) * 60 + self.end.minute - self.begin.minute
        return timedelta(minutes=minutes % (24 * 60))


@dataclass(frozen=True, slots=True)
class Vacation:
    """Whole days, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a person does not play.

    ``earlier`` are the schedules that held before, each until a moment, oldest first: what has passed under
    one of them stays as it was, whatever the person chooses later.
    """

    zone: str = UTC_NAME
    quiet: Quiet | None = None
    vacation: Vacation | None = None
    earlier: "tuple[tuple[datetime, Schedule], ...]" = ()

    def without_quiet(self) -> "Schedule":
        """The same with vacations alone."""
        earlier = tuple((until, schedule.without_quiet()) for until, schedule in self.earlier)
        return replace(self, quiet=None, earlier=earlier)


ALWAYS: Final = Schedule()
"""The schedule of somebody who has said nothing."""

Outages = Sequence[Span]


def rests(schedule: Schedule, begin: datetime, end: datetime) -> Iterator[Span]:
    """The spans in which the person does not play, as far as they touch the time from begin to end."""
    here = begin
    for until, earlier in schedule.earlier:
        if here < until:
            yield from _clipped(_rests(earlier, here, min(until, end)), here, min(until, end))
            here = until
        if here >= end:
            return
    found = _rests(schedule, here, end)
    yield from found if here == begin else (Span(max(span.begin, here), span.end) for span in found)


def _rests(schedule: Schedule, begin: datetime, end: datetime) -> Iterator[Span]:
    where = zone(schedule.zone)
    if schedule.vacation is not None:
        first = at(schedule.vacation.first, time(), where)
        last = at(schedule.vacation.last + _DAY, time(), where)
        if first < end and last > begin:
            yield Span(first, last)
    quiet = schedule.quiet
    if quiet is None:
        return
    over_midnight = _DAY if quiet.end <= quiet.begin else _NOTHING
    day = begin.astimezone(where).date() - _DAY
    until = end.astimezone(where).date()
    while day <= until:
        span = Span(at(day, quiet.begin, where), at(day + over_midnight, quiet.end, where, late=True))
        if span.begin < end and span.end > begin:
            yield span
        day += _DAY


def stops(schedule: Schedule, outages: Outages, begin: datetime, end: datetime) -> list[Span]:
    """When the person's clock stands still between two moments: in order, without overlap."""
    found = [*rests(schedule, begin, end), *(outage for outage in outages if outage.end > begin)]
    merged: list[Span] = []
    for span in sorted(_clipped(found, begin, end)):
        if merged and span.begin <= merged[-1].end:
            merged[-1] = Span(merged[-1].begin, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def running(schedule: Schedule, outages: Outages, begin: datetime, end: datetime) -> timedelta:
    """For how long the person's clock runs between two moments."""
    if end <= begin:
        return _NOTHING
    standing = sum((span.end - span.begin for span in stops(schedule, outages, begin, end)), _NOTHING)
    return end - begin - standing


def after(schedule: Schedule, outages: Outages, begin: datetime, span: timedelta) -> datetime:
    """The moment at which the person's clock has run for so long, begun at ``begin``."""
    left, here = max(span, _NOTHING), begin
    while True:
        end = here + left + _WINDOW
        for stop in stops(schedule, outages, here, end):
            if stop.begin - here >= left:
                return here + left
            left -= stop.begin - here
            here = stop.end
        if end - here >= left:
            return here + left
        left -= end - here
        here = end


def awake(schedule: Schedule, moment: datetime, outages: Outages = ()) -> datetime:
    """The moment itself, or the end of the quiet hours, the vacation and the outages that it falls into.

    What should have been told while the bot was down is told afterwards, but not in the night.
    """
    while True:
        stops_now = (*rests(schedule, moment, moment + timedelta(seconds=1)), *outages)
        ends = [span.end for span in stops_now if span.begin <= moment < span.end]
        if not ends:
            return moment
        moment = max(ends)


def standing(spans: Iterable[Span], begin: datetime, end: datetime) -> timedelta:
    """How much of the time between two moments the spans take together."""
    merged = stops(ALWAYS, list(spans), begin, end)
    return sum((span.end - span.begin for span in merged), _NOTHING)


def _clipped(spans: Iterable[Span], begin: datetime, end: datetime) -> Iterator[Span]:
    for span in spans:
        clipped = Span(max(span.begin, begin), min(span.end, end))
        if clipped.begin < clipped.end:
            yield clipped
