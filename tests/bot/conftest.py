"""Redis servers for whoever needs one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# Loaded first by a test that gives games few tiles, what checks shuffles would keep those tiles for good.
import core.records.verify  # noqa: F401
from tests.bot.store.redis_server import RedisServer


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., RedisServer]]:
    """Starts Redis servers of the test's own."""
    servers: list[RedisServer] = []

    def start(**options: str) -> RedisServer:
        servers.append(RedisServer(tmp_path / f"redis-{len(servers)}", **options))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.stop()
