"""Brings messages to push services: to those that are known, within a time, and a few at once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import aiohttp
import structlog
from yarl import URL

from bot.finding import Finding, Grade
from bot.pushing.devices import SERVICES, Device, decoded, is_known

if TYPE_CHECKING:
    from bot.pushing.sealing import Sender

PURPOSE: Final = "push"
"""The name of the store's secret of which our key is made."""

PATIENCE: Final = 10.0
"""Seconds that a service has for an answer."""
AT_ONCE: Final = 8
"""So many messages are on their way at the same time."""
LASTS: Final = 24 * 3600
"""Seconds for which a service keeps a message for a device that is off."""
SOONEST: Final = 60.0
LATEST: Final = 3600.0
"""Seconds between which a service that wants to be left alone is obeyed."""

PART: Final = "notices"
REACHED: Final = (
    "https://fcm.googleapis.com", "https://updates.push.services.mozilla.com", "https://web.push.apple.com",
)  # fmt: skip
"""Those of the services that have one name, which is always there."""

_GONE: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})

log: Final = structlog.get_logger(__name__)


class Fate(StrEnum):
    """What became of a message: taken; there is no such device; try again; refused for good."""

    TAKEN = "taken"
    GONE = "gone"
    LATER = "later"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Delivery:
    """What a service said; ``seconds`` are those after which it may be asked again."""

    fate: Fate
    seconds: float = 0.0


class Courier:
    """Brings messages, sealed and signed. ``secret`` is the store's, ``public`` where people find us.

    No other ``services`` are called than these, whatever is asked, and nobody is followed elsewhere.
    """

    def __init__(
        self,
        secret: Callable[[str], Awaitable[str]],
        public: str,
        *,
        services: Sequence[str] = SERVICES,
        patience: float = PATIENCE,
    ) -> None:
        self.services = services
        self._secret = secret
        self._contact = _contact(public)
        self._patience = aiohttp.ClientTimeout(total=patience)
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._session: aiohttp.ClientSession | None = None
        self._known: Sender | None = None

    async def key(self) -> str:
        """Our public key, as pages need it. Raises StoreUnavailable."""
        return (await self._sender()).public

    async def send(self, device: Device, message: bytes, topic: str, *, urgent: bool = True) -> Delivery:
        """Bring a message to a device; one of the same ``topic`` that still waits for it makes way.

        Raises StoreUnavailable.
        """
        from bot.pushing.sealing import seal  # noqa: PLC0415 - loaded where somebody is told

        if not is_known(device.endpoint, self.services):
            return Delivery(Fate.GONE)
        try:
            body = seal(message, decoded(device.p256dh), decoded(device.auth))
        except ValueError:
            return Delivery(Fate.GONE)
        headers = {
            "Authorization": (await self._sender()).word(device.origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Topic": topic,
            "Urgency": "high" if urgent else "normal",
        }
        async with self._at_once:
            delivery = await self._post(device, body, headers)
        if delivery.fate in {Fate.LATER, Fate.REFUSED}:
            # Never the address: whoever knows it can write to the device.
            log.warning("notice not taken", service=device.origin, fate=delivery.fate.value)
        return delivery

    async def close(self) -> None:
        """Let go of all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _sender(self) -> "Sender":
        if self._known is None:
            from bot.pushing.sealing import Sender  # noqa: PLC0415 - loaded where somebody is told

            self._known = Sender(await self._secret(PURPOSE), self._contact)
        return self._known

    async def _post(self, device: Device, body: bytes, headers: dict[str, str]) -> Delivery:
        if self._session is None:
            # No cookies: a service learns of each device no more than it has to.
            self._session = aiohttp.ClientSession(
                trust_env=True, cookie_jar=aiohttp.DummyCookieJar(), timeout=self._patience
            )
        try:
            # Exactly as the browser told it.
            address = URL(device.endpoint, encoded=True)
            async with self._session.post(
                address, data=body, headers=headers, allow_redirects=False
            ) as response:
                return _judged(response)
        except (aiohttp.ClientError, TimeoutError, OSError):
            return Delivery(Fate.LATER, SOONEST)
        except ValueError:
            return Delivery(Fate.GONE)


def _judged(response: aiohttp.ClientResponse) -> Delivery:
    status = response.status
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return Delivery(Fate.TAKEN)
    if status in _GONE:
        return Delivery(Fate.GONE)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        wanted = response.headers.get("Retry-After", "")
        seconds = float(wanted) if wanted.isascii() and wanted.isdecimal() else SOONEST
        return Delivery(Fate.LATER, min(max(seconds, SOONEST), LATEST))
    return Delivery(Fate.REFUSED)


async def check(public: str, services: Sequence[str] = ()) -> AsyncIterator[Finding]:
    """Whether notices can leave from here, for the doctor: whatever these services answer, they are there."""
    services = services or REACHED
    async with aiohttp.ClientSession(trust_env=True, timeout=aiohttp.ClientTimeout(PATIENCE)) as session:
        answers = await asyncio.gather(*(_answers(session, service) for service in services))
    silent = [service for service, answer in zip(services, answers, strict=True) if not answer]
    if silent:
        told = f"no answer from {', '.join(silent)}: browsers that use it get no notices of turns."
        yield Finding(PART, Grade.NOTE, told)
    else:
        yield Finding(PART, Grade.OK, f"push services answer; they are told that {_contact(public)} sends.")


async def _answers(session: aiohttp.ClientSession, service: str) -> bool:
    try:
        async with session.get(service, allow_redirects=False):
            return True
    except (aiohttp.ClientError, TimeoutError, OSError):
        return False


def _contact(public: str) -> str:
    return f"https://{urlsplit(public).hostname}"
