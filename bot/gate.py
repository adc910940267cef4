"""What all calls to a platform pass: so many at once and in a second, wherever they come from."""

import asyncio
from types import TracebackType
from typing import Final, Self

SECOND: Final = 1.0


class Gate:
    """Lets ``calls`` in a second through, in the order in which they come: ``async with gate: ...``.

    A call has arrived at some moment before its answer, and counts until a second after that. So there are
    never too many in a second, however long each has been on its way.
    """

    def __init__(self, calls: int) -> None:
        self._free = asyncio.Semaphore(calls)

    async def __aenter__(self) -> Self:
        await self._free.acquire()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.get_running_loop().call_later(SECOND, self._free.release)
