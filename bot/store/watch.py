"""A circuit breaker: while a server does not answer nobody waits for it, and it is asked until it is back."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from redis import exceptions

from bot.store.refusals import REFUSALS

log = logging.getLogger(__name__)

PAUSE: Final = 1.0
"""Seconds between two questions whether the server is back."""
PATIENCE: Final = 1.0
"""Seconds in which it must answer one."""


class Watch:
    """Whether a server answers. ``ask`` puts a question to it; nothing is asked while all is well."""

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
                    async with asyncio.timeout(PATIENCE):
                        await self._ask()
            except (exceptions.RedisError, OSError, TimeoutError):
                await asyncio.sleep(PAUSE)
            else:
                self._asking = None
                self.found()
                return
