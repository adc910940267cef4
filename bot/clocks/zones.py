"""Time zones: their names as people type them, and the moments that a wall clock shows there."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.texts import language_data

UTC_NAME: Final = "UTC"


@cache
def _names() -> Mapping[str, str]:
    return {name.lower(): name for name in available_timezones() if "/" in name or name == UTC_NAME}


def zone_name(text: str) -> str | None:
    """The zone that is meant, however its letters are written; None for an unknown one."""
    return _names().get(text.strip().lower().replace(" ", "_"))


@cache
def zone(name: str) -> ZoneInfo:
    """The zone of this name; UTC for one that this machine does not know."""
    return ZoneInfo(_names().get(name.lower(), UTC_NAME))


MOST_MEANT: Final = 4
"""So many zones are named at most to somebody who has given none."""

USUAL: Final = ("Europe/London", "Europe/Prague", "Europe/Warsaw", "America/New_York", UTC_NAME)
"""The zones that are offered to whoever has chosen none; any other can be typed."""

_WELL_KNOWN: Final = (
    "Europe/London", "Europe/Warsaw", "Europe/Prague", "Europe/Berlin", "Europe/Kyiv", "America/New_York",
    "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata",
    "Asia/Tokyo", "Asia/Shanghai", "Australia/Sydney", "Pacific/Auckland", "Africa/Johannesburg",
)  # fmt: skip


def meant(text: str) -> tuple[str, ...]:
    """The zones that somebody may mean by an abbreviation (``EST``) or a city (``Warsaw``); none for others.

    An abbreviation is no zone: it has no summer, and several places share it.
    """
    word = text.strip().lower().replace(" ", "_")
    cities = [name for name in _names().values() if name.rpartition("/")[2].lower() == word]
    return tuple(dict.fromkeys((*cities, *_abbreviated().get(word, ()))))[:MOST_MEANT]


@cache
def _abbreviated() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name in _WELL_KNOWN:
        names = {datetime(2030, month, 1, tzinfo=zone(name)).tzname() for month in (1, 7)}
        for short in sorted(filter(None, names)):
            found.setdefault(short.lower(), []).append(name)
    return {short: tuple(names) for short, names in found.items() if short.isalpha()}


def usual_zone(language: str) -> str:
    """The zone that is meant by people of a language who have not said theirs."""
    return language_data(language).zone


def at(day: date, hour: time, where: ZoneInfo, *, late: bool = False) -> datetime:
    """The moment at which clocks there show this hour on this day, in UTC.

    An hour that is left out in spring is the one after it. One that comes twice in autumn is the first,
    or with ``late`` the second.
    """
    first, second = (datetime.combine(day, hour.replace(fold=fold), where).astimezone(UTC) for fold in (0, 1))
    # Of an hour that is left out, the second reading is the earlier one: an hour before.
    return max(first, second) if late else first
