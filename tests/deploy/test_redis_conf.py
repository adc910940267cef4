"""``deploy/redis.conf``, as a real Redis understands it."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import ConnectionError as NoConnection
from redis import Redis
from redis.exceptions import OutOfMemoryError

CONF = Path(__file__).parents[2] / "deploy" / "redis.conf"


@contextmanager
def started(folder: Path) -> Iterator[tuple[Redis, subprocess.Popen[bytes]]]:
    """A redis-server with the shipped configuration, on a socket in the folder instead of a port."""
    program = shutil.which("redis-server")
    assert program is not None, "redis-server is missing; make test installs it"
    socket = folder / "redis.sock"
    process = subprocess.Popen(
        [program, CONF, "--port", "0", "--unixsocket", socket, "--dir", folder], stdout=subprocess.DEVNULL
    )
    client = Redis(unix_socket_path=str(socket), decode_responses=True)
    try:
        wait_for(client)
        yield client, process
    finally:
        client.close()
        process.kill()
        process.wait()


def wait_for(client: Redis) -> None:
    """Return when the server answers."""
    deadline = time.monotonic() + 60
    while True:
        try:
            client.ping()
        except NoConnection:
            assert time.monotonic() < deadline, "redis-server did not answer"
            time.sleep(0.02)
        else:
            return


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose name is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="bastide-") as name:
        yield Path(name)


def test_what_is_promised_is_in_force(folder: Path) -> None:
    """The running server has the append-only file, syncs every write and evicts nothing."""
    wanted = {
        "appendonly": "yes",
        "appendfsync": "always",
        "no-appendfsync-on-rewrite": "no",
        "aof-load-truncated": "yes",
        "maxmemory": str(256 * 1024 * 1024),
        "maxmemory-policy": "noeviction",
        "save": "",
        "protected-mode": "yes",
        "bind": "127.0.0.1 -::1",
        "daemonize": "no",
    }
    with started(folder) as (client, _):
        assert {name: client.config_get(name)[name] for name in wanted} == wanted


def test_an_acknowledged_write_survives_sigkill(folder: Path) -> None:
    """What was answered is there after the server was killed and started again."""
    with started(folder) as (client, process):
        for n in range(200):
            client.rpush("moves", n)
        process.kill()
        process.wait()
    with started(folder) as (client, _):
        assert client.lrange("moves", 0, -1) == [str(n) for n in range(200)]


def test_a_full_server_refuses_and_forgets_nothing(folder: Path) -> None:
    """Beyond its memory the server refuses writes; what it holds stays."""
    with started(folder) as (client, _):
        client.set("game", "kept")
        client.config_set("maxmemory", 1)
        with pytest.raises(OutOfMemoryError):
            client.set("game", "replaced")
        assert client.get("game") == "kept"
