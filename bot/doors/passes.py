"""Proofs that somebody may play in a place: tickets for once, in a link, and passes for an open page.

Both are random texts, of which the store keeps a digest with whom they let in where. They begin with the
person's key, so that all of one person's end when that person is forgotten. They are in no address that is
sent: a ticket stands behind the ``#`` of a link, and a pass in the first message of a page.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Final

from bot.doors.guest import GUEST, Guest
from bot.people import Person
from bot.store.protocol import TimedTexts

TICKET: Final = 600
"""Seconds for which a ticket is good."""
PASS: Final = 12 * 3600
"""Seconds for which a pass is good, and then the page has to be opened anew from the chat."""

# A link of Telegram's takes letters, figures, - and _, of which - stands between the words of a command.
_SHOWN: Final = re.compile(r"(?P<platform>[a-z]{1,16})_(?P<id>[A-Za-z0-9]{1,32})_(?P<random>[0-9a-f]{32})")


@dataclass(frozen=True, slots=True)
class PassOffice:
    """Gives and takes tickets and passes. Everything raises StoreUnavailable."""

    kept: TimedTexts

    async def ticket(self, guest: Guest) -> str:
        """Let somebody in once, within ten minutes."""
        return await self._given("ticket", guest, TICKET)

    async def give(self, guest: Guest) -> str:
        """Let somebody in as often as they come back within half a day."""
        return await self._given("pass", guest, PASS)

    async def redeem(self, ticket: str) -> Guest | None:
        """Whom a ticket lets in; None for one that never was, is too old or has been used."""
        shown = _read("ticket", ticket)
        return None if shown is None else _guest(await self.kept.take(shown))

    async def admit(self, shown_pass: str) -> Guest | None:
        """Whom a pass lets in; None for one that never was or is too old."""
        shown = _read("pass", shown_pass)
        return None if shown is None else _guest(await self.kept.get(shown))

    async def _given(self, kind: str, guest: Guest, seconds: int) -> str:
        person, given = guest.person, secrets.token_hex(16)
        await self.kept.put(_name(kind, person, given), GUEST.dump_json(guest).decode(), seconds)
        return f"{person.platform}_{person.id}_{given}"


def _read(kind: str, shown: str) -> str | None:
    """The name under which is kept whom this lets in, if it is one of this kind."""
    match = _SHOWN.fullmatch(shown)
    if match is None:
        return None
    return _name(kind, Person(match["platform"], match["id"], ""), match["random"])


def _name(kind: str, person: Person, random: str) -> str:
    return f"{person.key}:{kind}-{hashlib.sha256(random.encode()).hexdigest()}"


def _guest(text: str) -> Guest | None:
    return GUEST.validate_json(text) if text else None
