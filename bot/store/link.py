"""The connection to Redis: time limits, patience, and which errors mean what."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha1
from importlib.resources import files
from math import inf
from typing import Any, Final, Protocol, Self, TypeVar
from urllib.parse import urlsplit

from redis import exceptions
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from bot import metrics
from bot.redis_url import read_redis_url
from bot.store.cluster import ClusterTransport
from bot.store.protocol import OutcomeUnknown, StoreFull, StoreUnavailable
from bot.store.refusals import REFUSALS, NotReplicated, TurnedAway, is_full
from bot.store.sending import Attempts
from bot.store.sentinel import SentinelTransport
from bot.store.transport import Command, Part, ServerTransport, Transport
from bot.store.watch import Watch

T = TypeVar("T")

PATIENCE = 5.0
WRONG_TYPE = "WRONGTYPE"
SECOND = 0.5
"""Seconds after which a call that was to end is ended once more."""
REFUSING = 10.0
"""For so long after a call was refused to the end of its patience, others are repeated only once."""
FULL = "Its memory is full: give it more (maxmemory), and everything goes on."
SCANS: Final = 5
"""So often a scan begins again because keys were given to other servers meanwhile."""


class WrongTypeError(StoreUnavailable):
    """A key holds another kind of value than it should: damage to whatever is kept there."""


class Script(Protocol):
    """A Lua script on the server."""

    async def __call__(self, keys: Sequence[str] | Sequence[bytes], args: Sequence[Part]) -> Any:
        """Its answer. Raises as ``Link.ask`` does."""


class Link:
    """Redis as the store uses it: every call ends within its patience, in an answer or an error.

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

    In a cluster all this is so for each primary: what lies on the others goes on.

    Calls with ``changes`` raise OutcomeUnknown when they may have been carried out although no answer came,
    and scripts with ``changes`` also when fewer than ``wait_replicas`` replicas have told that they have it.
    """

    def __init__(
        self, transport: Transport, name: str, *, patience: float = PATIENCE, wait_replicas: int = 0
    ) -> None:
        self.transport = transport
        self.name = name
        self._patience = patience
        self.wait_replicas = wait_replicas
        self._watches: dict[str, Watch] = {}
        self._refusing_until: dict[str, float] = {}
        self._retry = Retry(
            ExponentialWithJitterBackoff(base=0.02, cap=0.5),
            retries=-1,
            supported_errors=(exceptions.ConnectionError, exceptions.TimeoutError, TurnedAway),
        )

    @classmethod
    def to(cls, url: str, name: str | None = None, *, patience: float = PATIENCE) -> Self:
        """A link to what a REDIS_URL names, but ``memory://``; nothing is connected yet."""
        address = read_redis_url(url)
        transport: Transport
        if address.kind == "cluster":
            transport = ClusterTransport.among(address, patience)
        elif address.kind == "sentinel":
            transport = SentinelTransport.among(address, patience)
        else:
            transport = ServerTransport.to(address.url, patience)
        return cls(
            transport,
            name or without_password(url),
            patience=patience,
            wait_replicas=address.wait_replicas,
        )

    @property
    def whole(self) -> bool:
        """Whether one step may touch any keys, since one server has them all."""
        return self.transport.whole

    @property
    def down(self) -> bool:
        """Whether some server does not answer, so that calls for what lies there fail at once."""
        return any(watch.down for watch in self._watches.values())

    async def back(self) -> None:
        """Wait until every server answers again, or the link is closed."""
        while self.down:
            await next(watch for watch in self._watches.values() if watch.down).back()

    async def ask(self, *command: Part, part: str = "") -> Any:
        """The answer to one command. Its first argument is its key, or ``part`` says whom to ask.

        Raises StoreUnavailable or WrongTypeError.
        """
        await self._open()
        key = command[1] if len(command) > 1 else ""
        return await self.run(
            lambda: self.transport.ask(command, part), at=part or self.transport.part(key), key=key
        )

    async def batch(
        self,
        commands: Iterable[Command],
        *,
        atomic: bool = False,
        lenient: bool = False,
        changes: bool = False,
        patience: float | None = None,
    ) -> list[Any]:
        """The answers to many commands, of one moment if ``atomic``; then their keys lie in one slot.

        Raises as ``ask`` does; if ``lenient``, a key of the wrong type is an exception among the answers.
        """
        commands = list(commands)
        if not commands:
            return []
        await self._open()
        groups: dict[str, list[int]] = {}
        for number, command in enumerate(commands):
            part = self.transport.part((commands[0] if atomic else command)[1])
            groups.setdefault(part, []).append(number)

        async def of_group(part: str, numbers: Sequence[int]) -> list[Any]:
            async def ask_all() -> list[Any]:
                answers = await self.transport.send(
                    [commands[number] for number in numbers], "atomic" if atomic else "each"
                )
                for answer in answers:
                    if isinstance(answer, Exception) and not (lenient and WRONG_TYPE in str(answer)):
                        raise answer
                return answers

            return await self.run(
                ask_all, changes=changes, at=part, key=commands[numbers[0]][1], patience=patience
            )

        if len(groups) == 1:
            return await of_group(*next(iter(groups.items())))
        answered = await asyncio.gather(
            *(of_group(*group) for group in groups.items()), return_exceptions=True
        )
        _raise_worst(answered, changes=changes)
        found: list[Any] = [None] * len(commands)
        for numbers, answers in zip(groups.values(), answered, strict=True):
            for number, answer in zip(numbers, answers, strict=True):  # type: ignore[arg-type]
                found[number] = answer
        return found

    async def scan(self, pattern: str) -> set[bytes]:
        """Every key like this, of all servers. Other calls go on in between."""
        if not self.whole:
            await self.run(self.transport.refresh)
        for _ in range(SCANS):
            layout = self.transport.layout()
            found: set[bytes] = set()
            for part in self.transport.parts():
                cursor = None
                while cursor != 0:
                    cursor, keys = await self.ask(
                        "SCAN", cursor or 0, "MATCH", pattern, "COUNT", 1000, part=part
                    )
                    found.update(keys)
            # A server that has taken over goes through its keys in another order.
            if self.transport.layout() == layout:
                return found
        raise self._unavailable("its keys are given to other servers again and again")

    async def everywhere(self, *command: Part) -> dict[str, Any]:
        """The answers of all servers to one command, by name: errors for those who do not do it."""
        await self._open()

        async def of(name: str) -> Any:
            try:
                async with asyncio.timeout(self._patience / 2):
                    return await self.transport.ask(command, name)
            except (exceptions.RedisError, OSError, TimeoutError) as error:
                return error

        names = self.transport.nodes()
        return dict(zip(names, await asyncio.gather(*map(of, names)), strict=True))

    def script(self, name: str, *, changes: bool = False) -> Script:
        """The Lua script ``lua/NAME.lua``, which every server learns when it is first asked for it."""
        text = files("bot.store").joinpath("lua", f"{name}.lua").read_text(encoding="utf-8")
        digest = sha1(text.encode(), usedforsecurity=False).hexdigest()
        waits = self.wait_replicas if changes else 0
        # So that the link itself hears that they have not told.
        after = [("WAIT", waits, int(self._patience * 1000 / 4))] if waits else []

        async def call(keys: Sequence[str] | Sequence[bytes], args: Sequence[Part]) -> Any:
            rest = (len(keys), *keys, *args)

            async def attempt() -> Any:
                answers = await self.transport.send([("EVALSHA", digest, *rest), *after], "together")
                if isinstance(answers[0], exceptions.NoScriptError):
                    answers = await self.transport.send([("EVAL", text, *rest), *after], "together")
                for answer in answers:
                    if isinstance(answer, Exception):
                        raise answer
                if waits and answers[1] < waits:
                    raise NotReplicated(
                        f"only {answers[1]} of {waits} replicas have told in time that they have a change"
                    )
                return answers[0]

            await self._open()
            return await self.run(attempt, changes=changes, at=self.transport.part(keys[0]), key=keys[0])

        return call

    @metrics.STORE.timed()
    async def run(
        self,
        call: Callable[[], Awaitable[T]],
        *,
        changes: bool = False,
        at: str = "",
        key: Part = "",
        patience: float | None = None,
    ) -> T:
        """The result of a call that may be repeated. Raises as ``ask`` does, or OutcomeUnknown.

        ``at`` is the part of the store for which it is, and ``key`` one of its keys there.
        """
        watch = self._watches.get(at)
        if watch is not None and watch.down:
            # Whoever asks again and again lets others find out meanwhile that the server is back.
            await asyncio.sleep(0)
            cause = watch.reason if isinstance(watch.reason, Exception) else None
            raise self._unavailable(watch.reason) from cause
        patience = self._patience if patience is None else patience
        attempts, limit = Attempts(), asyncio.timeout(patience)
        try:
            # The first limit's cancellation may be lost on its way, and the attempt go on for ever.
            async with asyncio.timeout(patience + SECOND), limit:
                result = await self._retry.call_with_retry(
                    lambda: attempts.attempt(call),
                    lambda error: self._before_another(error, at, attempts, limit),
                    is_retryable=_passing,
                )
        except (TimeoutError, OSError) as error:
            reason = attempts.last or "no answer in time"
            self._in_vain(reason, at, key)
            # Idle connections may be as dead as this one, and nobody would notice before using them.
            await self.transport.drop(at)
            raise self._unavailable(reason, unknown=changes and attempts.unanswered) from (
                attempts.last or error
            )
        except exceptions.RedisError as error:
            if WRONG_TYPE in str(error):
                raise WrongTypeError(f"A value in the store {self.name} is damaged: {error}.") from error
            raise self._unavailable(error, unknown=changes and attempts.unanswered) from error
        if (watch := self._watches.get(at)) is not None:
            watch.found()
        return result

    def nodes(self) -> tuple[int, int]:
        """How many servers have keys of their own, and how many are known to follow them."""
        primaries = len(self.transport.parts())
        return primaries, len(self.transport.nodes()) - primaries

    def subscriber(self) -> PubSub:
        """A subscriber without subscriptions, of redis-py. In a cluster it knows ``ssubscribe``, too."""
        return self.transport.subscriber()

    async def close(self) -> None:
        """Close every connection."""
        await asyncio.gather(*(watch.close() for watch in self._watches.values()))
        await self.transport.aclose()

    async def _open(self) -> None:
        if not self.transport.is_open:
            await self.run(self.transport.open)

    async def _before_another(
        self, error: Exception, at: str, attempts: Attempts, limit: asyncio.Timeout
    ) -> None:
        """See who has which keys by now. Raises TimeoutError if nothing is to be tried any more."""
        if isinstance(error, TurnedAway):
            await self.transport.drop(at)
            refusing = asyncio.get_running_loop().time() < self._refusing_until.get(at, -inf)
            if attempts.turned_away > 1 and refusing:
                raise TimeoutError
        # Whoever cannot tell is asked again, at the latest by the next attempt.
        with suppress(exceptions.RedisError, OSError):
            await self.transport.refresh()
        # The cancellation may be lost on its way through an attempt: no other begins after it.
        if limit.expired():
            raise TimeoutError

    def _in_vain(self, reason: object, at: str, key: Part) -> None:
        """Remember that somebody has waited to the end of their patience."""
        if isinstance(reason, REFUSALS):
            until = asyncio.get_running_loop().time() + REFUSING
            self._refusing_until[at] = max(self._refusing_until.get(at, -inf), until)
            return
        if at not in self._watches:
            name = self.name if not at or self.whole else f"{self.name} ({at})"
            # A part is back when what lies there is answered, wherever it lies by then.
            self._watches[at] = Watch(name, lambda: self.transport.ping(key))
        self._watches[at].lost(reason)

    def _unavailable(self, reason: object, *, unknown: bool = False) -> StoreUnavailable:
        text = f"The store {self.name} cannot be used now: {str(reason).rstrip('.')}."
        if unknown:
            return OutcomeUnknown(f"{text} A change may have been made.")
        full = isinstance(reason, Exception) and is_full(reason)
        return StoreFull(f"{text} {FULL}") if full else StoreUnavailable(text)


def _raise_worst(answered: Sequence[object], *, changes: bool) -> None:
    """Raise what says most about what may have been changed, if any group of commands failed."""
    failed = [each for each in answered if isinstance(each, BaseException)]
    if not failed:
        return
    unknown = next((error for error in failed if isinstance(error, OutcomeUnknown)), None)
    if unknown is None and changes and len(failed) < len(answered):
        raise OutcomeUnknown(f"{failed[0]} A part was changed.") from failed[0]
    raise unknown or failed[0]


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
