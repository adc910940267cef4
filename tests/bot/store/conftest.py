"""Stores for the tests: each kind that a bot can be started with, all on real servers but memory://."""

import uuid
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio

from bot.people import Channel
from bot.store import open_store
from bot.store.connection.link import PATIENCE, Link
from bot.store.redis_store import RedisStore
from tests.bot.store.lossy_proxy import LossyProxy
from tests.bot.store.redis_cluster import RedisCluster
from tests.bot.store.redis_server import RedisServer


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One server for all tests that do no harm to it."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    """One cluster for all tests, which leave it as well as they found it."""
    cluster = RedisCluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture
def server(start_server: Callable[..., RedisServer]) -> RedisServer:
    """A server of the test's own."""
    return start_server()


@pytest_asyncio.fixture(
    scope="session", loop_scope="session", params=["embedded", "server", "memory", "cluster"]
)
async def store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[RedisStore]:
    """Every kind of store in turn, one for all tests: they run in the session's event loop."""
    url = {"embedded": "", "memory": "memory://"}.get(request.param)
    if url is None:
        # Only what is asked for is started.
        url = request.getfixturevalue({"server": "shared_server"}.get(request.param, request.param)).url
    opened = await open_store(url, tmp_path_factory.mktemp("data"))
    yield opened
    await opened.close()


@pytest.fixture
async def connect() -> AsyncIterator[Callable[..., RedisStore]]:
    """Makes stores on a server that may not answer, and closes them in the end."""
    stores: list[RedisStore] = []

    def store_on(url: str, *, patience: float = PATIENCE) -> RedisStore:
        stores.append(RedisStore(Link.to(url, patience=patience)))
        return stores[-1]

    yield store_on
    for store in stores:
        await store.close()


@pytest.fixture
async def proxy(shared_server: RedisServer) -> AsyncIterator[LossyProxy]:
    """A proxy before the shared server."""
    lossy = LossyProxy(shared_server.port)
    await lossy.start()
    yield lossy
    await lossy.stop()


@pytest.fixture
def channel() -> Channel:
    """A channel that no other test has, on a platform that no other test has."""
    return Channel(f"platform-{uuid.uuid4().hex}", ("7", "42"))


@pytest.fixture
def person() -> str:
    """The key of a person whom no other test knows."""
    return f"discord:{uuid.uuid4().hex}"
