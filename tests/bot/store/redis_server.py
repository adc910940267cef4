"""A redis-server for tests, on a port of this machine, that can be killed and started again."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from tests.bot.certificate import Certificate

Worker = subprocess.Popen[str]
CLUSTER_BUS: Final = 10_000
"""A node of a cluster listens for the other nodes this many ports above its own."""
TESTING: Final = 16
"""So many processes that test share the ports; each has its own."""


def _ports() -> Iterator[int]:
    """The ports of this process, none of them again before all have had their turn."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    mine = range(10_000 + number % TESTING, 20_000, TESTING)
    return cycle(random.sample(mine, len(mine)))


_PORTS: Final = _ports()


class RedisServer:
    """A real redis-server. ``options`` are those of its configuration; by default it keeps everything.

    With a certificate it speaks TLS and nothing else, also to other servers.
    """

    def __init__(self, folder: Path, certificate: Certificate | None = None, /, **options: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = free_port()
        self.certificate = certificate
        listens = {"port": str(self.port)} if certificate is None else tls_options(certificate, self.port)
        self.options = {"appendonly": "yes", "appendfsync": "always", "save": ""} | listens | options
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What a bot would be given as REDIS_URL."""
        return f"redis{secured(self.certificate, f'://127.0.0.1:{self.port}/0')}"

    def start(self, *, wait: bool = True) -> None:
        """Start it and wait until it answers."""
        arguments = [part for name, value in self.options.items() for part in (f"--{name}", value)]
        with (self.folder / "log").open("ab") as output:
            self.process = subprocess.Popen(
                ["redis-server", "--bind", "127.0.0.1", *arguments],
                cwd=self.folder,
                stdout=output,
                stderr=output,
            )
        if wait:
            self.wait()

    def wait(self) -> None:
        """Wait until it answers."""
        assert self.process is not None
        with self.client() as client:
            for _ in range(1000):
                assert self.process.poll() is None, (self.folder / "log").read_text()
                try:
                    client.ping()
                except RedisConnectionError:
                    time.sleep(0.01)
                else:
                    return
        raise AssertionError((self.folder / "log").read_text())

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process is not None
        os.kill(self.process.pid, number)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it in order, if it still runs; at once if it will not."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGCONT)
        # While it writes its first file for a replica it refuses to end, and forgets that it was asked to.
        for _ in range(10):
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=1)
                return
        self.kill()

    def client(self) -> Redis:
        """A plain client, to look behind the store."""
        return Redis(port=self.port, password=self.options.get("requirepass"), **trusting(self.certificate))


def tls_options(certificate: Certificate, port: int) -> dict[str, str]:
    """What a server's configuration says to speak TLS at a port, and nothing else."""
    return {
        "port": "0",
        "tls-port": str(port),
        "tls-cert-file": str(certificate.made),
        "tls-key-file": str(certificate.key),
        "tls-ca-cert-file": str(certificate.made),
        "tls-auth-clients": "no",
        "tls-replication": "yes",
    }


def trusting(certificate: Certificate | None) -> dict[str, Any]:
    """What a client is told to trust the certificate, if there is one."""
    return {} if certificate is None else {"ssl": True, "ssl_ca_certs": str(certificate.made)}


def secured(certificate: Certificate | None, rest: str) -> str:
    """What follows ``redis`` in an address: with a certificate it asks for TLS and names who vouches."""
    return rest if certificate is None else f"s{rest}?ssl_ca_certs={certificate.made}"


def free_port() -> int:
    """A port of this machine that nobody uses now, and that no client is given while a server restarts.

    Nor does anybody use the port on which a node of a cluster there would speak to the others. Whoever asks
    again gets another one: servers that begin together must not meet.
    """
    return next(filter(_is_free, _PORTS))


def _is_free(port: int) -> bool:
    with socket.socket() as listener, socket.socket() as bus, contextlib.suppress(OSError):
        listener.bind(("127.0.0.1", port))
        bus.bind(("127.0.0.1", port + CLUSTER_BUS))
        return True
    return False


async def until(claim: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until a claim, a function without arguments, holds."""
    async with asyncio.timeout(seconds):
        while not claim():
            await asyncio.sleep(0.01)


def start_worker(
    mode: str, url: str = "-", data: Path | str = "-", name: str = "g1", count: int = 0
) -> Worker:
    """Another process that plays: see worker.py."""
    script = Path(__file__).with_name("worker.py")
    root = Path(__file__).parents[3]
    return subprocess.Popen(
        [sys.executable, str(script), mode, url, str(data), name, str(count)],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    )
