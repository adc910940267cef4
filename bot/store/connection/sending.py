"""Whether a call without an answer may have arrived at the server.

redis-py raises the same errors when a connection cannot be had and when an answer is lost. What tells them
apart is whether anybody has had a connection that was ready: nothing is sent before, and what fails later may
have arrived.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from redis import exceptions
from redis.asyncio import BlockingConnectionPool, Connection, SSLConnection

from bot import metrics
from bot.store.connection.refusals import REFUSALS, NotReplicated, TurnedAway, is_passing

T = TypeVar("T")

_REFUSALS: Final = (*REFUSALS, exceptions.BusyLoadingError, exceptions.DataError)
"""What the server answers instead of doing it; and what redis-py does not even send."""


class Pool(BlockingConnectionPool):
    """Connections to one server."""

    async def get_connection(self, *names: Any, **options: Any) -> Any:
        """A connection that is ready; noted for the attempt that asks for it."""
        get: Callable[..., Awaitable[Any]] = super().get_connection
        connection = await get(*names, **options)
        note_connected()
        return connection


class NodeConnection(Connection):
    """A connection to a node of a cluster, which connects when something is sent."""

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Send, and note that for the attempt in which it is done."""
        await _send(self, super().send_packed_command, command, check_health)


class SSLNodeConnection(SSLConnection):
    """Likewise, over TLS."""

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Send, and note that for the attempt in which it is done."""
        await _send(self, super().send_packed_command, command, check_health)


async def _send(
    connection: Any, send: Callable[..., Awaitable[None]], command: object, check_health: bool
) -> None:
    if not connection.is_connected:
        # What is sent to make the connection is not what somebody waits for.
        token = _attempts.set(None)
        try:
            await connection.connect()
        finally:
            _attempts.reset(token)
    note_connected()
    try:
        await send(command, check_health)
    except AttributeError as error:
        # redis-py closes free connections while somebody is given one of them.
        raise exceptions.ConnectionError("Connection closed while it was handed out") from error


class Attempts:
    """The attempts at one call.

    ``last`` is the error of the last one that ended by itself; ``unanswered`` tells that some attempt may
    have arrived although nothing was heard of it; ``turned_away`` counts those that were refused by a server
    in whose place there may soon be another. ``connected`` belongs to the attempt that is under way.
    """

    def __init__(self) -> None:
        self.last: Exception | None = None
        self.unanswered = False
        self.turned_away = 0
        self.connected = False

    async def attempt(self, call: Callable[[], Awaitable[T]]) -> T:
        """Make the call once. Raises TurnedAway where another server, or another time, may do it."""
        self.connected = False
        metrics.STORE_TRIPS.add()
        token = _attempts.set(self)
        try:
            return await call()
        except _REFUSALS as error:
            self.last = error
            self.unanswered |= isinstance(error, NotReplicated)
            if is_passing(error):
                self.turned_away += 1
                raise TurnedAway from error
            raise
        except (exceptions.RedisError, OSError) as error:
            self.last = error
            self.unanswered |= self.connected
            raise
        except asyncio.CancelledError:
            self.unanswered |= self.connected
            raise
        finally:
            _attempts.reset(token)


def note_connected() -> None:
    """Note that from now on the attempt under way may have arrived."""
    attempts = _attempts.get()
    if attempts is not None:
        attempts.connected = True


_attempts: ContextVar[Attempts | None] = ContextVar("attempts", default=None)
