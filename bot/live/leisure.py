"""What can wait: past messages keep their buttons while a platform hardly takes what is live."""

import asyncio
from typing import Any, Final, Protocol


class Leisure(Protocol):
    """Tells when calls that can wait hold up no others."""

    @property
    def crowded(self) -> bool:
        """Whether they would now."""

    async def leisure(self) -> None:
        """Wait for a moment at which one of them does not."""


class _Always:
    """A platform that takes whatever comes."""

    crowded: Final = False

    async def leisure(self) -> None:
        """See Leisure."""


ALWAYS: Final[Leisure] = _Always()


async def comes_first(task: asyncio.Future[Any], event: asyncio.Event) -> bool:
    """Wait for a task until something happens: whether the task is done. If not, it goes on."""
    happening = asyncio.create_task(event.wait())
    try:
        await asyncio.wait({task, happening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        happening.cancel()
    return task.done()
