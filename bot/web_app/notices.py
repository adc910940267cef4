"""What a page asks about notices: our key, whether its device is told of turns, from now on or no more.

Whoever has a device that is told has pages that say what they have seen: of that nobody is told elsewhere.
"""

from dataclasses import dataclass
from typing import Final

from bot.clock import Clock
from bot.pushing.courier import Courier
from bot.pushing.devices import DeviceBook, Seen, decoded, name_of, read_device
from bot.pushing.nudger import Nudger, topic_of
from bot.refusal import Refused
from bot.store.protocol import Store
from bot.strangers import text_of
from bot.web_app.client import Client
from bot.web_app.wire import Message

ASKED: Final = frozenset({"notices", "seen"})
"""The kinds of messages that are answered here."""
MOST_A_DAY: Final = 40
"""So often a day a person may add a device or change how it tells."""
_DAY: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class NoticeDesk:
    """Answers pages, and has people told for as long as the web table is open."""

    book: DeviceBook
    courier: Courier
    nudger: Nudger
    store: Store
    clock: Clock

    async def answer(self, client: Client, message: Message) -> None:
        """Do what a page asks. Raises Refused and StoreUnavailable."""
        if message.get("type") == "seen":
            await self._seen(client, message)
        elif message.get("key") is True:
            client.send({"type": "notices", "key": await self.courier.key()})
        elif "device" in message:
            await self._add(client, message)
        elif message.get("off") is True:
            await self._remove(client, text_of(message, "endpoint"))
        else:
            await self._tell(client, text_of(message, "endpoint"))

    async def _tell(self, client: Client, endpoint: str) -> None:
        """Tell a page how things stand; a device that is heard of is kept for longer."""
        person = client.person.key
        devices = (await self.book.open(person)).devices
        client.told = bool(devices)
        device = devices.get(name_of(endpoint))
        if device is not None:
            await self.book.heard(person, device, self._now())
        self._state(client, on=device is not None, sound=device is not None and device.sound)

    async def _add(self, client: Client, message: Message) -> None:
        from bot.pushing.sealing import is_point  # noqa: PLC0415 - loaded where somebody is told

        person, sound = client.person.key, message.get("sound") is True
        told, services = message.get("device"), self.courier.services
        device = read_device(told, services, sound=sound, now=self._now())
        if device is None or not is_point(decoded(device.p256dh)):
            raise Refused("push.no_device")
        if await self.store.spend("device", {person: MOST_A_DAY}, _DAY):
            raise Refused("refusal.quota.person", count=MOST_A_DAY)
        await self.book.add(person, device)
        client.told = True
        self._state(client, on=True, sound=sound)

    async def _remove(self, client: Client, endpoint: str) -> None:
        person = client.person.key
        await self.book.remove(person, [name_of(endpoint)])
        client.told = bool((await self.book.open(person)).devices)
        self._state(client, on=False, sound=False)

    async def _seen(self, client: Client, message: Message) -> None:
        game, version = text_of(message, "game"), message.get("version")
        # Only what this very page was shown: nothing else is kept of what strangers say.
        if client.told and type(version) is int and client.seen == (game, version):
            seen = Seen(game, version, self._now())
            await self.book.note_seen(client.person.key, client.guest.channel, seen)

    def _now(self) -> float:
        return self.clock.now().timestamp()

    def _state(self, client: Client, *, on: bool, sound: bool) -> None:
        client.send({
            "type": "notices",
            "on": on,
            "sound": sound,
            "told": client.told,
            "tag": topic_of(client.guest.channel),
        })  # fmt: skip
