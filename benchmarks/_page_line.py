"""A slow line for the measure of the page: one phone's, which all of its connections share."""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Final

PACKET: Final = 1460
"""So many bytes go over the line in one piece; connections take turns."""


@dataclass
class _Way:
    """One direction: bytes go over it one after the other, and each arrives later by ``late`` seconds."""

    rate: float
    late: float
    carried: int = 0
    _free: float = 0.0

    def send(self, count: int) -> tuple[float, float]:
        """When so many bytes have gone over it if they are sent now, and when they are there."""
        self.carried += count
        self._free = max(self._free, asyncio.get_running_loop().time()) + count / self.rate
        return self._free, self._free + self.late


@dataclass
class SlowLine:
    """A port of this machine that leads to another one, by ``rate`` bytes a second each way.

    It is any port unless one is given. A way there and back takes ``trip`` seconds, and so does beginning a
    connection, before anything is said.
    What is not there: lost packets, the slow start of TCP, TLS.
    """

    target: int
    rate: float
    trip: float
    port: int = 0
    connections: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def lay(self) -> None:
        """Begin to listen."""
        self._up, self._down = (_Way(self.rate, self.trip / 2) for _ in range(2))
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def remove(self) -> None:
        """End, with all connections."""
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def brought(self) -> int:
        """How many bytes have come from there, headers and all."""
        return self._down.carried

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        begun = asyncio.get_running_loop().time() + self.trip
        self._begin(self._carry(reader, back, self._up, begun))
        self._begin(self._carry(there, writer, self._down, begun))

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, way: _Way, begun: float
    ) -> None:
        """Carry bytes one way until they end. Whatever was said before ``begun`` waits for that."""
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._begin(_arrive(due, target))
        with contextlib.suppress(ConnectionError):
            while said := await source.read(PACKET):
                await _until(begun)
                sent, there = way.send(len(said))
                due.put_nowait((there, said))
                await _until(sent)
        due.put_nowait((0.0, b""))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _arrive(due: "asyncio.Queue[tuple[float, bytes]]", target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while (next_ := await due.get())[1]:
            await _until(next_[0])
            target.write(next_[1])
            await target.drain()
    target.close()


async def _until(when: float) -> None:
    await asyncio.sleep(max(0.0, when - asyncio.get_running_loop().time()))
