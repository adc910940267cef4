"""A room: the people who look at it, what they are shown, and what happened there so far."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import structlog

from bot.live.displays import Displays
from bot.live.patience import Patience
from bot.live.words import not_shown
from bot.painter import Progress
from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Choice, Phrase, Scene, Style
from bot.store.protocol import CorruptGame, StoreUnavailable
from bot.texts import Texts
from bot.web_app.client import Client
from bot.web_app.gallery import Gallery
from bot.web_app.ports import Table
from bot.web_app.wire import Message, Scribe

LOG_LENGTH: Final = 60
STEPS: Final = 20
MOST_IDLE: Final = 256
RETRY: Final = Patience(longest=15.0)
"""Somebody looks at the page: what could not be loaded is tried more often than where nobody may wait."""
NOTHING_YET: Final = Scene(
    lines=(Phrase("web.nothing_yet"),),
    rows=(
        (Choice(Phrase("web.new_game"), "new", Style.MAIN), Choice(Phrase("choice.tutorial"), "tutorial")),
    ),
)

log: Final = structlog.get_logger(__name__)


class _NotLoaded(Exception):
    """The room cannot be shown now; ``phrase`` says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.key)
        self.phrase = phrase


class Room:
    """One room. It shows one thing after the other, so that everybody sees the versions in order."""

    def __init__(self, name: str, table: Table, scribe: Scribe) -> None:
        self.name = name
        self.channel = Channel("web", (name,))
        self.clients: set[Client] = set()
        self._table = table
        self._scribe = scribe
        self._in_turn = asyncio.Lock()
        self._log: OrderedDict[tuple[str, int], Scene] = OrderedDict()
        self._waiting: set[Client] = set()

    async def enter(self, client: Client) -> None:
        """Show a client, new or back again, everything as it stands; what cannot be loaded now, later."""
        self.clients.add(client)  # before anything is awaited: a room with a client is not forgotten
        async with self._in_turn:
            trouble: Phrase | None = None
            try:
                current = await self._current()
            except _NotLoaded as error:
                trouble = error.phrase
                current = Scene(lines=(trouble,))
            scene = await self._scribe.write(current, client.person, dark=client.dark)
            client.send({
                "type": "welcome",
                "name": client.person.name,
                "scene": scene,
                "log": [self._entry(closing, client.person) for closing in self._log.values()],
            })  # fmt: skip
            client.seen = (current.game, current.version) if trouble is None else None
        self._tell_who_is_here()
        if trouble is not None and client not in self._waiting:
            self._waiting.add(client)
            client.begin(self._load_for(client))

    def leave(self, client: Client) -> None:
        """Forget a client that has gone."""
        if client in self.clients:
            self.clients.discard(client)
            self._waiting.discard(client)
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
            trouble = None if reply.scene is None else await displays.show(self.channel, reply)
        except Exception:  # whatever broke, this room and all others go on
            log.exception("request failed", room=self.name, command=request.command[:40])
            self.refuse(client, Phrase("web.failed"), tap)
            return
        displays.answered(request, reply)
        if reply.language:
            client.person = replace(client.person, language=reply.language)
        if reply.refusal is not None:
            self.refuse(client, reply.refusal, tap)
        elif trouble is not None:
            self.refuse(client, not_shown(trouble), tap)
        if reply.answer is not None:
            await self._give(client, reply.answer, tap)
        client.send({"type": "done", "once": tap})

    async def _give(self, client: Client, answer: Scene, tap: str) -> None:
        """Give a client an answer; one that takes long comes later, unless there are many already."""
        if answer.picture is None or not answer.picture.slow:
            await self._answer(client, answer, tap)
        elif client.busy:
            self.refuse(client, Phrase("web.too_fast"), tap)
        else:
            client.send({"type": "progress", "once": tap, "done": 0, "of": STEPS})
            client.begin(self._answer(client, answer, tap))

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
        """Show everyone a scene whose page does not show it already."""
        async with self._in_turn:
            about = (scene.game, scene.version)
            await self._show(scene, [client for client in self.clients if client.seen != about])

    async def _show(self, scene: Scene, clients: Sequence[Client]) -> None:
        written = [await self._scribe.write(scene, client.person, dark=client.dark) for client in clients]
        for client, message in zip(clients, written, strict=True):
            client.send({"type": "scene", "scene": message})
            client.seen = (scene.game, scene.version)

    def note(self, closing: Scene) -> None:
        """Write the last word of a turn into the log; it takes the place of another one of this turn."""
        about = (closing.game, closing.turn)
        self._log.pop(about, None)
        self._log[about] = closing
        while len(self._log) > LOG_LENGTH:
            self._log.popitem(last=False)
        for client in self.clients:
            client.send({"type": "log", **self._entry(closing, client.person)})

    def refuse(self, client: Client, phrase: Phrase, tap: str = "") -> None:
        """Tell a client alone why something was not done."""
        client.send({"type": "refusal", "once": tap, "text": self._scribe.say(phrase, client.person)})

    async def _current(self) -> Scene:
        """What the room shows. Raises _NotLoaded."""
        try:
            return await self._table.current(self.channel) or NOTHING_YET
        except StoreUnavailable as error:
            log.warning("room not loaded", room=self.name, reason=str(error))
            raise _NotLoaded(Phrase("web.no_store")) from error
        except CorruptGame as error:
            log.warning("game cannot be read", room=self.name, reason=str(error))
            raise _NotLoaded(Phrase("refusal.corrupt_game")) from error
        except Exception as error:  # the reader is told; nothing else stops
            log.exception("room not loaded", room=self.name)
            raise _NotLoaded(Phrase("web.failed")) from error

    async def _load_for(self, client: Client) -> None:
        """Show a page the room as soon as it can be loaded, unless somebody's doing has shown it before."""
        failures = 1
        while client.seen is None:
            await asyncio.sleep(RETRY.pause(failures))
            async with self._in_turn:
                if client.seen is None:
                    with suppress(_NotLoaded):
                        await self._show(await self._current(), [client])
            failures += 1
        self._waiting.discard(client)

    def _entry(self, closing: Scene, reader: Person) -> Message:
        return {
            "key": f"{closing.game}/{closing.turn}",
            "turn": closing.turn,
            "lines": self._scribe.lines(closing, reader),
        }

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
