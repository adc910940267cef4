"""Tells somebody who looks from time to time that something is due before they would look again."""

import asyncio
from contextlib import suppress
from typing import Final

_AFTER: Final = 0.02
"""Seconds after the moment at which it is told, so that it has come for every clock."""


class Soon:
    """Something that may be due soon. What is missed of it is found at the next look."""

    def __init__(self) -> None:
        self._due = asyncio.Event()

    def within(self, seconds: float) -> None:
        """Something is due after so many seconds."""
        asyncio.get_running_loop().call_later(max(0.0, seconds) + _AFTER, self._due.set)

    async def wait(self, longest: float) -> None:
        """Wait until something is due, so many seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._due.wait()
        self._due.clear()
