"""How much each group is sent: Telegram takes so many messages and edits in a minute, and no more."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from bot.lately import Lately


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

    def counts(self) -> bool:
        """Whether anything is known of it that a new one would not know."""
        made = self.window.made
        return self.lock.locked() or (bool(made) and made[-1] + self.window.pace.seconds > _now())


class Paces:
    """The pace of every group. A person's private chat has none.

    Whoever is about to draw something asks :meth:`wait` first, so that what is drawn is not old when it is
    sent; each call itself is one :meth:`turn`.
    """

    def __init__(self, group: Pace = GROUP) -> None:
        self._pace = group
        self._groups: Lately[int, _Group] = Lately(_Group.counts)

    def wait(self, chat: int) -> float:
        """Seconds until the chat may be sent something."""
        group = self._group(chat)
        return 0.0 if group is None else group.window.wait(_now())

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
            try:
                yield
            finally:
                group.window.made.append(_now())

    def _group(self, chat: int) -> _Group | None:
        if chat >= 0:
            return None
        return self._groups.get(chat) or self._groups.put(chat, _Group(Window(self._pace)))


def _now() -> float:
    return asyncio.get_running_loop().time()
