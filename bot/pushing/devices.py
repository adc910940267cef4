"""Devices on which people want to be told, and what each person has been told and has seen of it.

A device is where its browser's push service takes messages for it: an address that a page tells us. So that
no stranger makes us call whom they like, it has to be one of a service that browsers are known to use.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from pydantic import TypeAdapter, ValidationError

from bot.clocks.preferences import NOTICES, ON
from bot.people import Channel
from bot.store.protocol import Store

SERVICES: Final = (
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.notify.windows.com",
    "https://*.push.apple.com",
)
"""The push services of browsers: Chromium's, Firefox's, Edge's, Safari's; ``*`` stands for names below."""

MOST: Final = 5
"""So many devices of one person; the one that was heard of least lately makes way."""
LONGEST: Final = 1024
"""Letters of an address; the longest that services give have some 700."""
KEPT: Final = 90 * 24 * 3600
"""Seconds for which a device is kept after it was heard of: its page was opened there."""
MOST_PLACES: Final = 40
"""Of so many places it is known what the person was told, and what they have seen."""

_ADDRESS: Final = re.compile(r"(?P<origin>https?://[A-Za-z0-9.-]+(?::\d{1,5})?)/[!\"$-\[\]-~]+")
_POINT, _SECRET = 65, 16
_DEVICE, _TOLD, _SEEN = "device", "told", "seen"


class PushBox(Protocol):
    """What the store keeps of one person's devices: texts by name. Every method raises StoreUnavailable."""

    async def read(self, person: str) -> Mapping[str, str]:
        """All that is kept; nothing at first."""

    async def write(self, person: str, texts: Mapping[str, str], seconds: int, *, new: bool = False) -> None:
        """Keep these texts by name, and all of the person's for so long from now on.

        Unless it may be something ``new``, nothing is kept of somebody of whom nothing is.
        """

    async def drop(self, person: str, names: Collection[str] = ()) -> None:
        """Keep these no more; without any, nothing at all."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device: its address at a push service, the keys that seal what only it reads, and what it wants.

    ``sound``: it may be heard and felt. ``heard`` is when it was last heard of, in seconds since 1970.
    """

    endpoint: str
    p256dh: str
    auth: str
    sound: bool = False
    heard: float = 0.0

    @property
    def name(self) -> str:
        """By what it is known here; it does not give the address away."""
        return name_of(self.endpoint)

    @property
    def origin(self) -> str:
        """The push service."""
        return "/".join(self.endpoint.split("/", 3)[:3]).lower()


@dataclass(frozen=True, slots=True)
class Notified:
    """What a person has been told of a place: see :class:`bot.timing.nudging.Nudge`.

    ``left`` are the devices that have not got it yet, which are tried again from ``after`` on (seconds since
    1970), for the ``tries``-th time.
    """

    about: str
    reminder: int = 0
    left: tuple[str, ...] = ()
    tries: int = 0
    after: float = 0.0
    when: float = 0.0

    def covers(self, about: str, reminder: int) -> bool:
        """Whether this was told, or something that came after it within the turn."""
        return self.about == about and self.reminder >= reminder


@dataclass(frozen=True, slots=True)
class Seen:
    """The game and the version that a page has shown to the person, who looked at it."""

    game: str
    version: int
    when: float = 0.0


@dataclass(frozen=True, slots=True)
class Mail:
    """All that is kept of a person."""

    devices: Mapping[str, Device] = field(default_factory=dict)
    told: Mapping[str, Notified] = field(default_factory=dict)
    seen: Mapping[str, Seen] = field(default_factory=dict)


def name_of(endpoint: str) -> str:
    """The name of the device with this address."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:24]


def read_device(told: object, services: Sequence[str], *, sound: bool, now: float) -> Device | None:
    """The device that a page tells of, as ``PushSubscription.toJSON()`` writes it; None for what is none."""
    keys = told.get("keys") if isinstance(told, dict) else None
    if not isinstance(told, dict) or not isinstance(keys, dict):
        return None
    endpoint, point, secret = told.get("endpoint"), keys.get("p256dh"), keys.get("auth")
    if not (isinstance(endpoint, str) and isinstance(point, str) and isinstance(secret, str)):
        return None
    if not is_known(endpoint, services) or len(decoded(secret)) != _SECRET:
        return None
    if len(decoded(point)) != _POINT:
        return None
    return Device(endpoint, point, secret, sound, now)


def is_known(endpoint: str, services: Sequence[str]) -> bool:
    """Whether an address is one of these push services, and nothing about it is odd."""
    match = _ADDRESS.fullmatch(endpoint) if len(endpoint) <= LONGEST else None
    return match is not None and any(_is_of(match["origin"].lower(), service) for service in services)


def _is_of(origin: str, service: str) -> bool:
    scheme, star, below = service.partition("*")
    if not star:
        return origin == service
    return (
        re.fullmatch(rf"{re.escape(scheme)}(?:[a-z0-9-]+\.)*[a-z0-9-]+{re.escape(below)}", origin) is not None
    )


def decoded(text: str) -> bytes:
    """The bytes of a base64url text without padding; none for what is no such text."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


class DeviceBook:
    """Keeps people's devices in a store, and in their settings that they have any."""

    def __init__(self, kept: PushBox, store: Store) -> None:
        self._kept = kept
        self._store = store

    async def open(self, person: str) -> Mail:
        """All that is kept of a person. Raises StoreUnavailable."""
        return _read(await self._kept.read(person))

    async def add(self, person: str, device: Device) -> None:
        """Tell a person on this device, too. Raises StoreUnavailable."""
        text = _DEVICE_TEXT.dump_json(device).decode()
        await self._kept.write(person, {_name(_DEVICE, device.name): text}, KEPT, new=True)
        devices = (await self.open(person)).devices
        # One of two that come at once may be counted by the other alone: then the next one makes it right.
        oldest = sorted(devices, key=lambda name: (name == device.name, devices[name].heard))
        if too_many := oldest[: max(0, len(oldest) - MOST)]:
            await self._kept.drop(person, [_name(_DEVICE, name) for name in too_many])
        # Last: whoever is noted to have devices is looked up at each of their turns.
        await self._store.person_set(person, {NOTICES: ON})

    async def heard(self, person: str, device: Device, now: float) -> None:
        """Keep a person's devices for longer, since one of them was heard of. Raises StoreUnavailable."""
        text = _DEVICE_TEXT.dump_json(replace(device, heard=now)).decode()
        await self._kept.write(person, {_name(_DEVICE, device.name): text}, KEPT)
        await self._store.person_set(person, {NOTICES: ON})

    async def remove(self, person: str, devices: Collection[str]) -> None:
        """Tell a person no more on devices with these names. Raises StoreUnavailable."""
        await self._kept.drop(person, [_name(_DEVICE, name) for name in devices])
        if not (await self.open(person)).devices:
            await self.close(person)

    async def close(self, person: str) -> None:
        """Keep nothing of a person. Raises StoreUnavailable."""
        await self._kept.drop(person)
        await self._store.person_set(person, {NOTICES: None})

    async def note_told(self, person: str, place: Channel, told: Notified) -> None:
        """Note what a person has been told of a place. Raises StoreUnavailable."""
        await self._kept.write(person, {_name(_TOLD, str(place)): _TOLD_TEXT.dump_json(told).decode()}, KEPT)

    async def note_seen(self, person: str, place: Channel, seen: Seen) -> None:
        """Note what a person has seen of a place. Raises StoreUnavailable."""
        await self._kept.write(person, {_name(_SEEN, str(place)): _SEEN_TEXT.dump_json(seen).decode()}, KEPT)

    async def tidy(self, person: str, mail: Mail, now: float) -> Mail:
        """What is left without more places than so many, and without devices that were not heard of for long.

        Raises StoreUnavailable.
        """
        silent = [name for name, device in mail.devices.items() if device.heard < now - KEPT]
        told = sorted((told.when, _name(_TOLD, place)) for place, told in mail.told.items())
        seen = sorted((seen.when, _name(_SEEN, place)) for place, seen in mail.seen.items())
        known = [name for _, name in (*told[:-MOST_PLACES], *seen[:-MOST_PLACES])]
        if known or silent:
            await self._kept.drop(person, [*known, *(_name(_DEVICE, name) for name in silent)])
        return replace(mail, devices={n: d for n, d in mail.devices.items() if n not in silent})


def _name(kind: str, name: str) -> str:
    return f"{kind} {name}"


def _read(texts: Mapping[str, str]) -> Mail:
    """What is kept, without what cannot be read."""
    devices: dict[str, Device] = {}
    told: dict[str, Notified] = {}
    seen: dict[str, Seen] = {}
    for name, text in texts.items():
        kind, _, about = name.partition(" ")
        try:
            match kind:
                case "device":
                    devices[about] = _DEVICE_TEXT.validate_json(text)
                case "told":
                    told[about] = _TOLD_TEXT.validate_json(text)
                case "seen":
                    seen[about] = _SEEN_TEXT.validate_json(text)
                case _:
                    pass
        except ValidationError:
            continue
    return Mail(devices, told, seen)


_DEVICE_TEXT: Final = TypeAdapter(Device)
_TOLD_TEXT: Final = TypeAdapter(Notified)
_SEEN_TEXT: Final = TypeAdapter(Seen)
