"""The stores of a storm: a Redis behind a proxy that leaks, or a cluster of six; and what befalls them."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from redis.exceptions import RedisError

from tests.bot.store.redis_cluster import RedisCluster
from tests.bot.store.redis_server import RedisServer, free_port

Deed = Callable[[], Awaitable[None]]


class StormStore(Protocol):
    """``url`` is for the workers, ``direct`` for whoever looks on. Each fault ends by itself."""

    url: str
    direct: str

    async def start(self) -> None:
        """Start all of it."""

    async def stop(self) -> None:
        """End all of it."""

    async def mend(self) -> None:
        """Wait until all of it is well."""

    @property
    def faults(self) -> Mapping[str, Deed]:
        """What can go wrong with it, by name."""


class Leak:
    """A proxy in both directions. While ``swallowing`` requests arrive, and answers are lost."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.swallowing = False
        self._target = target
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def stop(self) -> None:
        """Break every connection and listen no more."""
        if self._server is not None:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Break every connection."""
        for writer in self._open:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, back}
        self._open |= ends
        pumps = [
            asyncio.create_task(self._pump(reader, back, answers=False)),
            asyncio.create_task(self._pump(there, writer, answers=True)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            self._open -= ends
            for end in ends:
                end.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool
    ) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if answers and self.swallowing:
                    return
                writer.write(data)
                await writer.drain()


class Single:
    """One server that writes down each change before it answers, behind a leak."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._server = RedisServer(folder / "redis")
        self._leak = Leak(self._server.port)
        self._chance = chance
        self.url = f"redis://127.0.0.1:{self._leak.port}/0"
        self.direct = self._server.url

    async def start(self) -> None:
        """See StormStore."""
        await asyncio.to_thread(self._server.start)
        await self._leak.start()

    async def stop(self) -> None:
        """See StormStore."""
        await self._leak.stop()
        self._server.stop()

    async def mend(self) -> None:
        """See StormStore."""
        if self._server.process is None or self._server.process.poll() is not None:
            await asyncio.to_thread(self._server.start)

    @property
    def faults(self) -> Mapping[str, Deed]:
        """See StormStore."""
        return {
            "connections to Redis cut": self._cut,
            "answers of Redis lost": self._lose,
            "Redis killed": self._restart,
            "Redis frozen": self._freeze,
        }

    async def _cut(self) -> None:
        self._leak.cut()

    async def _lose(self) -> None:
        # Each connection ends instead of its next answer.
        self._leak.swallowing = True
        await asyncio.sleep(self._chance.uniform(0.2, 1.5))
        self._leak.swallowing = False

    async def _restart(self) -> None:
        self._server.kill()
        await asyncio.sleep(self._chance.uniform(0.2, 3))
        await asyncio.to_thread(self._server.start)

    async def _freeze(self) -> None:
        self._server.send(signal.SIGSTOP)
        await asyncio.sleep(self._chance.uniform(0.5, 4))
        self._server.send(signal.SIGCONT)


class Cluster:
    """Three primaries and their replicas; a change counts when the replica has it, too."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._cluster = RedisCluster(folder / "cluster")
        self._chance = chance
        self.direct = self._cluster.url
        self.url = f"{self._cluster.url}?wait_replicas=1"

    async def start(self) -> None:
        """See StormStore."""
        await asyncio.to_thread(self._cluster.start)

    async def stop(self) -> None:
        """See StormStore."""
        self._cluster.stop()

    async def mend(self) -> None:
        """See StormStore."""
        await asyncio.to_thread(self._cluster.settle)

    @property
    def faults(self) -> Mapping[str, Deed]:
        """See StormStore."""
        return {
            "connections to Redis cut": self._cut,
            "a primary killed": self._kill,
            "a primary frozen": self._freeze,
            "a replica promoted": self._promote,
        }

    async def _cut(self) -> None:
        await asyncio.to_thread(self._cut_all)

    def _cut_all(self) -> None:
        for node in self._cluster.nodes:
            with suppress(RedisError), node.client() as client:
                client.client_kill_filter(_type="normal", skipme=True)

    async def _kill(self) -> None:
        (await self._primary()).kill()
        await asyncio.sleep(self._chance.uniform(2, 6))
        # Its data must be on two nodes again before the next one may fail.
        await self.mend()

    async def _freeze(self) -> None:
        node = await self._primary()
        node.send(signal.SIGSTOP)
        await asyncio.sleep(self._chance.uniform(0.5, 5))
        node.send(signal.SIGCONT)
        await self.mend()

    async def _promote(self) -> None:
        def promote() -> None:
            replica = self._cluster.replica_of(self._somewhere())
            with replica.client() as client:
                client.execute_command("CLUSTER", "FAILOVER")

        with suppress(RedisError):
            await asyncio.to_thread(promote)
        await asyncio.sleep(1)
        await self.mend()

    async def _primary(self) -> RedisServer:
        return await asyncio.to_thread(self._cluster.primary_of, self._somewhere())

    def _somewhere(self) -> str:
        return str(self._chance.random())
