"""The door of Telegram's Mini App: Telegram itself signs who opens it, and by what link.

It tells no chat. A link in a group names its place by a token (:mod:`bot.doors.places`); without one it is
the person's own private chat that is meant.
"""

import hashlib
import hmac
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import parse_qsl

from bot.doors.guest import Guest
from bot.doors.places import PlaceTokens
from bot.people import Channel, Person
from bot.refusal import Refused
from bot.strangers import text_of

PLATFORM: Final = "telegram"
DOOR: Final = "telegram"
FRAMES: Final = ("https://web.telegram.org", "https://*.telegram.org")
"""The origins of Telegram in a browser, which shows Mini Apps in a frame."""

OLDEST: Final = 3600
"""Seconds after which what Telegram has signed is no proof any more. A page that was let in has a pass by
then; one that was not is opened anew from the chat, which has Telegram sign anew."""
AHEAD: Final = 60
"""Seconds by which Telegram's clock may be before ours."""
LONGEST: Final = 4096
NAME: Final = 64
"""So much of a name is kept."""

_STRICTLY: Final[Mapping[str, Any]] = {
    "keep_blank_values": True,
    "strict_parsing": True,
    "errors": "strict",
    "max_num_fields": 32,
}
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_DATE: Final = re.compile(r"[0-9]{1,11}", re.ASCII)
_LANGUAGE: Final = re.compile(r"[A-Za-z0-9-]{1,35}")


class Whereabouts(NamedTuple):
    """Where a place is by now, as a group that grows gets another number, and whether a person is there.

    None where Telegram does not say, as it need not to a bot that is no administrator.
    """

    channel: Channel
    member: bool | None


Member = Callable[[Channel, Person], Awaitable[Whereabouts | None]]
"""Asks Telegram about a person in a group. None while it does not tell."""


class Seats(Protocol):
    """Who plays where."""

    async def games_of(self, person: str) -> Sequence[Channel]:
        """The channels in whose current game this person (by key) sits. Raises StoreUnavailable."""


class TelegramDoor:
    """Lets in whom Telegram names, into their private chat, and into groups where they play or belong.

    ``token`` is the bot's, by which Telegram signs; ``language`` is that of groups.
    """

    def __init__(
        self,
        token: str,
        places: PlaceTokens,
        seats: Seats,
        member: Member,
        *,
        language: str = "en",
        now: Callable[[], float] = time.time,
    ) -> None:
        self._key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
        self._places = places
        self._seats = seats
        self._member = member
        self._language = language
        self._now = now

    async def admit(self, proof: str) -> Guest:
        """See Door. The proof is the ``initData`` of the Mini App, as Telegram wrote it."""
        told = self._signed(proof)
        person = self._person(told.get("user", ""))
        if "start_param" not in told:
            return self._alone(person)
        place = await self._places.read(told["start_param"])
        if place is None:
            raise Refused("door.not_there")
        if not _is_group(place):
            if place.place[0] != person.id:
                raise Refused("door.not_there")
            return self._alone(person, place)
        return Guest(person, await self._entered(place, person), language=self._language)

    async def stays(self, guest: Guest) -> None:
        """See Door. Whoever plays there stays, and so does everybody while Telegram does not tell."""
        if not _is_group(guest.channel) or guest.channel in await self._seats.games_of(guest.person.key):
            return
        found = await self._member(guest.channel, guest.person)
        if found is not None and found.member is False:
            raise Refused("door.not_there")

    def _signed(self, proof: str) -> Mapping[str, str]:
        """What Telegram has told of late, by name. Raises Refused for anything else."""
        fields = _fields(proof)
        told = dict(fields)
        claimed = told.pop("hash", "")
        # Where a name comes twice, or lines are not what they seem, others could read something else in it.
        plain = len(told) + 1 == len(fields) and not any("\n" in name + value for name, value in fields)
        if not (plain and _HASH.fullmatch(claimed)):
            raise Refused("door.telegram")
        signed = "\n".join(f"{name}={value}" for name, value in sorted(told.items()))
        ours = hmac.digest(self._key, signed.encode(), hashlib.sha256).hex()
        if not (hmac.compare_digest(claimed, ours) and self._is_recent(told.get("auth_date", ""))):
            raise Refused("door.telegram")
        return told

    def _is_recent(self, date: str) -> bool:
        return bool(_DATE.fullmatch(date)) and -AHEAD <= self._now() - int(date) <= OLDEST

    def _person(self, user: str) -> Person:
        try:
            about = json.loads(user)
        except (ValueError, RecursionError):
            about = None
        number = about.get("id") if isinstance(about, dict) else None
        if not isinstance(about, dict) or type(number) is not int or number <= 0 or about.get("is_bot"):
            raise Refused("door.telegram")
        names = (text_of(about, "first_name"), text_of(about, "last_name"))
        language = text_of(about, "language_code")
        return Person(
            PLATFORM,
            str(number),
            " ".join(name for name in names if name)[:NAME],
            language if _LANGUAGE.fullmatch(language) else self._language,
        )

    def _alone(self, person: Person, place: Channel | None = None) -> Guest:
        channel = place or Channel(PLATFORM, (person.id, "0"))
        return Guest(person, channel, alone=True, language=person.language)

    async def _entered(self, place: Channel, person: Person) -> Channel:
        """The place as it is by now, for somebody who may come in there. Raises Refused."""
        playing = await self._seats.games_of(person.key)
        if place in playing:
            return place
        found = await self._member(place, person)
        if found is None:
            raise Refused("door.later")
        if not (found.member or found.channel in playing):
            raise Refused("door.not_there")
        return found.channel


def _fields(proof: str) -> Sequence[tuple[str, str]]:
    """The names and values of a query, decoded once; none where it cannot be read."""
    try:
        # Whatever is no text at all would fail later.
        long = len(proof.encode()) > LONGEST
        return () if long else parse_qsl(proof, **_STRICTLY)
    except ValueError:
        return ()


def _is_group(channel: Channel) -> bool:
    return channel.place[0].startswith("-")
