"""Shows rooms what other workers have done in them.

Whoever makes a change tells of it in the store, and each worker shows it in its own pages. What was not heard
of is found by asking from time to time, for all rooms with open pages at once.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

import structlog

from bot.live.displays import Displays
from bot.people import Channel
from bot.scene import Scene
from bot.store.protocol import StoreUnavailable
from bot.store.workers.news import News
from bot.web_app.room import Room, Rooms

LOOK: Final = 4.0
"""Seconds between two looks at all rooms with open pages."""
OURS: Final = 0.1
"""Seconds in which a change of our own begins to be shown, so that nothing is loaded for it once more."""

log: Final = structlog.get_logger(__name__)


class Onlooker:
    """Watches over the rooms of this worker, from :meth:`start` to :meth:`stop`."""

    def __init__(self, rooms: Rooms, displays: Displays[Scene], news: News, *, look: float = LOOK) -> None:
        self._rooms = rooms
        self._displays = displays
        self._news = news
        self._look = look
        self._at_once = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._wanted: dict[Channel, tuple[str, int]] = {}
        self._showing: set[Channel] = set()

    def start(self) -> None:
        """Begin to watch."""
        self._begin(self._news.listen(self._heard, self._at_once.set), "news")
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
            log.exception("room not shown", room=room.name)
        finally:
            self._showing.discard(channel)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
