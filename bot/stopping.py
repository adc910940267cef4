"""What ends the bot: a signal, at any time, or another worker that has taken its place."""

import asyncio
from typing import Any, Protocol

from bot.claims import Claims
from bot.errors import StartError


class App(Protocol):
    """A platform that may have to wait long before it can start."""

    async def start(self) -> str:
        """Begin to serve; the name under which people find it. Raises StartError."""


async def started(app: App, stop: asyncio.Event) -> str | None:
    """Start an app: its name, or None where the bot is told to stop meanwhile. Raises StartError."""
    starting = asyncio.create_task(app.start(), name="start")
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return await starting if starting.done() else None
    finally:
        for task in (starting, stopping):
            task.cancel()
        await asyncio.gather(starting, stopping, return_exceptions=True)


async def until_stopped(stop: asyncio.Event, claims: Claims) -> None:
    """Wait until the bot is told to stop. Raises StartError when another worker has taken its place."""
    stopping = asyncio.create_task(stop.wait())
    either: set[asyncio.Future[Any]] = {stopping, claims.lost}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
    if claims.lost.done():
        raise StartError(claims.lost.result())
