"""In which order updates are handled, and what goes on beside that."""

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, Final
from weakref import WeakValueDictionary

import structlog
from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.telegram_app.keyboard import Pressed

_AT_ONCE: Final = 4096
NEED_NO_STORE: Final = frozenset({"help", "rules"})
"""Commands that change nothing and are answered also while the store is away."""

log: Final = structlog.get_logger(__name__)


class InOrder(BaseUpdateProcessor):
    """Updates of one chat one after the other, those of different chats side by side.

    What needs no store passes by those that may be waiting for it.
    """

    def __init__(self) -> None:
        super().__init__(_AT_ONCE)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Wait for the chat's earlier updates, unless it does not matter what they do."""
        if isinstance(update, Update) and _command(update) in NEED_NO_STORE:
            await coroutine
            return
        chat = _chat(update)
        # Locks live while somebody waits for them; asyncio hands them over first come, first served.
        lock = self._locks.setdefault(chat, asyncio.Lock())
        async with lock:
            await coroutine

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to let go of."""


def _chat(update: object) -> int:
    if not isinstance(update, Update):
        return 0
    message = update.message
    if message and message.migrate_to_chat_id:
        # The move comes first for those who already write in the new chat.
        return message.migrate_to_chat_id
    return update.effective_chat.id if update.effective_chat else 0


def _command(update: Update) -> str:
    """The name of the command that is typed or pressed, "" for none. To which bot it is said is left open."""
    text = ""
    if update.callback_query:
        pressed = Pressed.parse(update.callback_query.data or "")
        text = pressed.command if pressed else ""
    elif update.message:
        text = update.message.text or ""
    name = (*text.split(maxsplit=1), "")[0]
    return name.removeprefix("/").partition("@")[0].lower()


class Jobs:
    """Tasks that nobody waits for; a failure is logged and harms none of the others."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], **context: object) -> None:
        """Run the work; ``context`` is logged with its failure."""
        task = asyncio.create_task(self._guarded(work, context))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self, seconds: float) -> None:
        """Give all work so much time to finish, then end it."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    @staticmethod
    async def _guarded(work: Coroutine[Any, Any, None], context: dict[str, object]) -> None:
        try:
            await work
        except Exception:
            log.exception("work failed", **context)
