"""All rooms of the web table: their addresses, how they are shown, and what other workers do in them.

Whoever makes a change tells of it in the store, and each worker shows it in its own pages. What was not heard
of is found by asking from time to time, for all rooms with open pages at once.
"""

import asyncio
import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import structlog

from bot import metrics
from bot.live.displays import Displays
from bot.live.messenger import Sending, Sent
from bot.live.trouble import Trouble, TroubleKind
from bot.people import Channel, Person
from bot.scene import Phrase, Scene
from bot.shown import Post
from bot.store.protocol import StoreUnavailable
from bot.store.workers.news import News, Said
from bot.texts import Texts
from bot.web_app.gallery import Gallery
from bot.web_app.ports import RoomsTable
from bot.web_app.room import Changed, Room
from bot.web_app.wire import Message, Scribe

ROOM_NAME: Final = re.compile(r"[a-z0-9-]{1,40}")
LONGEST: Final = 40
_CONSONANTS: Final = "bdfgklmnprstvz"
_VOWELS: Final = "aeiou"
_STROKES: Final = str.maketrans({"ł": "l", "Ł": "L", "ß": "ss", "ø": "o", "Ø": "O", "đ": "d", "æ": "ae"})

MOST_IDLE: Final = 256

LOOK: Final = 4.0
"""Seconds between two looks at all rooms with open pages."""
SOON: Final = 0.5
"""Seconds for which a page waits for the name of its first picture."""
OURS: Final = 0.1
"""Seconds in which a change of our own begins to be shown, so that nothing is loaded for it once more."""

log: Final = structlog.get_logger(__name__)


def is_room(name: str) -> bool:
    """Whether this is a room's name, exactly as it stands in an address."""
    return ROOM_NAME.fullmatch(name) is not None


def room_from(words: str) -> str:
    """The room's name that somebody meant by these words; empty when nothing usable is left.

    ``Łódź, Friday!`` becomes ``lodz-friday``.
    """
    plain = unicodedata.normalize("NFKD", words.translate(_STROKES)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST].rstrip("-")


def new_room() -> str:
    """A name for a new room: easy to say in any language, hard to guess."""
    words = ("".join(secrets.choice(letters) for letters in (_CONSONANTS, _VOWELS) * 3) for _ in range(2))
    return f"{'-'.join(words)}-{secrets.randbelow(90) + 10}"


def channel_of(name: str) -> Channel:
    """The channel of the room with this name."""
    return Channel("web", (name,))


def address_of(channel: Channel) -> str:
    """Where what belongs to a room is fetched; of a chat's game, beside the page with the board."""
    return f"/r/{channel.place[-1]}/" if channel.platform == "web" else ""


class Rooms:
    """The rooms that somebody is in, or was lately; chats whose game is on a page, too.

    ``words`` are a page's, by language.
    """

    def __init__(
        self, table: RoomsTable, texts: Texts, gallery: Gallery, words: Callable[[str], Message]
    ) -> None:
        self._words = words
        self._table = table
        self._texts = texts
        self._gallery = gallery
        self._rooms: OrderedDict[Channel, Room] = OrderedDict()
        self._watching: list[Changed] = []
        metrics.ROOMS.watch(self._open)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def known(self, channel: Channel) -> Room | None:
        """The room of this channel, if somebody is in it or was lately."""
        return self._rooms.get(channel)

    def find(self, channel: Channel) -> Room:
        """The room of this channel; every channel has one."""
        room = self._rooms.pop(channel, None)
        if room is None:
            scribe = Scribe(address_of(channel), self._texts, self._gallery)
            room = Room(channel, self._table, scribe, self.speak, changed=self._changed)
        self._rooms[channel] = room
        self._forget_idle()
        return room

    def watch(self, changed: Changed) -> None:
        """Tell this one, too, whose people come and go from now on."""
        self._watching.append(changed)

    async def coming(self, channel: Channel) -> Mapping[str, str]:
        """The pictures that somebody who opens this room's page will want first, by colour scheme.

        Only what hangs already: nothing is drawn for whoever only asks for the page. No page waits for a
        store that does not answer, and what is wrong with a game the page learns by its socket.
        """
        asked = asyncio.create_task(self._table.current(channel), name=f"picture of {channel}")
        asked.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.wait({asked}, timeout=SOON)
        if not asked.done() or asked.exception() is not None:
            return {}
        scene = asked.result()
        scribe = Scribe(address_of(channel), self._texts, self._gallery)
        hanging = {} if scene is None else {
            scheme: scribe.hanging(scene, dark=scheme == "dark") for scheme in ("light", "dark")
        }  # fmt: skip
        return {scheme: address for scheme, address in hanging.items() if address is not None}

    async def speak(self, person: str, language: str) -> None:
        """Speak another language to a person from now on, in all rooms and pages."""
        words = self.words(language)
        for room in self:
            await room.speak(person, language, words)

    def say(self, phrase: Phrase, language: str) -> str:
        """A sentence to somebody who is in no room."""
        return self._texts.say(phrase, language)

    def words(self, language: str) -> Message:
        """The message that tells a page its own words."""
        return {"type": "speak", **self._words(language)}

    def _changed(self, room: Room) -> None:
        for changed in self._watching:
            changed(room)

    def _open(self) -> Mapping[metrics.Labels, float]:
        return {(): sum(bool(room.clients) for room in self)}

    def _forget_idle(self) -> None:
        idle = [channel for channel, room in self._rooms.items() if not room.clients]
        for channel in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._rooms[channel]


class WebMessenger:
    """Six calls to the rooms. A page is the scene itself: each reader gets it written for themselves."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def write(self, scene: Scene, *, call: bool = False, picture: bool = True) -> Scene:  # noqa: ARG002
        """See Messenger. Nobody is called: whose turn it is, a page shows in its title."""
        return scene

    async def send(self, channel: Channel, page: Scene, how: Sending) -> Sent:
        """See Messenger. The scene says what a notice beside it would."""
        if not how.reply_to:
            await self._room(channel).publish(page)
        game, turn = how.about
        return Sent(f"{game}/{turn}{'/notice' if how.reply_to else ''}")

    async def edit(self, channel: Channel, post: Post, page: Scene) -> Sent:
        """See Messenger."""
        await self._room(channel).publish(page)
        return Sent(post.message)

    async def close(self, channel: Channel, post: Post, page: Scene | None) -> None:
        """See Messenger. What happened is told from the record, whatever was shown."""

    async def delete(self, channel: Channel, message: str) -> None:
        """See Messenger. Notices are never there."""

    async def whisper(self, person: Person, page: Scene, nonce: str) -> None:  # noqa: ARG002
        """See Messenger."""
        raise Trouble(TroubleKind.PRIVATE, "a room has no private messages")

    def _room(self, channel: Channel) -> Room:
        return self._rooms.find(channel)


class Onlooker:
    """Watches over the rooms of this worker, from :meth:`start` to :meth:`stop`.

    ``said`` is told what others say of places, and ``looks``, each time that all rooms are looked at, whether
    something may not have been heard before.
    """

    def __init__(
        self,
        rooms: Rooms,
        displays: Displays[Scene],
        news: News,
        said: Said,
        looks: Callable[[bool], None],
        *,
        look: float = LOOK,
    ) -> None:
        self._rooms = rooms
        self._displays = displays
        self._news = news
        self._said = said
        self._looks = looks
        self._look = look
        self._at_once = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._wanted: dict[Channel, tuple[str, int]] = {}
        self._showing: set[Channel] = set()

    def start(self) -> None:
        """Begin to watch."""
        self._begin(self._news.listen(self._heard, self._at_once.set, self._said), "news")
        self._begin(self._compare(), "rooms")

    async def stop(self) -> None:
        """Watch no more."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _heard(self, channel: Channel, game: str, version: int) -> None:
        self._look_at(channel, (game, version))

    async def _compare(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._look):
                    await self._at_once.wait()
            self._looks(self._at_once.is_set())
            self._at_once.clear()
            seen = {room.channel: room.seen for room in self._rooms if room.seen is not None}
            try:
                moved = await self._news.moved(seen)
            except StoreUnavailable:
                continue
            except Exception:  # whatever broke, it is tried again
                log.exception("rooms not compared")
                continue
            for channel, about in moved.items():
                self._look_at(channel, about)

    def _look_at(self, channel: Channel, about: tuple[str, int]) -> None:
        """Show a room what there is now, if some page of it does not show that version of that game."""
        room = self._rooms.known(channel)
        if room is None or not room.lacks(*about):
            return
        self._wanted[channel] = about
        if channel not in self._showing:
            self._showing.add(channel)
            self._begin(self._show(room), f"look at {channel}")

    async def _show(self, room: Room) -> None:
        channel = room.channel
        try:
            while channel in self._wanted:
                await asyncio.sleep(OURS)
                await self._displays.shown(channel)
                if room.lacks(*self._wanted.pop(channel)):
                    await room.look()
        except Exception:  # whatever broke, it is compared again
            log.exception("room not shown", room=str(channel))
        finally:
            self._showing.discard(channel)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
