"""Spans, moments and clocks, as phrases."""

from datetime import datetime, timedelta
from typing import Final

from bot.clocks.control import Kind, TimeControl, write_hour
from bot.clocks.zones import usual_zone, zone
from bot.families import Family
from bot.games.game import Game
from bot.scene import Moment, Phrase

_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


_UNITS: Final = ("minutes", "hours", "days")
_SPAN: Final = Family("span.{}", of=_UNITS)
_AFTER: Final = Family("span.after.{}", of=_UNITS)
_SHORT: Final = Family("span.short.{}", of=_UNITS)


def span(length: timedelta) -> Phrase:
    """A span of time, in the largest unit that says it well: "36 hours", "2 days"."""
    length = max(length, timedelta())
    # Half a minute more or less is what saying it takes.
    length += _MINUTE / 2
    if length >= 2 * _DAY:
        return Phrase.of("span.days", count=length // _DAY)
    if length >= 2 * _HOUR:
        return Phrase.of("span.hours", count=length // _HOUR)
    return Phrase.of("span.minutes", count=length // _MINUTE)


def exactly(length: timedelta) -> Phrase:
    """A span of time that was agreed on, in the largest unit that divides it."""
    unit, count = _largest(length)
    return Phrase.of(_SPAN(unit), count=count)


def after(length: timedelta) -> Phrase:
    """Such a span as the time after which something happens: "after 12 hours"."""
    unit, count = _largest(length)
    return Phrase.of(_AFTER(unit), count=count)


def short(length: timedelta) -> Phrase:
    """Such a span for the label of a button: "12 h"."""
    unit, count = _largest(length)
    return Phrase.of(_SHORT(unit), count=count)


def moment(game: Game, when: datetime, own: str = "") -> Moment:
    """A moment in the game's time zone; for one reader in their ``own``, if they have chosen one."""
    control = game.header.tempo.clock
    name = control.zone if control.kind is Kind.DAILY else usual_zone(game.header.language)
    return Moment(when.astimezone(zone(own or name)))


def clock(control: TimeControl) -> Phrase:
    """What a clock is: "24 hours a turn"."""
    match control.kind:
        case Kind.NONE:
            return Phrase("clock.none")
        case Kind.TURN:
            return Phrase.of("clock.turn", span=exactly(control.span))
        case Kind.BANK if control.increment:
            return Phrase.of("clock.bank", span=exactly(control.span), more=exactly(control.increment))
        case Kind.BANK:
            return Phrase.of("clock.bank_only", span=exactly(control.span))
        case Kind.DAILY:
            return Phrase.of("clock.daily", hour=write_hour(control.hour), zone=control.zone)


def clock_label(control: TimeControl) -> Phrase:
    """The button that chooses a clock, as short as it can be told from the others: "⏱ 24 h a turn"."""
    match control.kind:
        case Kind.NONE:
            return Phrase("choice.clock.none")
        case Kind.TURN:
            return Phrase.of("choice.clock.turn", span=short(control.span))
        case Kind.BANK if control.increment:
            return Phrase.of("choice.clock.bank", span=short(control.span), more=short(control.increment))
        case Kind.BANK:
            return Phrase.of("choice.clock.bank_only", span=short(control.span))
        case Kind.DAILY:
            return Phrase.of("choice.clock.daily", hour=write_hour(control.hour))


def _largest(length: timedelta) -> tuple[str, int]:
    """The largest unit that divides a span, and how many of it there are."""
    for unit, name in ((_DAY, "days"), (_HOUR, "hours")):
        if length >= unit and not length % unit:
            return name, length // unit
    return "minutes", length // _MINUTE
