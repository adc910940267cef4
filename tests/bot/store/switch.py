"""An address behind which the server changes, as behind that of a hosted Redis with a standby."""

import asyncio
import contextlib

from tests.bot.store.redis_server import RedisServer, free_port


class Switch:
    """Leads every new connection to ``server``; those that are open stay where they are."""

    def __init__(self, server: RedisServer) -> None:
        self.server = server
        self.port = free_port()
        self.connections = 0
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def url(self) -> str:
        """What a bot would be given as REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        """Listen."""
        self._listener = await asyncio.start_server(self._connected, "127.0.0.1", self.port)

    async def stop(self) -> None:
        """Break every connection and listen no more."""
        self._listener.close()
        for writer in self._writers:
            writer.close()
        for writer in self._writers:
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
        await self._listener.wait_closed()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        there, back = await asyncio.open_connection("127.0.0.1", self.server.port)
        self._writers += [writer, back]
        await asyncio.gather(_pump(reader, back), _pump(there, writer))


async def _pump(source: asyncio.StreamReader, drain: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await source.read(65536):
            drain.write(data)
            await drain.drain()
    drain.close()
