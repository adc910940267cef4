"""The last thing before a call goes out: each chat, and all together, stay within what Telegram takes.

The outbox says when a chat may make a call, but what is said is written and drawn after that. Counted there,
the calls of a group, or of a hundred games, would wait for their pictures and then leave all at once.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from telegram.error import BadRequest, Forbidden, RetryAfter
from telegram.ext import BaseRateLimiter

from bot import metrics
from bot.gate import Gate, alone
from bot.telegram_app.pace import Paces
from bot.telegram_app.places import PLATFORM

OVERALL: Final = 30
"""Messages and edits that Telegram takes from one bot in a second."""
_COUNTED: Final = ("send", "edit", "delete")

Answer = bool | dict[str, Any] | list[dict[str, Any]]


class Limiter(BaseRateLimiter[None]):
    """Lets what writes into chats out at their pace and through the gate. What answers a tap goes at once.

    ``workers`` tells how many share what Telegram takes from the bot.
    """

    __slots__ = ("_gate", "_paces")

    def __init__(self, paces: Paces, workers: Callable[[], int] = alone) -> None:
        self._paces = paces
        self._gate = Gate(OVERALL, workers)

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
        data: dict[str, Any],
        rate_limit_args: None,  # noqa: ARG002  the library hands it in
    ) -> Answer:
        """Make the call when it is its turn."""
        chat = data.get("chat_id")
        if chat is None or not endpoint.startswith(_COUNTED):
            return await _counted(callback(*args, **kwargs))
        async with self._paces.turn(int(chat)), self._gate:
            return await _counted(callback(*args, **kwargs))


async def _counted(call: Coroutine[Any, Any, Answer]) -> Answer:
    """What a call comes to, noted among the figures."""
    outcome = metrics.FAILED
    try:
        answer = await call
        outcome = metrics.OK
    except RetryAfter:
        outcome = metrics.LIMITED
        raise
    except (BadRequest, Forbidden):
        outcome = metrics.REFUSED
        raise
    finally:
        metrics.CALL.add(PLATFORM, outcome)
    return answer
