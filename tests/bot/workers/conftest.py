"""Several workers on one store."""

import asyncio
import os
import sys
import uuid
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.claims import Claims
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.store.redis_server import RedisServer

ROOT = Path(__file__).parents[3]
Hold = Callable[..., Awaitable[Process]]


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One server for all tests that do no harm to it."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def store(shared_redis: RedisServer, tmp_path: Path) -> AsyncIterator[RedisStore]:
    """A store that others use as well."""
    opened = await open_store(shared_redis.url, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def what() -> str:
    """Something that no other test wants."""
    return f"test:{uuid.uuid4().hex}"


@pytest_asyncio.fixture
async def hold(shared_redis: RedisServer) -> AsyncIterator[Hold]:
    """Starts processes that claim something: see holding.py."""
    running: list[Process] = []

    async def start(what: str, lasts: float) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(Path(__file__).with_name("holding.py")), shared_redis.url, what, str(lasts),
            env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=PIPE, cwd=ROOT,
        )  # fmt: skip
        running.append(process)
        return process

    yield start
    for process in running:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def said(process: Process) -> str:
    """The next line that a process says."""
    assert process.stdout is not None
    async with asyncio.timeout(60):
        return (await process.stdout.readline()).decode().strip()


@pytest.fixture(scope="session")
def texts() -> Texts:
    """What people read."""
    return Texts.load()


@asynccontextmanager
async def claiming(store: RedisStore, *serves: str, **settings: Any) -> AsyncIterator[Claims]:
    """The claims of a worker whose every wait is short."""
    claims = Claims(store.leases, serves, **{"lasts": 1.0, "renewed": 0.05, "longer": 0.1, **settings})
    await claims.start()
    try:
        yield claims
    finally:
        await claims.close()
