"""How much Telegram takes: so many messages and edits of a group in a minute, and of a bot in a second.

The outbox says when a chat may make a call, but what is said is written and drawn after that. Counted there,
the calls of a group, or of a hundred games, would wait for their pictures and then leave all at once. So the
limiter counts them as the last thing before they go out.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from telegram.error import BadRequest, Forbidden, RetryAfter
from telegram.ext import BaseRateLimiter

from bot import metrics
from bot.gate import Gate
from bot.lately import Lately
from bot.store.protocol import StoreUnavailable
from bot.store.workers.pacing import Pacing
from bot.telegram_app.places import PLATFORM

OVERALL: Final = 30
"""Messages and edits that Telegram takes from one bot in a second."""
_COUNTED: Final = ("send", "edit", "delete")

Answer = bool | dict[str, Any] | list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pace:
    """So many calls in so many seconds."""

    calls: int
    seconds: float


GROUP: Final = Pace(19, 61.0)
"""Messages and edits that one group is sent: one less, and in a little more time, than Telegram takes."""


@dataclass(slots=True)
class Window:
    """The calls of the last seconds: ``made`` are the moments at which they ended."""

    pace: Pace
    made: deque[float] = field(default_factory=deque)

    def wait(self, now: float) -> float:
        """Seconds until the next call.

        Half of what is allowed may come in a burst; from then on the rest is spread over the time that is
        left, so that in a busy chat every picture is a little late and none very late.
        """
        while self.made and self.made[0] + self.pace.seconds <= now:
            self.made.popleft()
        left = self.pace.calls - len(self.made)
        if left > self.pace.calls // 2:
            return 0.0
        renewal = self.made[0] + self.pace.seconds
        if left == 0:
            return renewal - now
        newest = self.made[-1]
        return max(0.0, newest + (renewal - newest) / (left + 1) - now)


@dataclass(slots=True)
class _Group:
    window: Window
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    held_until: float = 0.0

    def counts(self) -> bool:
        """Whether anything is known of it that a new one would not know."""
        made = self.window.made
        counted_until = made[-1] + self.window.pace.seconds if made else 0.0
        return self.lock.locked() or max(self.held_until, counted_until) > _now()


class Others:
    """The other workers of the same bot ``bot``, whose calls Telegram counts together with ours.

    They agree in the store. While that is away, each keeps the pace of its own calls alone.
    """

    def __init__(self, bot: str, pacing: Pacing, workers: Callable[[], int]) -> None:
        self._bot = bot
        self._pacing = pacing
        self._workers = workers

    @property
    def there(self) -> bool:
        """Whether there are any."""
        return self._workers() > 1

    async def begin(self, chat: int, call: str, pace: Pace) -> float:
        """Seconds to wait until a call may be asked for again, 0 when it may be made."""
        with suppress(StoreUnavailable):
            return await self._pacing.begin(self._name(chat), call, calls=pace.calls, seconds=pace.seconds)
        return 0.0

    async def end(self, chat: int, call: str, pace: Pace) -> None:
        """The call has been made."""
        with suppress(StoreUnavailable):
            await self._pacing.end(self._name(chat), call, calls=pace.calls, seconds=pace.seconds)

    def _name(self, chat: int) -> str:
        return f"telegram:{self._bot}:{chat}"


class Paces:
    """The pace of every group, in which ``others`` may write as well. A person's private chat has none.

    Whoever is about to draw something asks :meth:`wait` first, so that what is drawn is not old when it is
    sent; each call itself is one :meth:`turn`.
    """

    def __init__(self, group: Pace = GROUP, others: Others | None = None) -> None:
        self._pace = group
        self._others = others
        self._groups: Lately[int, _Group] = Lately(_Group.counts)

    def wait(self, chat: int) -> float:
        """Seconds until the chat may be sent something, as far as this worker knows."""
        group = self._group(chat)
        return 0.0 if group is None else max(group.window.wait(_now()), group.held_until - _now())

    @asynccontextmanager
    async def turn(self, chat: int) -> AsyncIterator[None]:
        """Make a call when the chat may be sent one.

        Telegram counts it at some moment between its beginning and its end, so it begins as if all before
        had been counted at their ends. That makes the calls of one chat follow each other.
        """
        group = self._group(chat)
        if group is None:
            yield
            return
        async with group.lock:
            # Nobody else makes a call meanwhile, and what is over counts less and less.
            await asyncio.sleep(group.window.wait(_now()))
            call = await self._begin(chat, group)
            try:
                yield
            finally:
                group.window.made.append(_now())
                if call and self._others is not None:
                    await self._others.end(chat, call, self._pace)

    async def _begin(self, chat: int, group: _Group) -> str:
        """Wait for the calls of other workers, too: the name of the call, "" where nobody else makes any."""
        if self._others is None or not self._others.there:
            return ""
        call = secrets.token_hex(8)
        while (wait := await self._others.begin(chat, call, self._pace)) > 0:
            group.held_until = _now() + wait
            await asyncio.sleep(wait)
        return call

    def _group(self, chat: int) -> _Group | None:
        if chat >= 0:
            return None
        return self._groups.get(chat) or self._groups.put(chat, _Group(Window(self._pace)))


def _now() -> float:
    return asyncio.get_running_loop().time()


class Limiter(BaseRateLimiter[None]):
    """Lets what writes into chats out at their pace and through the gate. What answers a tap goes at once.

    ``gate`` lets :data:`OVERALL` calls through in a second.
    """

    __slots__ = ("_gate", "_paces")

    def __init__(self, paces: Paces, gate: Gate) -> None:
        self._paces = paces
        self._gate = gate

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is to be given back."""

    async def process_request(  # noqa: PLR0917  the library calls it like this
        self,
        callback: Callable[..., Coroutine[Any, Any, Answer]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: None,  # noqa: ARG002  the library hands it in
    ) -> Answer:
        """Make the call when it is its turn."""
        chat = data.get("chat_id")
        if chat is None or not endpoint.startswith(_COUNTED):
            return await _counted(callback(*args, **kwargs))
        async with self._paces.turn(int(chat)), self._gate:
            return await _counted(callback(*args, **kwargs))


async def _counted(call: Coroutine[Any, Any, Answer]) -> Answer:
    """What a call comes to, noted among the figures."""
    outcome = metrics.FAILED
    try:
        answer = await call
        outcome = metrics.OK
    except RetryAfter:
        outcome = metrics.LIMITED
        raise
    except (BadRequest, Forbidden):
        outcome = metrics.REFUSED
        raise
    finally:
        metrics.CALL.add(PLATFORM, outcome)
    return answer
