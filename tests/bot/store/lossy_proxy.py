"""A proxy on real sockets that stands between store and server, and loses what it is told to lose."""

import asyncio
import contextlib
from collections.abc import Callable

from tests.bot.store.redis_server import free_port


class LossyProxy:
    """Hands requests on to ``target``, a port of this machine.

    ``lose_answer_to``: the connection breaks once instead of the answer to a request that has these bytes in
    it, and ``when_lost`` is called before. ``mute``: every request arrives and is carried out, but no answer
    comes back. ``requests`` are all that were handed on.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.lose_answer_to = b""
        self.when_lost: Callable[[], object] = bool
        self.lost = 0
        self.mute = False
        self.requests: list[bytes] = []
        self.open_sockets: list[asyncio.StreamWriter] = []

    @property
    def url(self) -> str:
        """What a bot would be given as REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        """Listen."""
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", self.port)

    async def stop(self) -> None:
        """Break every connection and listen no more."""
        self.server.close()
        await self.server.wait_closed()
        for writer in self.open_sockets:
            writer.close()
        for writer in self.open_sockets:
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
        self.open_sockets.clear()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection: a request, its answer, and so on."""
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        self.open_sockets += [writer, back]
        while request := await reader.read(65536):
            self.requests.append(request)
            back.write(request)
            answer = await there.read(65536)
            if self.lose_answer_to and self.lose_answer_to in request and b"NOSCRIPT" not in answer:
                # The server has done it; nobody hears of it.
                self.lose_answer_to = b""
                self.lost += 1
                self.when_lost()
                break
            if self.mute and b"NOSCRIPT" not in answer:
                self.lost += 1
                continue
            writer.write(answer)
        writer.close()
        back.close()
