"""Changing one's preferences: ``name=value`` into what is stored, and the screen that offers it all."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.clocks.control import SHORTEST, checked_span, write_span
from bot.clocks.preferences import (
    AUTO,
    OFF,
    ON,
    AutoPass,
    Preferences,
    read_quiet,
    read_vacation,
    write_quiet,
    write_vacation,
)
from bot.clocks.stops import MOST_QUIET, MOST_VACATION, Vacation
from bot.clocks.zones import UTC_NAME, meant, usual_zone, zone, zone_name
from bot.families import Family
from bot.games import describe_time
from bot.games.asking import Asking
from bot.games.parser import read_number
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Row, Scene, Style
from bot.texts import language_data, languages

OTHER_ZONES: Final = ("Europe/London", "Europe/Prague", "Europe/Warsaw", "America/New_York", UTC_NAME)
"""The zones that are offered; any other can be typed."""
QUIET_HOURS: Final = ("22:00-07:00", "23:00-08:00")
INTERVALS: Final = ("6h", "12h", "24h")
VACATIONS: Final = (3, 7, 14)

_DAY: Final = timedelta(days=1)


def wished(options: Mapping[str, str], now: datetime, schedule_zone: str) -> dict[str, str | None]:
    """The options as they are stored; None for what is as it was at first. Raises Refused."""
    return {name: _READERS[name](value, now, schedule_zone) for name, value in options.items()}


def _one_of(*values: str) -> Callable[[str, datetime, str], str | None]:
    """A reader of a choice, of which the first is what holds at first."""

    def read(text: str, _now: datetime, _zone: str) -> str | None:
        if text not in values:
            raise Refused("refusal.preference", values=values)
        return None if text == values[0] else text

    return read


def _reminders(text: str, _now: datetime, _zone: str) -> str | None:
    if text in {AUTO, OFF}:
        return None if text == AUTO else text
    try:
        return write_span(checked_span(text))
    except ValueError as error:
        raise Refused("refusal.preference", values=(AUTO, OFF, *INTERVALS)) from error


def _zone(text: str, _now: datetime, _zone_now: str) -> str | None:
    if text == AUTO:
        return None
    name = zone_name(text)
    if name is None:
        raise Refused("refusal.unknown_zone", zones=meant(text) or OTHER_ZONES)
    return name


def _quiet(text: str, _now: datetime, _zone_now: str) -> str | None:
    if text == OFF:
        return None
    quiet = read_quiet(text)
    if quiet is None or not SHORTEST <= quiet.length <= MOST_QUIET:
        raise Refused("refusal.quiet", hours=MOST_QUIET // timedelta(hours=1))
    return write_quiet(quiet)


def _vacation(text: str, now: datetime, zone_now: str) -> str | None:
    if text == OFF:
        return None
    days, today = read_number(text), now.astimezone(zone(zone_now)).date()
    vacation = read_vacation(text)
    if days is not None and 1 <= days <= MOST_VACATION:
        vacation = Vacation(today, today + (days - 1) * _DAY)
    if vacation is None or vacation.last < max(vacation.first, today):
        raise Refused("refusal.vacation", count=MOST_VACATION)
    if vacation.last - vacation.first >= MOST_VACATION * _DAY:
        raise Refused("refusal.vacation", count=MOST_VACATION)
    return write_vacation(vacation)


def _language(text: str, _now: datetime, _zone_now: str) -> str | None:
    if text == AUTO:
        return None
    if text not in languages():
        raise Refused("refusal.unknown_language", languages=languages())
    return text


_READERS: Final[Mapping[str, Callable[[str, datetime, str], str | None]]] = {
    "confirm": _one_of(OFF, ON),
    "nomeeple": _one_of("ask", "pass"),
    "autopass": _one_of(*(value.value for value in AutoPass)),
    "mute": _one_of(OFF, ON),
    "remind": _reminders,
    "private": _one_of(OFF, ON),
    "zone": _zone,
    "quiet": _quiet,
    "vacation": _vacation,
    "language": _language,
}

WISHES: Final = frozenset(_READERS)
"""The names of all preferences."""


_LABELS: Final[Mapping[str, Iterable[str]]] = {
    "confirm": (ON, OFF),
    "nomeeple": ("ask", "pass"),
    "autopass": AutoPass,
    "mute": (ON, OFF),
    "private": (ON, OFF),
    "remind": (AUTO, OFF),
    "quiet": (OFF,),
    "vacation": (OFF,),
}
"""The values that have a button of their own."""
WISH: Final = Family("choice.{}.{}", of=((name, v) for name, values in _LABELS.items() for v in values))
_CONFIRM: Final = Family("wishes.confirm.{}", of=(ON, OFF))
_AUTOPASS: Final = Family("wishes.autopass.{}", of=AutoPass)
_REMIND: Final = Family("wishes.remind.{}", of=(AUTO, OFF))


def screen(asking: Asking, preferences: Preferences) -> Scene:
    """One's own settings, with buttons that change them."""
    language = preferences.language or asking.request.native or asking.person.language
    return Scene(
        lines=tuple(_lines(preferences, language)),
        rows=tuple(row for row in _rows(preferences, language) if row),
        actor=asking.person.key,
        language=language,
    )


def _lines(preferences: Preferences, language: str) -> list[Phrase]:
    confirm = "on" if preferences.confirm else "off"
    lines = [
        Phrase("wishes.heading"),
        Phrase(_CONFIRM(confirm)),
        Phrase(_AUTOPASS(preferences.autopass)),
    ]
    if preferences.no_meeple:
        lines.append(Phrase("wishes.nomeeple.pass"))
    if preferences.mute:
        lines.append(Phrase("wishes.mute.on"))
    elif preferences.interval is not None:
        lines.append(Phrase.of("wishes.remind.after", span=describe_time.after(preferences.interval)))
    else:
        lines.append(Phrase(_REMIND(preferences.reminders)))
    if preferences.private and preferences.reminds:
        lines.append(Phrase("wishes.private.on"))
    quiet, vacation = preferences.quiet, preferences.vacation
    lines.append(Phrase.of("wishes.zone", zone=preferences.schedule(language).zone))
    if quiet is not None:
        lines.append(Phrase.of("wishes.quiet", hours=write_quiet(quiet)))
    if vacation is not None:
        lines.append(Phrase.of("wishes.vacation", first=vacation.first, last=vacation.last))
    lines.append(Phrase("wishes.typed"))
    return lines


def _rows(preferences: Preferences, language: str) -> tuple[Row, ...]:
    quiet = "" if preferences.quiet is None else write_quiet(preferences.quiet)
    usual = preferences.schedule(language).zone
    zones = dict.fromkeys((usual_zone(language), *OTHER_ZONES))
    return (
        (
            _toggle("confirm", OFF if preferences.confirm else ON),
            _toggle("nomeeple", "ask" if preferences.no_meeple else "pass"),
            *(_toggle("autopass", v.value) for v in AutoPass if v is not preferences.autopass),
        ),
        (
            _toggle("mute", OFF if preferences.mute else ON),
            _toggle("private", OFF if preferences.private else ON),
            *(_toggle("remind", value) for value in (AUTO, OFF) if value != preferences.reminders),
        ),
        tuple(
            _set("remind", value, Phrase.of("choice.remind", span=describe_time.short(checked_span(value))))
            for value in INTERVALS
            if value != preferences.reminders
        ),
        (
            *(_set("quiet", v, Phrase.of("choice.quiet", hours=v)) for v in QUIET_HOURS if v != quiet),
            *((_toggle("quiet", OFF),) if quiet else ()),
        ),
        (
            *(_set("vacation", str(days), Phrase.of("choice.vacation", count=days)) for days in VACATIONS),
            *((_toggle("vacation", OFF),) if preferences.vacation is not None else ()),
        ),
        tuple(_set("zone", name, Phrase.of("choice.zone", zone=name)) for name in zones if name != usual),
        tuple(
            _set("language", tag, Phrase.of("choice.language", name=language_data(tag).name))
            for tag in languages()
            if tag != language
        ),
    )


def _toggle(name: str, value: str) -> Choice:
    return _set(name, value, Phrase(WISH(name, value)))


def _set(name: str, value: str, label: Phrase) -> Choice:
    return Choice(label, f"settings me {name}={value}", Style.PLAIN)
