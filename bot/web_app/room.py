"""A room: the people who look at it, what they are shown, and what happened there so far."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Final, Protocol

import structlog

from bot import tracing
from bot.games.names import clean_names
from bot.live.pages import WORDS_FIRST
from bot.live.patience import Patience
from bot.live.trouble import Trouble
from bot.live.words import not_shown
from bot.painter import Progress
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Choice, Phrase, Scene, Style
from bot.store.protocol import CorruptGame, NewerGame, StoreUnavailable
from bot.texts.style import isolated
from bot.web_app.client import Client
from bot.web_app.ports import RoomsTable
from bot.web_app.wire import Message, Scribe

STEPS: Final = 20
ENDS: Final = 3
"""So many ends of earlier games stay in the log, for as long as the room is kept."""
RETRY: Final = Patience(longest=15.0)
"""Somebody looks at the page: what could not be loaded is tried more often than where nobody may wait."""
NOTHING_YET: Final = Scene(
    lines=(Phrase("web.nothing_yet"),),
    rows=(
        (Choice(Phrase("web.new_game"), "new", Style.MAIN), Choice(Phrase("choice.tutorial"), "tutorial")),
        (Choice(Phrase("choice.against"), "new opponents=1"),),
    ),
)

Changed = Callable[["Room"], None]
"""Told a room whose people have come, gone, or changed their names."""
Speak = Callable[[str, str], Awaitable[None]]
"""Speaks a language to the person with a key, wherever they read."""

log: Final = structlog.get_logger(__name__)


class Stage(Protocol):
    """Where everybody in a place sees what was done there."""

    def show(self, channel: Channel, reply: Reply, /) -> Awaitable[Trouble | None]:
        """Show a reply's scene; what keeps it from being there now."""

    def answered(self, request: Request, reply: Reply, /) -> None:
        """Somebody was answered: see to it that buttons lead on."""


class _NotLoaded(Exception):
    """The room cannot be shown now; ``phrase`` says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.key)
        self.phrase = phrase


class Room:
    """One room, or the pages with the game of a chat.

    It shows one thing after the other, so that everybody sees the versions in order.
    """

    def __init__(
        self,
        channel: Channel,
        table: RoomsTable,
        scribe: Scribe,
        speak: Speak,
        *,
        changed: Changed,
        words_first: float = WORDS_FIRST,
    ) -> None:
        self.channel = channel
        self.clients: set[Client] = set()
        self._table = table
        self._scribe = scribe
        self._speak = speak
        self._changed = changed
        self._words_first = words_first
        self._in_turn = asyncio.Lock()
        self._log: tuple[Scene, ...] = ()
        self._waiting: set[Client] = set()
        self._shown: Scene | None = None
        self._ends: tuple[Scene, ...] = ()
        self._seated: tuple[str, ...] = ()
        self._elsewhere: Mapping[str, str] = {}

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
            await self._tell_log([other for other in self.clients if other is not client])
            (scene,) = await self._written(current, [client])
            client.send({
                "type": "welcome",
                "name": client.person.name,
                "scene": scene,
                "log": self._entries(self._log, client.person),
            })  # fmt: skip
            client.seen = (current.game, current.version) if trouble is None else None
            self._seated = current.seated
        self._people_changed()
        if trouble is not None and client not in self._waiting:
            self._waiting.add(client)
            client.begin(self._load_for(client))

    def leave(self, client: Client) -> None:
        """Forget a client that has gone."""
        if client in self.clients:
            self.clients.discard(client)
            self._waiting.discard(client)
            self._people_changed()

    @property
    def people(self) -> Mapping[str, str]:
        """Whose pages show this room: names by key, "" for whoever has none."""
        return {client.person.key: client.person.name for client in self.clients}

    def hear_of(self, elsewhere: Mapping[str, str]) -> None:
        """Know from now on who is in the room at other workers: names by key."""
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self._tell_who_is_here()

    def _people_changed(self) -> None:
        self._tell_who_is_here()
        self._changed(self)

    def rename(self, person: Person) -> None:
        """Call a person by another name, in every page that shows this room to them."""
        for client in self.clients:
            if client.person.key == person.key:
                client.person = replace(client.person, name=person.name)
                client.send({"type": "named", "name": person.name})
        self._people_changed()

    def react(self, person: str, name: str, emoji: str) -> None:
        """Show everyone what a person (by key) thinks of it, at their seat if they have one."""
        seat = self._seated.index(person) if person in self._seated else None
        for client in self.clients:
            client.mention({"type": "reaction", "seat": seat, "name": isolated(name, name), "emoji": emoji})

    async def act(self, stage: Stage, client: Client, request: Request, tap: str) -> None:
        """Do what a client asks and show everyone what came of it; the client alone gets the answer."""
        try:
            reply = await self._table.handle(request)
            language = reply.language or client.native
            if language != client.person.language:
                await self._speak(client.person.key, language)
            trouble = None if reply.scene is None else await stage.show(self.channel, reply)
        except Exception:  # whatever broke, this room and all others go on
            log.exception("request failed", room=str(self.channel), command=request.command[:40])
            self.refuse(client, _failed(), tap)
            return
        stage.answered(request, reply)
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
            log.exception("answer not written", room=str(self.channel))
            self.refuse(client, _failed(), tap)
        else:
            client.send({"type": "answer", "once": tap, "scene": scene})

    async def speak(self, person: str, language: str, page: Message) -> None:
        """Speak another language to a person from now on, in every page that shows this room to them.

        ``page`` tells the page its own words. Where the game cannot be loaded now, it comes later.
        """
        clients = [client for client in self.clients if client.person.key == person]
        for client in clients:
            client.person = replace(client.person, language=language)
            client.send(page)
            client.send({"type": "log", "keep": 0, "entries": self._entries(self._log, client.person)})
        if clients:
            async with self._in_turn:
                with suppress(_NotLoaded):
                    await self._show(await self._current(), clients)
            self._tell_who_is_here(clients)

    @property
    def seen(self) -> tuple[str, int] | None:
        """The game and the version that its pages show, the oldest if they differ; None without any."""
        shown = [client.seen for client in self.clients if client.seen is not None]
        return min(shown, key=lambda about: about[1], default=None)

    def lacks(self, game: str, version: int) -> bool:
        """Whether some page shows another game, or an older version of this one."""
        return any(client.lacks(game, version) for client in self.clients if client.seen is not None)

    async def publish(self, scene: Scene) -> None:
        """Show everyone a scene whose page does not show it already, and what has come to pass."""
        async with self._in_turn:
            await self._publish(scene)

    async def look(self) -> None:
        """Show everyone what there is, whichever worker brought it about; nothing if it cannot be loaded."""
        with suppress(_NotLoaded):
            async with self._in_turn:
                await self._publish(await self._current())

    async def _publish(self, scene: Scene) -> None:
        self._keep_last_word(scene)
        # Another worker may have shown what comes after this.
        await self._show(scene, [each for each in self.clients if each.lacks(scene.game, scene.version)])
        await self._tell_log(self.clients)
        if scene.seated != self._seated:
            self._seated = scene.seated
            self._tell_who_is_here()

    async def _show(self, scene: Scene, clients: Sequence[Client]) -> None:
        written = await self._written(scene, clients)
        for client, message in zip(clients, written, strict=True):
            client.send({"type": "scene", "scene": message})
            client.seen = (scene.game, scene.version)

    async def _written(self, scene: Scene, clients: Sequence[Client]) -> list[Message]:
        """A scene for each of the clients, to be shown at once; late pictures come by themselves."""
        drawn = [
            asyncio.create_task(
                self._scribe.picture(scene, client.person, dark=client.dark, live=True), name="room picture"
            )
            for client in clients
        ]
        if drawn:
            await asyncio.wait(drawn, timeout=self._words_first)
        written = []
        for client, task in zip(clients, drawn, strict=True):
            late = None if task.done() else self._illustrate(client, scene, task)
            follows = {"late": self._scribe.say(Phrase("live.picture_follows"), client.person)}
            written.append(
                self._scribe.words(scene, client.person, task.result() if late is None else follows)
            )
            client.illustrate(late)
        return written

    async def _illustrate(self, client: Client, scene: Scene, drawn: asyncio.Task[Message | None]) -> None:
        """Send a late picture to a page that still shows its words."""
        picture = await drawn
        if picture is not None and client.seen == (scene.game, scene.version):
            client.send({"type": "picture", "game": scene.game, "version": scene.version, "picture": picture})

    async def _tell_log(self, clients: Collection[Client]) -> None:
        """Tell what has happened since it was told last, as the record has it.

        Turns that were taken back are told no more. What cannot be loaded now is told with the next scene.
        """
        try:
            told = (*self._ends, *await self._table.told(self.channel))
        except (StoreUnavailable, CorruptGame):
            return
        except Exception:  # whatever broke, the scene is shown
            log.exception("log not told", room=str(self.channel))
            return
        kept = _alike(self._log, told)
        if kept < max(len(told), len(self._log)):
            self._log = told
            for client in tuple(clients):
                entries = self._entries(told[kept:], client.person)
                client.send({"type": "log", "keep": kept, "entries": entries})

    def _keep_last_word(self, scene: Scene) -> None:
        """When another game takes the place of one that was played, its end stays to be read, in the log."""
        last, self._shown = self._shown, scene
        if last is not None and last.turn > 0 and last.game != scene.game:
            self._ends = (*self._ends, replace(last, rows=(), picture=None))[-ENDS:]

    def refuse(self, client: Client, phrase: Phrase, tap: str = "") -> None:
        """Tell a client alone why something was not done."""
        client.send({"type": "refusal", "once": tap, "text": self._scribe.say(phrase, client.person)})

    async def _current(self) -> Scene:
        """What the room shows. Raises _NotLoaded."""
        try:
            scene = await self._table.current(self.channel)
        except StoreUnavailable as error:
            log.warning("room not loaded", room=str(self.channel), reason=str(error))
            raise _NotLoaded(Phrase("web.no_store")) from error
        except CorruptGame as error:
            log.warning("game cannot be read", room=str(self.channel), reason=str(error))
            newer = isinstance(error, NewerGame)
            raise _NotLoaded(Phrase("refusal.newer_game" if newer else "refusal.corrupt_game")) from error
        except Exception as error:  # the reader is told; nothing else stops
            log.exception("room not loaded", room=str(self.channel))
            raise _NotLoaded(_failed()) from error
        if scene is None:
            return NOTHING_YET
        self._shown = self._shown or scene
        return scene

    async def _load_for(self, client: Client) -> None:
        """Show a page the room as soon as it can be loaded, unless somebody's doing has shown it before."""
        failures = 1
        while client.seen is None:
            await asyncio.sleep(RETRY.pause(failures))
            async with self._in_turn:
                if client.seen is None:
                    with suppress(_NotLoaded):
                        await self._show(await self._current(), [client])
                        await self._tell_log(self.clients)
            failures += 1
        self._waiting.discard(client)

    def _entries(self, told: Iterable[Scene], reader: Person) -> list[Message]:
        return [
            {"key": f"{turn.game}/{turn.turn}", "lines": self._scribe.lines(turn, reader)} for turn in told
        ]

    def _tell_who_is_here(self, readers: Collection[Client] | None = None) -> None:
        here = {**self._elsewhere, **self.people}
        names = sorted(filter(None, here.values()), key=str.casefold)
        told = [isolated(name, name) for name in clean_names(names)]
        seats = [number for number, key in enumerate(self._seated) if key in here]
        for client in self.clients if readers is None else readers:
            client.send({"type": "people", "names": told, "seats": seats})


def _failed() -> Phrase:
    return Phrase.of("web.failed", request=tracing.current())


def _alike(one: Sequence[Scene], other: Sequence[Scene]) -> int:
    """With how many equal turns both begin."""
    alike = ((a.game, a.turn, a.lines) == (b.game, b.turn, b.lines) for a, b in zip(one, other, strict=False))
    return sum(1 for _ in takewhile(bool, alike))


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
