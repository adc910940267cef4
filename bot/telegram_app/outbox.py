"""Calls that write into chats: in order within a chat, within Telegram's limits, and again when they fail."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, TypeVar

import structlog
from telegram.error import BadRequest, ChatMigrated, NetworkError, RetryAfter

T = TypeVar("T")

PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds to wait before the next attempt when Telegram cannot be reached or fails."""

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """So many calls in so many seconds."""

    calls: int
    seconds: float


GROUP: Final = Pace(20, 60.0)
"""Messages and edits that one group takes."""


@dataclass(slots=True)
class Window:
    """The calls of the last seconds."""

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
class _Lane:
    """One chat: whoever holds the lock may call."""

    window: Window | None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    held_until: float = 0.0


class Outbox:
    """Paces the calls of each chat. A chat that has to wait holds up nobody else.

    ``on_move`` is told when Telegram answers that a group has become a supergroup: (old, new).
    """

    def __init__(self, on_move: Callable[[int, int], Awaitable[None]], *, group: Pace = GROUP) -> None:
        self._on_move = on_move
        self._group = group
        self._lanes: dict[int, _Lane] = {}
        self._moved: dict[int, int] = {}

    def rename(self, old: int, new: int) -> None:
        """From now on whatever is meant for the old chat goes to the new one."""
        if old != new:
            self._moved[old] = new

    async def deliver(self, chat: int, attempt: Callable[[int], Awaitable[T]]) -> T:
        """Make a call when it is its turn.

        ``attempt`` gets the number of the chat; it is called late, and again after each failure that may
        pass, so that it can say what is true by then. Raises TelegramError when there is no hope or after
        the last pause.
        """
        while True:
            chat = self._moved.get(chat, chat)
            lane = self._lane(chat)
            async with lane.lock:
                if chat in self._moved:
                    continue
                try:
                    return await self._insist(lane, chat, attempt)
                except ChatMigrated as moved:
                    new = moved.new_chat_id
            self.rename(chat, new)
            await self._on_move(chat, new)

    async def _insist(self, lane: _Lane, chat: int, attempt: Callable[[int], Awaitable[T]]) -> T:
        pauses = iter(PAUSES)
        while True:
            await self._turn(lane)
            try:
                return await attempt(chat)
            except RetryAfter as wait:
                lane.held_until = asyncio.get_running_loop().time() + _seconds(wait.retry_after)
                log.warning("chat has to wait", chat=chat, seconds=_seconds(wait.retry_after))
            except BadRequest:
                raise
            except NetworkError as error:
                pause = next(pauses, None)
                if pause is None:
                    raise
                log.warning("telegram fails", chat=chat, error=str(error), pause=pause)
                await asyncio.sleep(pause)

    async def _turn(self, lane: _Lane) -> None:
        """Wait until the chat may make another call, and count it."""
        clock, window = asyncio.get_running_loop().time, lane.window
        while True:
            now = clock()
            wait = max(lane.held_until - now, window.wait(now) if window else 0.0)
            if wait <= 0:
                break
            await asyncio.sleep(wait)
        if window:
            window.made.append(now)

    def _lane(self, chat: int) -> _Lane:
        lane = self._lanes.get(chat)
        if lane is None:
            lane = self._lanes[chat] = _Lane(Window(self._group) if chat < 0 else None)
        return lane


def _seconds(span: float | timedelta) -> float:
    return span.total_seconds() if isinstance(span, timedelta) else float(span)
