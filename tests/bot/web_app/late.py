"""A line between pages and their table that is late on purpose, as on a train: ``make late``.

``BASTIDE_LATE=0.4`` has each message take up to so many seconds, both ways; none overtakes another.
"""

import asyncio
import os
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import BrowserContext, WebSocketRoute

MOST: Final = float(os.environ.get("BASTIDE_LATE", "0"))
"""Seconds that a message takes at most."""

Happening = Callable[[], Awaitable[None] | None]


class Way:
    """One way of a line."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._under_way = asyncio.Queue[tuple[float, Happening]]()

    def send(self, happening: Happening) -> None:
        """Have something happen at the other end, after all that was sent before."""
        arrives = asyncio.get_running_loop().time() + random.random() * self._most
        self._under_way.put_nowait((arrives, happening))

    async def lie(self) -> None:
        """Bring over whatever is sent, for good."""
        while True:
            arrives, happening = await self._under_way.get()
            await asyncio.sleep(arrives - asyncio.get_running_loop().time())
            if (rest := happening()) is not None:
                await rest


@asynccontextmanager
async def late(context: BrowserContext, most: float = MOST) -> AsyncIterator[None]:
    """All lines of a browser profile are late meanwhile, if any is to be."""
    lying: set[asyncio.Task[None]] = set()

    def lay(page: WebSocketRoute) -> None:
        table, up, down = page.connect_to_server(), Way(most), Way(most)
        page.on_message(lambda said: up.send(lambda: table.send(said)))
        page.on_close(lambda code, reason: up.send(lambda: table.close(code=code, reason=reason)))
        table.on_message(lambda said: down.send(lambda: page.send(said)))
        table.on_close(lambda code, reason: down.send(lambda: page.close(code=code, reason=reason)))
        lying.update(asyncio.create_task(way.lie()) for way in (up, down))

    if most:
        await context.route_web_socket(re.compile("socket"), lay)
    try:
        yield
    finally:
        for way in lying:
            way.cancel()
        await asyncio.gather(*lying, return_exceptions=True)
