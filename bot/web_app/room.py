"""A room: the people who look at it, what they are shown, and what happened there so far."""

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import structlog

from bot.live.displays import Displays
from bot.painter import Progress
from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Choice, Phrase, Scene, Style
from bot.texts import Texts
from bot.web_app.client import Client
from bot.web_app.gallery import Gallery
from bot.web_app.ports import Table
from bot.web_app.wire import Message, Scribe

LOG_LENGTH: Final = 60
STEPS: Final = 20
MOST_IDLE: Final = 256
NOTHING_YET: Final = Scene(
    lines=(Phrase("web.nothing_yet"),),
    rows=(
        (Choice(Phrase("web.new_game"), "new", Style.MAIN), Choice(Phrase("choice.tutorial"), "tutorial")),
    ),
)

log: Final = structlog.get_logger(__name__)


class Room:
    """One room. It shows one thing after the other, so that everybody sees the versions in order."""

    def __init__(self, name: str, table: Table, scribe: Scribe) -> None:
        self.name = name
        self.channel = Channel("web", (name,))
        self.clients: set[Client] = set()
        self._table = table
        self._scribe = scribe
        self._in_turn = asyncio.Lock()
        self._log: deque[tuple[str, Scene]] = deque(maxlen=LOG_LENGTH)

    async def enter(self, client: Client) -> None:
        """Show a client, new or back again, everything as it stands."""
        self.clients.add(client)  # before anything is awaited: a room with a client is not forgotten
        async with self._in_turn:
            scene = await self._scribe.write(await self._current(), client.person, dark=client.dark)
            client.send({
                "type": "welcome",
                "name": client.person.name,
                "scene": scene,
                "log": [self._entry(key, closing, client.person) for key, closing in self._log],
            })  # fmt: skip
        self._tell_who_is_here()

    def leave(self, client: Client) -> None:
        """Forget a client that has gone."""
        if client in self.clients:
            self.clients.discard(client)
            self._tell_who_is_here()

    def rename(self, person: Person) -> None:
        """Call a person by another name, in every page that shows this room to them."""
        for client in self.clients:
            if client.person.key == person.key:
                client.person = replace(client.person, name=person.name)
                client.send({"type": "named", "name": person.name})
        self._tell_who_is_here()

    async def act(self, displays: Displays[Scene], client: Client, request: Request, tap: str) -> None:
        """Do what a client asks and show everyone what came of it; the client alone gets the answer."""
        try:
            reply = await self._table.handle(request)
            if reply.scene is not None:
                await displays.show(self.channel, reply)
        except Exception:  # whatever broke, this room and all others go on
            log.exception("request failed", room=self.name, command=request.command[:40])
            self.refuse(client, Phrase("web.failed"), tap)
            return
        displays.answered(request, reply)
        if reply.language:
            client.person = replace(client.person, language=reply.language)
        if reply.refusal is not None:
            self.refuse(client, reply.refusal, tap)
        if reply.answer is not None:
            answering = self._answer(client, reply.answer, tap)
            if reply.answer.picture is not None and reply.answer.picture.slow:
                client.send({"type": "progress", "once": tap, "done": 0, "of": STEPS})
                client.begin(answering)
            else:
                await answering
        client.send({"type": "done", "once": tap})

    async def _answer(self, client: Client, answer: Scene, tap: str) -> None:
        try:
            scene = await self._scribe.write(
                answer, client.person, dark=client.dark, progress=_teller(client, tap)
            )
        except Exception:  # whatever broke, this page goes on
            log.exception("answer not written", room=self.name)
            self.refuse(client, Phrase("web.failed"), tap)
        else:
            client.send({"type": "answer", "once": tap, "scene": scene})

    async def publish(self, scene: Scene) -> None:
        """Show everyone a scene."""
        async with self._in_turn:
            written = [
                (client, await self._scribe.write(scene, client.person, dark=client.dark))
                for client in tuple(self.clients)
            ]
            for client, message in written:
                client.send({"type": "scene", "scene": message})

    def note(self, closing: Scene) -> None:
        """Write the last word of a turn into the log."""
        key = secrets.token_hex(6)
        self._log.append((key, closing))
        for client in self.clients:
            client.send({"type": "log", **self._entry(key, closing, client.person)})

    def refuse(self, client: Client, phrase: Phrase, tap: str = "") -> None:
        """Tell a client alone why something was not done."""
        client.send({"type": "refusal", "once": tap, "text": self._scribe.say(phrase, client.person)})

    async def _current(self) -> Scene:
        try:
            return await self._table.current(self.channel) or NOTHING_YET
        except Exception:  # the reader is told; nothing else stops
            log.exception("room not loaded", room=self.name)
            return Scene(lines=(Phrase("web.failed"),))

    def _entry(self, key: str, closing: Scene, reader: Person) -> Message:
        return {"key": key, "turn": closing.turn, "lines": self._scribe.lines(closing, reader)}

    def _tell_who_is_here(self) -> None:
        names = {client.person.key: client.person.name for client in self.clients if client.person.name}
        for client in self.clients:
            client.send({"type": "people", "names": sorted(names.values(), key=str.casefold)})


def _teller(client: Client, tap: str) -> Progress:
    """Tells a page how far the picture is that it waits for, in steps that one can see."""
    shown = 0

    def tell(done: int, parts: int) -> None:
        nonlocal shown
        step = done * STEPS // parts
        if step > shown:
            shown = step
            client.send({"type": "progress", "once": tap, "done": done, "of": parts})

    return tell


class Rooms:
    """The rooms that somebody is in, and those that were left lately, whose log is kept for a while."""

    def __init__(self, table: Table, texts: Texts, gallery: Gallery) -> None:
        self._table = table
        self._texts = texts
        self._gallery = gallery
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def find(self, name: str) -> Room:
        """The room with this name; every name has one."""
        room = self._rooms.pop(name, None)
        if room is None:
            room = Room(name, self._table, Scribe(name, self._texts, self._gallery))
        self._rooms[name] = room
        self._forget_idle()
        return room

    def _forget_idle(self) -> None:
        idle = [room.name for room in self._rooms.values() if not room.clients]
        for name in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._rooms[name]
