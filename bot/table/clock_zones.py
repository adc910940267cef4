"""Time zones: their names as people type them, and the moments that a wall clock shows there."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

UTC_NAME: Final = "UTC"
_USUAL: Final[Mapping[str, str]] = {"pl": "Europe/Warsaw", "cs": "Europe/Prague"}
"""Where most readers of a language live; whoever lives elsewhere sets a zone of their own."""


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


def usual_zone(language: str) -> str:
    """The zone that is meant by people of a language who have not said theirs."""
    return _USUAL.get(language.partition("-")[0].lower(), UTC_NAME)


def at(day: date, hour: time, where: ZoneInfo, *, late: bool = False) -> datetime:
    """The moment at which clocks there show this hour on this day, in UTC.

    An hour that is left out in spring is the one after it. One that comes twice in autumn is the first,
    or with ``late`` the second.
    """
    first, second = (datetime.combine(day, hour.replace(fold=fold), where).astimezone(UTC) for fold in (0, 1))
    # Of an hour that is left out, the second reading is the earlier one: an hour before.
    return max(first, second) if late else first
