"""What a person wants everywhere: how they are asked, told and reminded, and when they do not play."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final, Self

from bot.clocks.control import read_hour, read_span, write_hour
from bot.clocks.stops import Outages, Quiet, Schedule, Vacation
from bot.clocks.zones import usual_zone, zone_name
from bot.people import Person


class AutoPass(StrEnum):
    """When no figure is asked for: never, when only a field could be claimed, always."""

    OFF = "off"
    FIELDS = "fields"
    ON = "on"


FORMAT: Final = 1
"""The format of a person's settings; they name it only when it is a later one."""

EARLIER: Final = "earlier"
"""Where it is kept among what is known of a person what they had chosen before."""
KEPT: Final = timedelta(days=120)
"""Earlier choices are kept for so long: no turn takes longer."""
MOST_CHANGES: Final = 60
"""So often within that time a person may change when they play."""

NOTICES: Final = "notices"
"""Where it is kept among what is known of a person that some device of theirs is told of their turns."""

AUTO: Final = "auto"
OFF: Final = "off"
ON: Final = "on"


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a person had chosen until a moment, as far as it tells when they do not play."""

    until: datetime
    zone: str = ""
    quiet: Quiet | None = None
    vacation: Vacation | None = None
    language: str = ""

    def schedule(self, language: str) -> Schedule:
        """When the person did not play; ``language`` tells where they live unless they have said it."""
        return Schedule(self.zone or usual_zone(self.language or language), self.quiet, self.vacation)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's settings.

    ``confirm``: ask again before every decision. ``no_meeple``: pass without asking when no meeple is left.
    ``mute``: neither mention nor remind. ``reminders``: ``auto``, ``off`` or the time to the first one.
    ``private``: remind in private. ``notices``: some device of theirs is told of their turns. ``zone`` and
    ``language`` are empty until they are chosen. ``earlier`` is what was chosen before, oldest first.
    """

    confirm: bool = False
    no_meeple: bool = False
    autopass: AutoPass = AutoPass.OFF
    mute: bool = False
    reminders: str = AUTO
    private: bool = False
    notices: bool = False
    zone: str = ""
    quiet: Quiet | None = None
    vacation: Vacation | None = None
    language: str = ""
    earlier: tuple[Earlier, ...] = ()

    @property
    def interval(self) -> timedelta | None:
        """The time to the first reminder, if the person has chosen one."""
        return read_span(self.reminders)

    @property
    def reminds(self) -> bool:
        """Whether the person wants to be reminded at all."""
        return not self.mute and self.reminders != OFF

    def schedule(self, language: str) -> Schedule:
        """When the person does not play; ``language`` tells where they live unless they have said it."""
        earlier = tuple((each.until, each.schedule(language)) for each in self.earlier)
        where = self.zone or usual_zone(self.language or language)
        return Schedule(where, self.quiet, self.vacation, earlier)

    @classmethod
    def from_table(cls, table: Mapping[str, str]) -> Self:
        """Read what :func:`written` wrote. What cannot be read is as if it had not been chosen."""
        reminders = table.get("remind", AUTO)
        return cls(
            confirm=table.get("confirm") == ON,
            no_meeple=table.get("nomeeple") == "pass",
            autopass=AutoPass(table["autopass"]) if table.get("autopass") in set(AutoPass) else AutoPass.OFF,
            mute=table.get("mute") == ON,
            reminders=reminders if reminders in {AUTO, OFF} or read_span(reminders) else AUTO,
            private=table.get("private") == ON,
            notices=table.get(NOTICES) == ON,
            zone=zone_name(table.get("zone", "")) or "",
            quiet=read_quiet(table.get("quiet", "")),
            vacation=read_vacation(table.get("vacation", "")),
            language=table.get("language", ""),
            earlier=read_earlier(table.get(EARLIER, "")),
        )


NO_PREFERENCES: Final = Preferences()


def is_newer(table: Mapping[str, str]) -> bool:
    """Whether a newer program keeps these settings, in a format that this one does not know."""
    written = table.get("format", "")
    return written.isascii() and written.isdecimal() and int(written) > FORMAT


def read_earlier(text: str) -> tuple[Earlier, ...]:
    """What :func:`write_earlier` wrote; what cannot be read is left out."""
    try:
        return tuple(
            Earlier(
                datetime.fromisoformat(until),
                zone_name(zone) or "",
                read_quiet(quiet),
                read_vacation(vacation),
                language,
            )
            for until, zone, quiet, vacation, language in json.loads(text or "[]")
        )
    except (TypeError, ValueError, AttributeError):
        return ()


def write_earlier(earlier: Sequence[Earlier]) -> str:
    """Earlier choices as :func:`read_earlier` reads them."""
    return json.dumps([
        [
            each.until.isoformat(),
            each.zone,
            "" if each.quiet is None else write_quiet(each.quiet),
            "" if each.vacation is None else write_vacation(each.vacation),
            each.language,
        ]
        for each in earlier
    ])  # fmt: skip


def followed(before: Preferences, after: Preferences, now: datetime) -> tuple[Earlier, ...]:
    """The earlier choices of somebody who goes over from one set of preferences to another now.

    What no clock can need any more is let go. Raises ValueError when there have been too many changes.
    """
    held = Earlier(now, before.zone, before.quiet, before.vacation, before.language)
    same = (after.zone, after.quiet, after.vacation, after.language)
    if (held.zone, held.quiet, held.vacation, held.language) == same:
        return before.earlier
    kept = tuple(each for each in before.earlier if each.until > now - KEPT)
    if len(kept) >= MOST_CHANGES:
        raise ValueError("too many changes")
    return (*kept, held)


def read_quiet(text: str) -> Quiet | None:
    """``22:00-07:00`` as quiet hours; None for what is none."""
    begin, dash, end = text.partition("-")
    try:
        return Quiet(read_hour(begin), read_hour(end)) if dash else None
    except ValueError:
        return None


def write_quiet(quiet: Quiet) -> str:
    """Quiet hours as :func:`read_quiet` reads them."""
    return f"{write_hour(quiet.begin)}-{write_hour(quiet.end)}"


def read_vacation(text: str) -> Vacation | None:
    """``2030-07-01..2030-07-14`` as a vacation; None for what is none."""
    first, dots, last = text.partition("..")
    try:
        return Vacation(date.fromisoformat(first), date.fromisoformat(last)) if dots else None
    except ValueError:
        return None


def write_vacation(vacation: Vacation) -> str:
    """A vacation as :func:`read_vacation` reads it."""
    return f"{vacation.first.isoformat()}..{vacation.last.isoformat()}"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known besides the game: people's preferences by key, and when their platform was down."""

    preferences: Mapping[str, Preferences] = field(default_factory=dict)
    outages: Outages = ()

    def of(self, person: Person) -> Preferences:
        """A person's preferences."""
        return self.preferences.get(person.key, NO_PREFERENCES)

    def schedule(self, person: Person) -> Schedule:
        """When a person does not play."""
        return self.of(person).schedule(person.language)


NOTHING_KNOWN: Final = Known()
