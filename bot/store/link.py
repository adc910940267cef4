"""The connection to Redis: time limits, patience, and which errors mean what."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from importlib.resources import files
from math import inf
from typing import Any, Protocol, Self, TypeAlias, TypeVar
from urllib.parse import urlsplit

from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff

from bot.store.protocol import OutcomeUnknown, StoreFull, StoreUnavailable
from bot.store.refusals import REFUSALS, TurnedAway, is_full
from bot.store.sending import Attempts, Pool
from bot.store.watch import Watch

T = TypeVar("T")
Part: TypeAlias = str | bytes | int | float

PATIENCE = 5.0
CONNECTIONS = 32
WRONG_TYPE = "WRONGTYPE"
REFUSING = 10.0
"""For so long after a call was refused to the end of its patience, others are repeated only once."""
FULL = "Its memory is full: give it more (maxmemory), and everything goes on."


class WrongTypeError(StoreUnavailable):
    """A key holds another kind of value than it should: damage to whatever is kept there."""


class Script(Protocol):
    """A Lua script on the server."""

    async def __call__(self, keys: Sequence[str], args: Sequence[Part]) -> Any:
        """Its answer. Raises as ``Link.ask`` does."""


class Link:
    """A Redis server as the store uses it: every call ends within its patience, in an answer or an error.

    A call whose connection breaks is repeated until the patience is over. That is safe since every call
    that the store makes may be repeated: reading, setting to a given value, and scripts that recognise
    their own repetition or, as with deadlines, only delay something by it.

    A refusal that has to do with the server's part among others (read-only, without its primary, without
    its cluster) closes the connections, and the call is repeated over new ones: the address may lead to
    another server by now.

    Once somebody's patience is over, others fail at once until the server answers again. A server that
    refuses something has answered, and everything else is still asked of it; only one that still reads its
    data, and so refuses everything, counts as one that does not answer. For some seconds after somebody has
    been refused to the end of their patience, others who are refused try only once more.

    Calls with ``changes`` raise OutcomeUnknown when they may have been carried out although no answer came.
    """

    def __init__(self, client: Redis, name: str, *, patience: float = PATIENCE) -> None:
        self.client = client
        self.name = name
        self._patience = patience
        self._watch = Watch(name, self._ping)
        self._refusing_until = -inf
        self._retry = Retry(
            ExponentialWithJitterBackoff(base=0.02, cap=0.5),
            retries=-1,
            supported_errors=(exceptions.ConnectionError, exceptions.TimeoutError, TurnedAway),
        )

    @classmethod
    def to(cls, url: str, name: str | None = None, *, patience: float = PATIENCE) -> Self:
        """A link to ``redis://``, ``rediss://`` or ``unix://``; nothing is connected yet."""
        pool = Pool.from_url(
            url,
            max_connections=CONNECTIONS,
            # The link itself limits and repeats whole calls: a second loop inside would multiply the waiting,
            # and a second limit at the same moment can swallow the first.
            timeout=None,
            socket_timeout=None,
            socket_connect_timeout=patience / 2,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            client_name="bastide",
        )
        return cls(Redis.from_pool(pool), name or without_password(url), patience=patience)

    @property
    def down(self) -> bool:
        """Whether the server does not answer, so that calls fail at once."""
        return self._watch.down

    async def back(self) -> None:
        """Wait until the server answers again, or the link is closed."""
        await self._watch.back()

    async def ask(self, *command: Part) -> Any:
        """The answer to one command. Raises StoreUnavailable or WrongTypeError."""
        execute: Callable[..., Awaitable[Any]] = self.client.execute_command
        return await self.run(lambda: execute(*command))

    async def batch(
        self,
        commands: Iterable[Sequence[Part]],
        *,
        atomic: bool = False,
        lenient: bool = False,
        changes: bool = False,
    ) -> list[Any]:
        """The answers to many commands, of one moment if ``atomic``.

        Raises as ``ask`` does; if ``lenient``, a key of the wrong type is an exception among the answers.
        """

        async def ask_all() -> list[Any]:
            async with self.client.pipeline(transaction=atomic) as pipe:
                for command in commands:
                    pipe.execute_command(*command)
                answers = await pipe.execute(raise_on_error=not lenient)
            for answer in answers:
                if isinstance(answer, Exception) and WRONG_TYPE not in str(answer):
                    raise answer
            return answers

        commands = list(commands)
        return await self.run(ask_all, changes=changes)

    async def scan(self, pattern: str) -> set[bytes]:
        """Every key like this. Other calls go on in between."""
        found: set[bytes] = set()
        cursor = None
        while cursor != 0:
            cursor, keys = await self.ask("SCAN", cursor or 0, "MATCH", pattern, "COUNT", 1000)
            found.update(keys)
        return found

    def script(self, name: str, *, changes: bool = False) -> Script:
        """The Lua script ``lua/NAME.lua``."""
        registered = self.client.register_script(
            files("bot.store").joinpath("lua", f"{name}.lua").read_text(encoding="utf-8")
        )

        async def call(keys: Sequence[str], args: Sequence[Part]) -> Any:
            return await self.run(lambda: registered(keys, args), changes=changes)

        return call

    async def run(self, call: Callable[[], Awaitable[T]], *, changes: bool = False) -> T:
        """The result of a call that may be repeated. Raises as ``ask`` does, or OutcomeUnknown."""
        if self._watch.down:
            # Whoever asks again and again lets others find out meanwhile that the server is back.
            await asyncio.sleep(0)
            raise self._unavailable(self._watch.reason)
        attempts, limit = Attempts(), asyncio.timeout(self._patience)
        loop = asyncio.get_running_loop()

        async def in_time(error: Exception) -> None:
            if isinstance(error, TurnedAway):
                await self.client.connection_pool.disconnect(inuse_connections=False)
                if attempts.turned_away > 1 and loop.time() < self._refusing_until:
                    raise TimeoutError
            # The cancellation may be lost on its way through an attempt: no other begins after it.
            if limit.expired():
                raise TimeoutError

        try:
            async with limit:
                result = await self._retry.call_with_retry(
                    lambda: attempts.attempt(call), in_time, is_retryable=_passing
                )
        except (TimeoutError, OSError) as error:
            reason = attempts.last or "no answer in time"
            if isinstance(reason, REFUSALS):
                self._refusing_until = max(self._refusing_until, loop.time() + REFUSING)
            else:
                self._watch.lost(reason)
            # Idle connections may be as dead as this one, and nobody would notice before using them.
            await self.client.connection_pool.disconnect(inuse_connections=False)
            raise self._unavailable(reason, unknown=changes and attempts.unanswered) from (
                attempts.last or error
            )
        except exceptions.RedisError as error:
            if WRONG_TYPE in str(error):
                raise WrongTypeError(f"A value in the store {self.name} is damaged: {error}.") from error
            raise self._unavailable(error, unknown=changes and attempts.unanswered) from error
        self._watch.found()
        return result

    def subscriber(self) -> PubSub:
        """A subscriber without subscriptions, of redis-py."""
        return self.client.pubsub()

    async def close(self) -> None:
        """Close every connection."""
        await self._watch.close()
        await self.client.aclose()

    async def _ping(self) -> None:
        """Ask the server over a connection of its own, however many calls wait for the others."""
        make: Callable[[], Any] = self.client.connection_pool.make_connection
        connection = make()
        try:
            await connection.connect()
            await connection.send_command("PING")
            await connection.read_response()
        finally:
            await connection.disconnect(nowait=True)

    def _unavailable(self, reason: object, *, unknown: bool = False) -> StoreUnavailable:
        text = f"The store {self.name} cannot be used now: {str(reason).rstrip('.')}."
        if unknown:
            return OutcomeUnknown(f"{text} A change may have been made.")
        full = isinstance(reason, Exception) and is_full(reason)
        return StoreFull(f"{text} {FULL}") if full else StoreUnavailable(text)


def crosses_slots(error: StoreUnavailable) -> bool:
    """Whether a server in cluster mode has refused keys of different slots; nothing was done then."""
    cause = error.__cause__
    return isinstance(cause, exceptions.ResponseError) and "slot" in f"{type(cause).__name__} {cause}".lower()


def without_password(url: str) -> str:
    """The address that a URL names, without password and options."""
    parts = urlsplit(url)
    credentials, at, address = parts.netloc.rpartition("@")
    user = credentials.partition(":")[0]
    return f"{parts.scheme}://{user}{at if user else ''}{address}{parts.path}"


def _passing(error: Exception) -> bool:
    return not isinstance(error, exceptions.AuthenticationError | exceptions.AuthorizationError)
