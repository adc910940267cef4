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
    calls are shared out equally; each has one at least. A call that can wait is made after :meth:`leisure`.
    """

    def __init__(self, calls: int, workers: Callable[[], int] = alone) -> None:
        self._calls = calls
        self._workers = workers
        self._free = asyncio.Semaphore(calls)
        # So many are left to others.
        self._left = 0
        # So many have come, and a second after their call has not passed.
        self._counted = 0
        self._eased = asyncio.Event()
        self._leisurely = asyncio.Lock()

    @property
    def crowded(self) -> bool:
        """Whether a call that can wait would hold up others: with it, less than a tenth would be free."""
        calls = self._calls - self._others()
        return self._counted + calls // 10 >= calls

    async def leisure(self) -> None:
        """Wait for a moment at which a call that can wait holds up no others, and make it then."""
        await self._leisurely.acquire()
        try:
            while self.crowded:
                self._eased.clear()
                await self._eased.wait()
        except BaseException:
            self._leisurely.release()
            raise
        # Those who wait as well come when this call has been counted, and not all at once.
        asyncio.get_running_loop().call_later(SECOND / self._calls, self._leisurely.release)

    async def __aenter__(self) -> Self:
        self._counted += 1
        try:
            left = self._others()
            while self._left < left and not self._free.locked():
                await self._free.acquire()
                self._left += 1
            await self._free.acquire()
        except BaseException:
            self._uncount()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.get_running_loop().call_later(SECOND, self._release)

    def _release(self) -> None:
        self._uncount()
        left = self._others()
        if self._left < left:
            self._left += 1
            return
        self._free.release()
        while self._left > left:
            self._left -= 1
            self._free.release()

    def _uncount(self) -> None:
        self._counted -= 1
        self._eased.set()

    def _others(self) -> int:
        return self._calls - max(1, self._calls // max(1, self._workers()))
