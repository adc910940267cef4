"""The line to Telegram: how the library's calls get there and what comes back.

The library's own client takes several times as much of the processor for each call, so this one is that of
our other platform.
"""

from io import BytesIO
from typing import Final
from urllib.request import getproxies

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECTIONS: Final = 64
"""To Telegram, which takes 30 messages a second."""
CONNECTING: Final = 5.0
"""Seconds until a connection must be there."""
TURN: Final = 20.0
"""Seconds until a call has a connection: an old one that is free, or one more."""
ANSWERING: Final = 20.0
"""Seconds until an answer begins, and between any two pieces of it."""
SENDING: Final = 60.0
"""Seconds that a picture or file may take on its way, besides."""


class Line(BaseRequest):
    """Connections to Telegram, ``connections`` at once.

    A call gets one within ``turn`` seconds, and something of its answer within ``answering`` more.
    """

    def __init__(
        self, connections: int = CONNECTIONS, *, turn: float = TURN, answering: float = ANSWERING
    ) -> None:
        self._connections = connections
        self._turn = turn
        self._answering = answering
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds until an answer begins."""
        return self._answering

    async def initialize(self) -> None:
        """Begin, or begin anew after an end. Nothing is connected yet."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
                # Where no proxy is set, none is looked for: that would take a thread for each call.
                trust_env=bool(getproxies()),
            )

    async def shutdown(self) -> None:
        """Close all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(  # noqa: PLR0917  the library calls it like this
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,
        connect_timeout: object = BaseRequest.DEFAULT_NONE,
        pool_timeout: object = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """The status and the body of an answer. Raises TimedOut and NetworkError."""
        if self._session is None:
            raise RuntimeError("the line to Telegram is closed")
        files = request_data is not None and bool(request_data.multipart_data)
        answering = _chosen(read_timeout, self._answering)
        sending = _chosen(write_timeout, SENDING if files else 0.0)
        patience = aiohttp.ClientTimeout(
            connect=_chosen(pool_timeout, self._turn),
            sock_connect=_chosen(connect_timeout, CONNECTING),
            # What is sent is not waited for by itself: the answer begins when all of it has arrived.
            sock_read=None if answering is None or sending is None else answering + sending,
        )
        try:
            async with self._session.request(
                method, url, data=_body(request_data), timeout=patience, allow_redirects=False
            ) as answer:
                return answer.status, await answer.read()
        except TimeoutError as error:
            raise TimedOut from error
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(f"{type(error).__name__}: {error}") from error


def unsent(error: BaseException | None) -> bool:
    """Whether after this cause of a NetworkError Telegram certainly has not got the call."""
    return isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError)


def _body(data: RequestData | None) -> aiohttp.FormData | dict[str, str] | None:
    if data is None:
        return None
    if not data.multipart_data:
        return data.json_parameters
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, mime) in data.multipart_data.items():
        # As a stream, of which not all has to be handed over at once.
        stream = BytesIO(content) if isinstance(content, bytes) else content
        form.add_field(name, stream, filename=filename, content_type=mime)
    return form


def _chosen(seconds: object, usual: float) -> float | None:
    """The seconds that a call asks for, None for no end to it."""
    return seconds if seconds is None or isinstance(seconds, float | int) else usual
