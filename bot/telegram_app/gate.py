"""The last thing before a call goes out: all chats together stay within what one bot may do in a second.

The outbox says when a chat may make a call, but what is said is written and drawn after that. Counted there,
the calls of a hundred games would wait for their pictures and then leave all at once.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from telegram.ext import BaseRateLimiter

OVERALL: Final = 30
"""Messages and edits that Telegram takes from one bot in a second."""
SECOND: Final = 1.0
_COUNTED: Final = ("send", "edit", "delete")

Answer = bool | dict[str, Any] | list[dict[str, Any]]


class Gate(BaseRateLimiter[None]):
    """Lets calls that write through, one after the other. Whatever answers a tap is let through at once.

    A call has arrived at some moment before its answer, and counts until a second after that: so there are
    never too many in a second, however long each has been on its way.
    """

    __slots__ = ("_free",)

    def __init__(self, calls: int = OVERALL) -> None:
        self._free = asyncio.Semaphore(calls)

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is to be given back."""

    async def process_request(  # noqa: PLR0917  the library calls it like this
        self,
        callback: Callable[..., Coroutine[Any, Any, Answer]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],  # noqa: ARG002  the library hands it in
        rate_limit_args: None,  # noqa: ARG002
    ) -> Answer:
        """Make the call when it is its turn."""
        if not endpoint.startswith(_COUNTED):
            return await callback(*args, **kwargs)
        await self._free.acquire()
        try:
            return await callback(*args, **kwargs)
        finally:
            asyncio.get_running_loop().call_later(SECOND, self._free.release)
