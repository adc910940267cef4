"""One open page: what is sent to it goes through a queue, so that a slow one holds up nobody."""

import asyncio
import contextlib
import json
import time
from collections.abc import Coroutine
from typing import Any, Final

from aiohttp import WSCloseCode, web

from bot.doors.guest import Guest
from bot.web_app.wire import Message

LONGEST_QUEUE: Final = 64
MOST_BEGUN: Final = 4
"""So many films and the like are made for one page at once."""


class Client:
    """A page and its WebSocket.

    ``guest`` is who was let in where, ``person`` the same under the present name and language; ``dark`` tells
    whether the page is dark. ``seen`` is the game and the version that the page shows, None while it could
    not be shown any. ``native`` is the browser's language, which the person reads unless they chose another.
    ``address`` is where it is, ``refused`` how many of its messages came too fast, and ``belonged`` when its
    guest was last known to belong there. ``told``: some device of the person's is told of their turns.
    """

    def __init__(self, socket: web.WebSocketResponse, guest: Guest, address: str = "") -> None:
        self.guest = guest
        self.person = guest.person
        self.address = address
        self.refused = 0
        self.belonged = time.monotonic()
        self.native = guest.person.language
        self.dark = False
        self.told = False
        self.seen: tuple[str, int] | None = None
        self._socket = socket
        self._queue: asyncio.Queue[Message] = asyncio.Queue(LONGEST_QUEUE)
        self._writer = asyncio.create_task(self._write())
        self._closing: asyncio.Task[bool] | None = None
        self._begun: set[asyncio.Task[None]] = set()
        self._late: asyncio.Task[None] | None = None

    def send(self, message: Message) -> None:
        """Send soon. A page that does not keep up is cut off; it comes back and is shown everything."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._closing = self._closing or asyncio.create_task(
                self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            )

    def mention(self, message: Message) -> None:
        """Send what nobody misses, unless the page has enough to read."""
        if self._queue.qsize() < LONGEST_QUEUE // 2:
            self.send(message)

    def lacks(self, game: str, version: int) -> bool:
        """Whether the page does not show this version of this game, or a later one."""
        return self.seen is None or self.seen[0] != game or self.seen[1] < version

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something go on for this page while it plays. It ends when the page goes."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    def illustrate(self, work: Coroutine[Any, Any, None] | None) -> None:
        """Put a picture to the words that the page shows, unless it shows others before."""
        if self._late is not None:
            self._late.cancel()
        self._late = None if work is None else asyncio.create_task(work)

    @property
    def busy(self) -> bool:
        """Whether as much goes on for this page as may."""
        return len(self._begun) >= MOST_BEGUN

    async def close(self) -> None:
        """Stop sending."""
        tasks = (self._writer, *self._begun, *(() if self._late is None else (self._late,)))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                message = await self._queue.get()
                await self._socket.send_str(json.dumps(message, ensure_ascii=False))
