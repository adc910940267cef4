"""Work that goes on beside the handling of updates."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import structlog

log: Final = structlog.get_logger(__name__)


class Jobs:
    """Tasks that nobody waits for; a failure is logged and harms none of the others."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], **context: object) -> None:
        """Run the work; ``context`` is logged with its failure."""
        task = asyncio.create_task(self._guarded(work, context))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self, seconds: float) -> None:
        """Give all work so much time to finish, then end it."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    @staticmethod
    async def _guarded(work: Coroutine[Any, Any, None], context: dict[str, object]) -> None:
        try:
            await work
        except Exception:
            log.exception("work failed", **context)
