"""How commands get to the server that has their keys, and the simplest way: one server has all of them.

Its address is known, or Sentinels know it. What a cluster needs stands in cluster.py.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal, Protocol, Self, TypeAlias

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import (
    MasterNotFoundError,
    Sentinel,
    SentinelConnectionPool,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bot.redis_url import Address
from bot.store.connection.sending import Pool

Part: TypeAlias = str | bytes | int | float
Command: TypeAlias = Sequence[Part]

Mode = Literal["each", "atomic", "together"]
"""Of many commands: each for itself, or all in one transaction, or all over one connection to one server."""

CONNECTIONS: Final = 32
"""So many to each server."""
SECONDS: Final = 0.5
"""A Sentinel that has said nothing for so long is passed over; the next is asked."""


def settings(patience: float) -> dict[str, Any]:
    """What every connection has.

    Whole calls are limited and repeated by the link: a second loop inside would multiply the waiting, and a
    second limit at the same moment can swallow the first.
    """
    return {
        "socket_timeout": None,
        "socket_connect_timeout": patience / 2,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,
        "client_name": "bastide",
    }


class Transport(Protocol):
    """Sends commands once, without any patience. Keys are of the same *part* if one server has them.

    Raises what redis-py raises.
    """

    whole: bool
    """Whether one step may touch any keys, since one server has them all."""

    fails_over: bool
    """Whether a replica may take over, with what it has by then."""

    async def open(self) -> None:
        """Find out where which keys are, if that is not known."""

    @property
    def is_open(self) -> bool:
        """Whether that is known."""

    def part(self, key: Part, /) -> str:
        """The name of the part to which a key belongs, as far as is known now."""

    def parts(self) -> list[str]:
        """All parts."""

    def nodes(self) -> list[str]:
        """All servers by name, those that only follow others, too, where they are known."""

    def layout(self) -> object:
        """Something that is equal as long as the same servers have the same keys."""

    async def ask(self, command: Command, part: str = "", /) -> Any:
        """The answer to one command: where its key is, or on the server of this name."""

    async def send(self, commands: Sequence[Command], mode: Mode) -> list[Any]:
        """The answers to many commands. Errors of single ones are among the answers."""

    async def drop(self, part: str, /) -> None:
        """Close connections that nobody uses now: they may be dead, or lead to the wrong server."""

    async def refresh(self) -> None:
        """Find out anew where which keys are. Fails if nobody knows."""

    async def ping(self, key: Part, /) -> None:
        """Ask the server that has a key, over a connection of its own."""

    def subscriber(self) -> PubSub:
        """A subscriber without subscriptions."""

    async def aclose(self) -> None:
        """Close every connection."""


class ServerTransport(Transport):
    """One server has all keys."""

    whole = True
    fails_over = False

    def __init__(self, client: Redis) -> None:
        self._client = client

    @classmethod
    def to(cls, url: str, patience: float) -> Self:
        """To the server at this URL, as redis-py understands it; nothing is connected yet."""
        pool = Pool.from_url(url, max_connections=CONNECTIONS, timeout=None, **settings(patience))
        return cls(Redis.from_pool(pool))

    @property
    def is_open(self) -> bool:
        """See Transport."""
        return True

    async def open(self) -> None:
        """See Transport."""

    def part(self, _key: Part, /) -> str:
        """See Transport."""
        return ""

    def parts(self) -> list[str]:
        """See Transport."""
        return [""]

    def nodes(self) -> list[str]:
        """See Transport."""
        return self.parts()

    def layout(self) -> object:
        """See Transport."""
        return None

    async def ask(self, command: Command, _part: str = "", /) -> Any:
        """See Transport."""
        execute: Callable[..., Awaitable[Any]] = self._client.execute_command
        return await execute(*command)

    async def send(self, commands: Sequence[Command], mode: Mode) -> list[Any]:
        """See Transport."""
        async with self._client.pipeline(transaction=mode == "atomic") as pipe:
            for command in commands:
                pipe.execute_command(*command)
            return await pipe.execute(raise_on_error=False)

    async def drop(self, _part: str, /) -> None:
        """See Transport."""
        await self._client.connection_pool.disconnect(inuse_connections=False)

    async def refresh(self) -> None:
        """See Transport."""

    async def ping(self, _key: Part, /) -> None:
        """See Transport."""
        make: Callable[[], Any] = self._client.connection_pool.make_connection
        connection = make()
        try:
            await connection.connect()
            await connection.send_command("PING")
            await connection.read_response()
        finally:
            await connection.disconnect(nowait=True)

    def subscriber(self) -> PubSub:
        """See Transport."""
        return self._client.pubsub()

    async def aclose(self) -> None:
        """See Transport."""
        await self._client.aclose()


class Sentinels(Sentinel):
    """Those who know the primary. Where they lead nowhere, what the first of them says is told, in short.

    redis-py tells of all their settings instead, and not of what went wrong.
    """

    async def discover_master(self, service_name: str) -> tuple[Any, Any]:
        """See Sentinel."""
        try:
            found: tuple[Any, Any] = await super().discover_master(service_name)
        except MasterNotFoundError as error:
            nobody, failed, _ = str(error).partition(" : ")
            if failed:
                ping: Callable[[], Awaitable[Any]] = self.sentinels[0].ping
                try:
                    await ping()
                except RedisError as cause:
                    raise MasterNotFoundError(f"{nobody} : {cause}") from cause
            raise MasterNotFoundError(nobody) from None
        return found


class SentinelPool(SentinelConnectionPool, Pool):
    """Connections to whichever server is the primary when they are made."""


class PrimaryConnection(SentinelManagedConnection):
    """A connection to the primary. A refusal stays a refusal: nothing was done then."""

    async def read_response(self, *arguments: Any, **options: Any) -> Any:
        """See Connection."""
        return await super(SentinelManagedConnection, self).read_response(*arguments, **options)


class SSLPrimaryConnection(SentinelManagedSSLConnection):
    """Likewise, over TLS."""

    async def read_response(self, *arguments: Any, **options: Any) -> Any:
        """See Connection."""
        return await super(SentinelManagedConnection, self).read_response(*arguments, **options)


class SentinelTransport(ServerTransport):
    """The server that the Sentinels call the primary. Each new connection asks them."""

    fails_over = True

    def __init__(self, client: Redis, sentinel: Sentinel) -> None:
        super().__init__(client)
        self._sentinel = sentinel

    @classmethod
    def among(cls, address: Address, patience: float) -> Self:
        """Likewise; nothing is connected yet."""
        options = dict(parse_url(address.url))
        for name in ("host", "port", "connection_class"):
            options.pop(name, None)
        tls = {name: value for name, value in options.items() if name.startswith("ssl_")}
        limit = min(SECONDS, patience / 4)
        make: Callable[..., Sentinels] = Sentinels
        sentinel = make(
            address.hosts,
            sentinel_kwargs={
                "username": address.sentinel_username or None,
                "password": address.sentinel_password or None,
                "socket_timeout": limit,
                "socket_connect_timeout": limit,
                "retry": Retry(NoBackoff(), 0),
                "protocol": 2,
                **({"ssl": True, **tls} if address.tls else {}),
            },
            **(options | settings(patience)),
        )
        client = sentinel.master_for(
            address.service,
            connection_pool_class=SentinelPool,
            connection_class=SSLPrimaryConnection if address.tls else PrimaryConnection,
            max_connections=CONNECTIONS,
            timeout=None,
        )
        return cls(client, sentinel)

    async def aclose(self) -> None:
        """See Transport."""
        await asyncio.gather(super().aclose(), self._sentinel.aclose())
