"""The clock of a game: what people have agreed on about time, and how it is written.

``none``; ``24h`` for each turn; ``bank 2d+6h``: two days for the whole game and six hours more for each
turn; ``daily 18:00 Europe/Warsaw``: everyone moves before that hour. When a player's time is up,
:class:`Timeout` says what happens.
"""

import re
from dataclasses import dataclass
from datetime import time, timedelta
from enum import StrEnum
from typing import Final, Self

from bot.clocks.zones import UTC_NAME, zone_name

SHORTEST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=60)

_UNITS: Final = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_SPAN: Final = re.compile(r"(?:\d{1,4}[dhm])+", re.ASCII)
_HOUR: Final = re.compile(r"(\d{1,2}):(\d{2})", re.ASCII)


class Kind(StrEnum):
    """How time is given."""

    NONE = "none"
    TURN = "turn"
    BANK = "bank"
    DAILY = "daily"


class Timeout(StrEnum):
    """What happens when a player's time is up: the others vote, or one of their choices without a vote."""

    VOTE = "vote"
    WAIT = "wait"
    SKIP = "skip"
    AUTO = "auto"
    REST = "rest"
    REPLACE = "replace"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A game's clock.

    ``span`` is the time for a turn, or the bank; ``increment`` what each turn adds to the bank. ``hour`` is
    that of a daily game, in ``zone``.
    """

    kind: Kind = Kind.NONE
    span: timedelta = timedelta()
    increment: timedelta = timedelta()
    hour: time = time()
    zone: str = UTC_NAME

    def __str__(self) -> str:
        match self.kind:
            case Kind.NONE:
                return "none"
            case Kind.TURN:
                return write_span(self.span)
            case Kind.BANK if self.increment:
                return f"bank {write_span(self.span)}+{write_span(self.increment)}"
            case Kind.BANK:
                return f"bank {write_span(self.span)}"
            case Kind.DAILY:
                return f"daily {write_hour(self.hour)} {self.zone}"

    @classmethod
    def parse(cls, text: str, *, zone: str = UTC_NAME) -> Self:
        """Read a clock; ``zone`` is that of a daily hour given without one. Raises ValueError."""
        match text.lower().split():
            case ["none" | "off"]:
                return cls()
            case [span] | ["turn", span] if _SPAN.fullmatch(span):
                return cls(Kind.TURN, checked_span(span))
            case ["bank", both] if "+" in both:
                bank, _, increment = both.partition("+")
                # Games were once stored with an increment of nothing.
                more = timedelta() if increment == "0m" else checked_span(increment)
                return cls(Kind.BANK, checked_span(bank), more)
            case ["bank", bank]:
                return cls(Kind.BANK, checked_span(bank))
            case ["daily", hour]:
                return cls(Kind.DAILY, hour=read_hour(hour), zone=zone)
            case ["daily", hour, where] if (name := zone_name(where)) is not None:
                return cls(Kind.DAILY, hour=read_hour(hour), zone=name)
            case _:
                raise ValueError(f"{text!r} is no clock")


NO_CLOCK: Final = TimeControl()


def is_part(word: str) -> bool:
    """Whether a word can only be a further part of a clock: ``2d+6h``, ``18:00``, ``Europe/Warsaw``."""
    first, _, second = word.lower().partition("+")
    if _SPAN.fullmatch(first):
        return not second or bool(_SPAN.fullmatch(second))
    return bool(_HOUR.fullmatch(word)) or zone_name(word) is not None


def read_span(text: str) -> timedelta | None:
    """``1d12h`` as a span of time; None for what is none."""
    if not _SPAN.fullmatch(text.lower()):
        return None
    parts = re.findall(r"(\d+)([dhm])", text.lower())
    return sum((int(count) * _UNITS[unit] for count, unit in parts), timedelta())


def checked_span(text: str) -> timedelta:
    """A span within what a clock may have. Raises ValueError."""
    span = read_span(text)
    if span is None or not SHORTEST <= span <= LONGEST:
        raise ValueError(f"{text!r} is no span of time between a minute and sixty days")
    return span


def write_span(span: timedelta) -> str:
    """A span of time as :func:`read_span` reads it; what is less than a minute is left out."""
    minutes = int(span.total_seconds()) // 60
    if 24 * 60 <= minutes < 48 * 60:
        # A day and a half are better known as 36 hours.
        days, (hours, minutes) = 0, divmod(minutes, 60)
    else:
        days, minutes = divmod(minutes, 24 * 60)
        hours, minutes = divmod(minutes, 60)
    parts = ((days, "d"), (hours, "h"), (minutes, "m"))
    return "".join(f"{count}{unit}" for count, unit in parts if count) or "0m"


def read_hour(text: str) -> time:
    """``18:00`` as an hour of the day. Raises ValueError."""
    match = _HOUR.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no hour of the day")
    return time(int(match[1]), int(match[2]))


def write_hour(hour: time) -> str:
    """An hour of the day: ``18:00``."""
    return hour.strftime("%H:%M")
