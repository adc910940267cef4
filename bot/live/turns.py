"""Pictures are in hand for so many places at once; those of others are not drawn yet, and take no room."""

import asyncio
from typing import Final, Literal

IN_HAND: Final = 128
"""Places of a platform. A finished picture takes a quarter of a megabyte until it is sent; on Telegram, which
takes thirty a second, some wait for seconds until their group may be sent another one."""


class PictureTurn:
    """A place's turn among its platform's ``turns``: from before a picture is drawn until it is shown."""

    def __init__(self, turns: asyncio.Semaphore) -> None:
        self._turns = turns
        self._coming: asyncio.Task[Literal[True]] | None = None

    async def come(self) -> None:
        """Wait for it, if it has not come yet. Whoever is cancelled stays in the queue."""
        if self._coming is None:
            self._coming = asyncio.create_task(self._turns.acquire())
        await asyncio.shield(self._coming)

    def pass_on(self) -> None:
        """Leave it to others, or wait for it no more."""
        coming, self._coming = self._coming, None
        if coming is not None and not coming.cancel():
            self._turns.release()
