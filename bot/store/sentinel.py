"""One server at a time has all keys, and Sentinels know which."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Self

from redis.asyncio import Redis
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import (
    Sentinel,
    SentinelConnectionPool,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)
from redis.backoff import NoBackoff

from bot.redis_url import Address
from bot.store.sending import Pool
from bot.store.transport import CONNECTIONS, ServerTransport, settings

SECONDS: Final = 0.5
"""A Sentinel that has said nothing for so long is passed over; the next is asked."""


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
        make: Callable[..., Sentinel] = Sentinel
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
