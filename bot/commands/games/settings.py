"""``settings``: what a game agrees on, or what a person wants wherever no game is meant."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.clocks.control import SHORTEST, checked_span, write_span
from bot.clocks.preferences import (
    AUTO,
    EARLIER,
    MOST_CHANGES,
    OFF,
    ON,
    AutoPass,
    Preferences,
    followed,
    is_newer,
    read_quiet,
    read_vacation,
    write_earlier,
    write_quiet,
    write_vacation,
)
from bot.clocks.stops import MOST_QUIET, MOST_VACATION, Vacation
from bot.clocks.zones import USUAL, meant, usual_zone, zone, zone_name
from bot.families import Family
from bot.games import describe_time, lobby
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status, View
from bot.games.parser import Command, read_number
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Row, Scene, Style
from bot.scenes.offers import DOOR
from bot.texts import language_data, languages
from bot.usecases import info
from bot.usecases.agreed import AGREED
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Option

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
        raise Refused("refusal.unknown_zone", zones=meant(text) or USUAL)
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
    zones = dict.fromkeys((usual_zone(language), *USUAL))
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


ME: Final = "me"
SOON: Final = timedelta(seconds=3)
"""After so long a person's games are looked at: what they chose is kept by then."""
OF_GAMES_TOO: Final = frozenset({"language"})
"""Preferences that share their name with something that a game's people agree on, where all read the same."""


async def settings(beyond: Beyond, asking: Asking) -> Scene | Game:
    """``settings me [name=value...]``; without ``me`` where no game is meant. Else what a game agrees on."""
    words, options = asking.words, asking.command.options
    if not _is_meant(asking):
        if asking.request.severally and set(options) & OF_GAMES_TOO:
            raise Refused("usage.settings_me", names=tuple(sorted(WISHES)))
        return lobby.settings(asking) if words or options else info.settings(asking)
    if set(words) - {ME} or set(options) - WISHES:
        raise Refused("usage.settings_me", names=tuple(sorted(WISHES)))
    person = asking.person
    kept = before = await beyond.store.person_get(person.key)
    if options:
        if is_newer(before):
            raise Refused("refusal.newer_settings")
        changes = wished(options, asking.now, asking.zone)
        changes |= _remembered(asking, before, changes)
        # Whatever changes when somebody plays or wants to be told changes clocks in all of their games. That
        # is the last thing that can fail and leave nothing changed: looking in vain does no harm.
        await beyond.time.look_at(await beyond.store.games_of(person.key), asking.now + SOON)
        await beyond.store.person_set(person.key, changes)
        kept = _changed(before, changes)
    return screen(asking, Preferences.from_table(kept))


def _is_meant(asking: Asking) -> bool:
    words, options, game = asking.words, set(asking.command.options), asking.game
    personal = WISHES if asking.request.severally else WISHES - OF_GAMES_TOO
    if words[:1] == (ME,) or (options and options <= personal):
        return True
    if words or (game is not None and game.header.status is not Status.OVER):
        return False
    return options <= (WISHES if game is None else personal)


def _changed(before: Mapping[str, str], changes: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in {**before, **changes}.items() if value is not None}


def _remembered(
    asking: Asking, before: Mapping[str, str], changes: Mapping[str, str | None]
) -> dict[str, str | None]:
    """What has held until now, for clocks that have run meanwhile: nobody's past time changes."""
    held, holds = Preferences.from_table(before), Preferences.from_table(_changed(before, changes))
    try:
        earlier = followed(held, holds, asking.now)
    except ValueError as error:
        raise Refused("refusal.too_many_changes", count=MOST_CHANGES) from error
    return {EARLIER: write_earlier(earlier)} if earlier != held.earlier else {}


_VALUES: Final = {
    "confirm": ("on", "off"),
    "nomeeple": ("ask", "pass"),
    "autopass": tuple(value.value for value in AutoPass),
    "mute": ("on", "off"),
    "private": ("on", "off"),
}
_LISTED: Final = tuple(
    Option(name, choices={value: WISH(name, value) for value in values}, named=True)
    for name, values in _VALUES.items()
)
"""What a person can choose for themselves from a list of values; what has no such list is typed."""


def _own(command: Command) -> bool:
    words, options = command.words, set(command.options)
    return words[:1] == (ME,) or (not words and options <= WISHES - OF_GAMES_TOO)


COMMAND: Final = CommandRow(
    rank=250,
    errand=settings,
    options=(
        *AGREED,
        Option("language", languages=True, named=True),
        Option("view", choices={view.value: DOOR(view) for view in View}, named=True),
        *_LISTED,
        *(Option(name, named=True) for name in ("remind", "zone", "quiet", "vacation")),
    ),
    private=_own,
    admins=True,
    ages=True,
    late=True,
    speaks=True,
)
