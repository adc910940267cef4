"""Processes that are killed, on a real Redis: who was to be told is told, and who was told is not again."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.pushing.courier import Courier
from bot.pushing.devices import DeviceBook, read_device
from bot.pushing.nudger import Nudger
from bot.request import Request
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from tests.bot.pushing.service import PushService
from tests.bot.store.redis_server import RedisServer
from tests.bot.table.club import ANN, BO, CHANNEL, Hands

ROOT = Path(__file__).parents[3]
BEFORE_BO = ((ANN, "new order=joined"), (BO, "join"), (ANN, "start"), (ANN, "place 1"), (ANN, "pass"))


@asynccontextmanager
async def killed_in_the_end(url: str, service: PushService) -> AsyncIterator[None]:
    """A worker that is killed without a word."""
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(Path(__file__).with_name("worker.py")), url, service.origin, env=environment
    )
    try:
        yield
        assert process.returncode is None
    finally:
        process.kill()
        await process.wait()


@pytest.fixture
async def waiting(
    start_server: Callable[..., RedisServer], service: PushService, tmp_path: Path
) -> AsyncIterator[tuple[RedisStore, str]]:
    """A store in which it is Bo's turn, who has a device, and its address."""
    url = start_server().url
    store = await open_store(url, tmp_path)
    device = read_device(service.subscribe("phone").told(), (service.origin,), sound=False, now=time.time())
    assert device is not None
    await DeviceBook(store.devices, store).add(BO.key, device)
    # Some seconds ago, so that nobody has to wait for a page that could have shown it.
    table = Table(store, Hands(SystemClock().now() - timedelta(seconds=10)))
    for number, (who, command) in enumerate(BEFORE_BO):
        reply = await table.handle(Request(CHANNEL, who, command, f"tap-{number}"))
        assert reply.refusal is None
    yield store, url
    await store.close()


async def told_by_another(store: RedisStore, service: PushService) -> list[tuple[str, str]]:
    """What another worker does as soon as the claim of the first has run out."""
    courier = Courier(store.secret, service.origin, services=(service.origin,))
    clock = Hands(SystemClock().now() + timedelta(seconds=65))
    nudger = Nudger(store, DeviceBook(store.devices, store), courier, Texts.load(), clock)
    await nudger.work()
    await asyncio.gather(*nudger._serving)
    await nudger.stop()
    return service.messages()


async def until(true: Callable[[], bool]) -> None:
    """Wait for something on a busy machine."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.02)


async def test_whoever_was_not_told_is_told_by_another(
    waiting: tuple[RedisStore, str], service: PushService
) -> None:
    """Killed before the service has answered: it gets the message again, under the same topic and tag."""
    store, url = waiting
    service.gate.clear()
    async with killed_in_the_end(url, service):
        await until(lambda: bool(service.arrived))
    (first,) = service.arrived
    service.messages()
    service.gate.set()
    assert await told_by_another(store, service) == [("phone", "Twoja kolej")]
    assert await told_by_another(store, service) == []
    assert first.headers["Topic"] == first.message["tag"]


async def test_whoever_was_told_is_not_told_again(
    waiting: tuple[RedisStore, str], service: PushService
) -> None:
    """Killed after that, and at whatever is looked at next."""
    store, url = waiting
    book = DeviceBook(store.devices, store)

    async def noted() -> bool:
        told = (await book.open(BO.key)).told.get(str(CHANNEL))
        return told is not None and not told.left

    async with killed_in_the_end(url, service):
        async with asyncio.timeout(60):
            while not await noted():
                await asyncio.sleep(0.02)
    assert service.messages() == [("phone", "Twoja kolej")]
    await Table(store, SystemClock()).wind_all("web")
    await Table(store, SystemClock()).due(CHANNEL)
    assert await told_by_another(store, service) == []
