"""What ends the bot, also before it has begun."""

import asyncio

import pytest

from bot.claims import Claims
from bot.errors import StartError
from bot.operations.serve import started, until_stopped
from bot.store.connection.link import Link
from bot.store.workers.leases import RedisLeases


class Slow:
    """A platform that starts when it is let go on."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.free = asyncio.Event()
        self.ended = False

    async def start(self) -> str:
        """Wait, as for the claim of another bot."""
        self.begun.set()
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            self.ended = True
            raise
        return "@name"


class Failing(Slow):
    """A platform that does not start."""

    async def start(self) -> str:
        """Say why."""
        raise StartError("No.")


async def test_a_start_that_waits_can_be_stopped() -> None:
    """Nobody has to wait for a claim that they do not want any more."""
    app, stop = Slow(), asyncio.Event()
    starting = asyncio.create_task(started(app, stop))
    await app.begun.wait()
    stop.set()
    async with asyncio.timeout(30):
        assert await starting is None
    assert app.ended


async def test_a_start_ends_in_a_name_or_a_sentence() -> None:
    """As it would without anybody who may stop it."""
    app = Slow()
    app.free.set()
    assert await started(app, asyncio.Event()) == "@name"
    with pytest.raises(StartError, match="No"):
        await started(Failing(), asyncio.Event())


async def test_whoever_was_replaced_stops() -> None:
    """With the sentence that says by whom; else a signal ends it without any."""
    link = Link.to("redis://127.0.0.1:1/0", patience=0.1)
    claims, stop = Claims(RedisLeases(link)), asyncio.Event()
    waiting = asyncio.create_task(until_stopped(stop, claims))
    claims.lost.set_result("It was taken over.")
    with pytest.raises(StartError, match="It was taken over"):
        await waiting
    claims = Claims(RedisLeases(link))
    stop.set()
    await until_stopped(stop, claims)
    await link.close()
