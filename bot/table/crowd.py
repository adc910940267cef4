"""How many requests are worked on at the same time."""

import asyncio
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

from bot.usecases.rows import Needs, rows

AT_ONCE: Final = 32


class Crowd:
    """Lets so many requests be worked on side by side; the others wait, first come, first served.

    When more is asked than can be done, all would slow each other down until none of them had the store's
    answer in time. So each is done soon once it has begun.
    """

    def __init__(self, most: int = AT_ONCE) -> None:
        self._room = asyncio.Semaphore(most)

    def room(self, command: str) -> AbstractAsyncContextManager[None]:
        """What a command has to wait for. What needs no game waits for nobody."""
        row = rows().get(command)
        return self._room if row is None or row.needs is Needs.GAME else nullcontext()
