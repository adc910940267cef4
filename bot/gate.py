"""What all calls to a platform pass: so many at once and in a second, wherever they come from."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

SECOND: Final = 1.0


def alone() -> int:
    """How many workers share what a platform takes, where there is one."""
    return 1


class Gate:
    """Lets ``calls`` in a second through, in the order in which they come: ``async with gate: ...``.

    A call has arrived at some moment before its answer, and counts until a second after that. So there are
    never too many in a second, however long each has been on its way. ``workers`` tells among how many the
    calls are shared out equally; each has one at least.
    """

    def __init__(self, calls: int, workers: Callable[[], int] = alone) -> None:
        self._calls = calls
        self._workers = workers
        self._free = asyncio.Semaphore(calls)
        # So many are left to others.
        self._left = 0

    async def __aenter__(self) -> Self:
        left = self._others()
        while self._left < left and not self._free.locked():
            await self._free.acquire()
            self._left += 1
        await self._free.acquire()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.get_running_loop().call_later(SECOND, self._release)

    def _release(self) -> None:
        left = self._others()
        if self._left < left:
            self._left += 1
            return
        self._free.release()
        while self._left > left:
            self._left -= 1
            self._free.release()

    def _others(self) -> int:
        return self._calls - max(1, self._calls // max(1, self._workers()))
