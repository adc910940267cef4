"""How long others are waited for, and which errors mean what."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from math import inf
from typing import Final, TypeVar

from redis import exceptions
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from bot import metrics
from bot.store.connection.refusals import REFUSALS, TurnedAway, is_full
from bot.store.connection.sending import Attempts
from bot.store.connection.transport import Part, Transport
from bot.store.protocol import OutcomeUnknown, StoreFull, StoreUnavailable

T = TypeVar("T")

log = logging.getLogger(__name__)

WRONG_TYPE = "WRONGTYPE"
SECOND = 0.5
"""Seconds after which a call that was to end is ended once more."""
REFUSING = 10.0
"""For so long after a call was refused to the end of its patience, others are repeated only once."""
FULL = "Its memory is full: give it more (maxmemory), and everything goes on."
PAUSE: Final = 1.0
"""Seconds between two questions whether the server is back."""
ANSWERS: Final = 1.0
"""Seconds in which it must answer one."""


class WrongTypeError(StoreUnavailable):
    """A key holds another kind of value than it should: damage to whatever is kept there."""


class Watch:
    """A circuit breaker: while a server does not answer nobody waits for it.

    ``ask`` puts a question to it, again and again until it is back; nothing is asked while all is well.
    """

    def __init__(self, name: str, ask: Callable[[], Awaitable[object]]) -> None:
        self._name = name
        self._ask = ask
        self._answers = asyncio.Event()
        self._answers.set()
        self._asking: asyncio.Task[None] | None = None
        self._closed = False
        self.reason: object = ""

    @property
    def down(self) -> bool:
        """Whether calls are to fail at once."""
        return not self._answers.is_set()

    async def back(self) -> None:
        """Wait until the server answers, or nobody wants to know any more."""
        await self._answers.wait()

    def lost(self, reason: object) -> None:
        """Somebody has waited in vain for an answer."""
        if self.down or self._closed:
            return
        log.warning("The store %s does not answer and is asked until it does: %s", self._name, reason)
        self.reason = reason
        self._answers.clear()
        self._asking = asyncio.create_task(self._until_back(), name=f"store {self._name}")

    def found(self) -> None:
        """It has answered."""
        if self.down:
            log.info("The store %s answers again", self._name)
            self._stop()

    async def close(self) -> None:
        """Ask no more, and let go of those who wait."""
        self._closed = True
        asking = self._asking
        self._stop()
        if asking is not None:
            await asyncio.gather(asking, return_exceptions=True)

    def _stop(self) -> None:
        self._answers.set()
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    async def _until_back(self) -> None:
        # A cancellation may be lost on its way through what is asked.
        while self._asking is asyncio.current_task():
            try:
                with contextlib.suppress(*REFUSALS):
                    async with asyncio.timeout(ANSWERS):
                        await self._ask()
            except (exceptions.RedisError, OSError, TimeoutError):
                await asyncio.sleep(PAUSE)
            else:
                self._asking = None
                self.found()
                return


class Calls:
    """Calls to Redis, each of which ends within its patience, in an answer or an error.

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

    Calls with ``changes`` raise OutcomeUnknown when they may have been carried out although no answer came.
    """

    def __init__(self, transport: Transport, name: str, patience: float) -> None:
        self.transport = transport
        self.name = name
        self._patience = patience
        self._watches: dict[str, Watch] = {}
        self._refusing_until: dict[str, float] = {}
        self._retry = Retry(
            ExponentialWithJitterBackoff(base=0.02, cap=0.5),
            retries=-1,
            supported_errors=(exceptions.ConnectionError, exceptions.TimeoutError, TurnedAway),
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

    async def close(self) -> None:
        """Close every connection."""
        await asyncio.gather(*(watch.close() for watch in self._watches.values()))
        await self.transport.aclose()

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
        with metrics.STORE.timed():
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
        with contextlib.suppress(exceptions.RedisError, OSError):
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


def crosses_slots(error: StoreUnavailable) -> bool:
    """Whether a server in cluster mode has refused keys of different slots; nothing was done then."""
    cause = error.__cause__
    return isinstance(cause, exceptions.ResponseError) and "slot" in f"{type(cause).__name__} {cause}".lower()


def _passing(error: Exception) -> bool:
    return not isinstance(error, exceptions.AuthenticationError | exceptions.AuthorizationError)
