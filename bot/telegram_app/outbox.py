"""Calls that write into chats: in order within a chat, within Telegram's limits, and again when they fail."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

import structlog
from telegram.error import BadRequest, ChatMigrated, NetworkError, RetryAfter

from bot.lately import Lately
from bot.telegram_app.pace import Paces
from bot.telegram_app.troubles import seconds

T = TypeVar("T")

PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds to wait before the next attempt when Telegram cannot be reached or fails."""

log: Final = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Lane:
    """One chat: whoever holds the lock may call."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    held_until: float = 0.0
    users: int = 0

    def counts(self) -> bool:
        """Whether somebody waits here, or is to."""
        return self.users > 0 or self.held_until > asyncio.get_running_loop().time()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for those who came before."""
        self.users += 1
        try:
            async with self.lock:
                yield
        finally:
            self.users -= 1


class Outbox:
    """Paces the calls of each chat. A chat that has to wait holds up nobody else.

    ``on_move`` is told when Telegram answers that a group has become a supergroup: (old, new).
    """

    def __init__(self, on_move: Callable[[int, int], Awaitable[None]], paces: Paces) -> None:
        self._on_move = on_move
        self._paces = paces
        self._lanes: Lately[int, _Lane] = Lately(_Lane.counts)
        self._moved: Lately[int, int] = Lately()

    def rename(self, old: int, new: int) -> None:
        """From now on whatever is meant for the old chat goes to the new one."""
        if old != new:
            self._moved.put(old, new)

    async def deliver(self, chat: int, attempt: Callable[[int], Awaitable[T]], *, insist: bool = True) -> T:
        """Make a call when it is its turn.

        ``attempt`` gets the number of the chat; it is called late, and again after each failure that may
        pass, so that it can say what is true by then. Raises TelegramError when there is no hope or after
        the last pause. Without ``insist`` there is one attempt, whose error is raised as it is; only a group
        that has got another number is followed.
        """
        while True:
            chat = self._moved.get(chat) or chat
            lane = self._lanes.get(chat) or self._lanes.put(chat, _Lane())
            async with lane.turn():
                if chat in self._moved:
                    continue
                try:
                    return await self._attempt(lane, chat, attempt, insist=insist)
                except ChatMigrated as moved:
                    new = moved.new_chat_id
            self.rename(chat, new)
            await self._on_move(chat, new)

    async def _attempt(
        self, lane: _Lane, chat: int, attempt: Callable[[int], Awaitable[T]], *, insist: bool
    ) -> T:
        pauses = iter(PAUSES if insist else ())
        while True:
            await self._turn(lane, chat)
            try:
                return await attempt(chat)
            except RetryAfter as wait:
                lane.held_until = asyncio.get_running_loop().time() + seconds(wait)
                log.warning("chat has to wait", chat=chat, seconds=seconds(wait))
                if not insist:
                    raise
            except BadRequest:
                raise
            except NetworkError as error:
                pause = next(pauses, None)
                if pause is None:
                    raise
                log.warning("telegram fails", chat=chat, error=str(error), pause=pause)
                await asyncio.sleep(pause)

    async def _turn(self, lane: _Lane, chat: int) -> None:
        """Wait until the chat may be sent something, so that what is said then is not old by the time."""
        clock = asyncio.get_running_loop().time
        while True:
            wait = max(lane.held_until - clock(), self._paces.wait(chat))
            if wait <= 0:
                return
            await asyncio.sleep(wait)
