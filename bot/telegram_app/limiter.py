"""The last thing before a call goes out: all chats together stay within what one bot may do in a second.

The outbox says when a chat may make a call, but what is said is written and drawn after that. Counted there,
the calls of a hundred games would wait for their pictures and then leave all at once.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from telegram.ext import BaseRateLimiter

from bot.gate import Gate

OVERALL: Final = 30
"""Messages and edits that Telegram takes from one bot in a second."""
_COUNTED: Final = ("send", "edit", "delete")

Answer = bool | dict[str, Any] | list[dict[str, Any]]


class Limiter(BaseRateLimiter[None]):
    """Lets calls that write through the gate. Whatever answers a tap goes out at once."""

    __slots__ = ("_gate",)

    def __init__(self) -> None:
        self._gate = Gate(OVERALL)

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
        async with self._gate:
            return await callback(*args, **kwargs)
