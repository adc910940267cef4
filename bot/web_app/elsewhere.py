"""What the web tables of all workers tell each other of a place: reactions, and who looks at it.

Nothing of it is kept in the store, no chat is told, and whatever is not heard is missed by nobody for long.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bot.people import Channel
from bot.store.protocol import StoreUnavailable
from bot.store.workers.news import News
from bot.strangers import text_of
from bot.web_app.room import Room
from bot.web_app.rooms import Rooms
from bot.web_app.visitors import name_from
from bot.web_app.wire import Message

LASTS: Final = 30.0
"""Seconds for which people are believed to be at another worker that says no more of them."""
AGAIN: Final = 10.0
"""Seconds after which a worker tells once more who is in a room that others have people in, too."""
MOST_TOLD: Final = 40
"""So many people of one room a worker tells of."""
MOST_WORKERS: Final = 16
"""So many others are listened to for one room."""
LONGEST_KEY: Final = 80

Hear = Callable[[Channel, str, Message], None]
"""Told a place, the worker that said something of it, and what."""
People = Mapping[str, str]
"""Names by key; "" for whoever has none."""


class Elsewhere:
    """The web tables of other workers. ``news`` carry what is said; without them there are no others."""

    def __init__(self, news: News | None) -> None:
        self._news = news
        self._ours = secrets.token_hex(8)
        self._hearers: list[Hear] = []

    def listen(self, hear: Hear) -> None:
        """Tell this one, too, what others say from now on."""
        self._hearers.append(hear)

    async def say(self, channel: Channel, message: Message) -> None:
        """Say something of a place to all others, if they can be told now."""
        if self._news is not None:
            with suppress(StoreUnavailable):
                await self._news.say(channel, json.dumps({"by": self._ours, **message}, ensure_ascii=False))

    def heard(self, channel: Channel, text: str) -> None:
        """Pass on what a worker said of a place, unless it was this one, or nothing of the kind."""
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            return
        if isinstance(said, dict) and (by := text_of(said, "by")) != self._ours:
            for hear in self._hearers:
                hear(channel, by, said)


@dataclass
class _Place:
    """A room with people of this worker: when it was told of last, and who is there elsewhere until when."""

    told: float
    others: dict[str, tuple[float, People]] = field(default_factory=dict)


class Presence:
    """Lets everybody in a room see who is there, whichever worker has their page.

    Each worker tells of its own people whenever they come or go. A room that opens asks the others; where
    they have people in it, it is told of again from time to time, so that those of a worker that was killed
    are there no longer than ``LASTS``. Nothing is said of a room when something is done in it.
    """

    def __init__(self, rooms: Rooms, elsewhere: Elsewhere, now: Callable[[], float] = time.monotonic) -> None:
        self._rooms = rooms
        self._elsewhere = elsewhere
        self._now = now
        self._places: dict[Channel, _Place] = {}
        self._due: dict[Channel, bool] = {}
        self._telling: asyncio.Task[None] | None = None
        rooms.watch(self._changed)
        elsewhere.listen(self._heard)

    def look(self, missed: bool) -> None:
        """Forget those who are told of no more, and tell of ours; of all, if something was ``missed``."""
        now = self._now()
        for channel, place in self._places.items():
            for by in [by for by, (until, _) in place.others.items() if until < now]:
                del place.others[by]
                self._show(channel, place)
            if missed or (place.others and now - place.told >= AGAIN):
                self._tell(channel, ask=missed)

    async def finish(self, seconds: float) -> None:
        """Give what is being told so much time."""
        if self._telling is not None:
            await asyncio.wait({self._telling}, timeout=seconds)

    def _changed(self, room: Room) -> None:
        channel = room.channel
        if not room.people:
            self._places.pop(channel, None)
            room.hear_of({})
            self._tell(channel)
        elif channel in self._places:
            self._tell(channel)
        else:
            self._places[channel] = _Place(self._now())
            self._tell(channel, ask=True)

    def _heard(self, channel: Channel, by: str, said: Message) -> None:
        place, here = self._places.get(channel), said.get("here")
        if place is None or not isinstance(here, Mapping):
            return
        people = {
            key: name_from(text_of(here, key)) for key in list(here)[:MOST_TOLD] if len(key) <= LONGEST_KEY
        }
        if not people:
            place.others.pop(by, None)
        elif by in place.others or len(place.others) < MOST_WORKERS:
            place.others[by] = (self._now() + LASTS, people)
        self._show(channel, place)
        if said.get("ask") is True:
            self._tell(channel)

    def _show(self, channel: Channel, place: _Place) -> None:
        room = self._rooms.known(channel)
        if room is not None:
            room.hear_of({key: name for _, people in place.others.values() for key, name in people.items()})

    def _tell(self, channel: Channel, *, ask: bool = False) -> None:
        """Tell of a room's people soon, and of what has changed until then, at once."""
        self._due[channel] = ask or self._due.get(channel, False)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_all(), name="presence")

    async def _tell_all(self) -> None:
        while self._due:
            channel = next(iter(self._due))
            ask = self._due.pop(channel)
            if (place := self._places.get(channel)) is not None:
                place.told = self._now()
            room = self._rooms.known(channel)
            people = {} if room is None else dict(sorted(room.people.items())[:MOST_TOLD])
            await self._elsewhere.say(channel, {"here": people, "ask": ask})
