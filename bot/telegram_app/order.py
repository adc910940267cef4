"""In which order updates are handled."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

_AT_ONCE: Final = 4096


class InOrder(BaseUpdateProcessor):
    """Updates of one chat one after the other, those of different chats side by side."""

    def __init__(self) -> None:
        super().__init__(_AT_ONCE)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Wait for the chat's earlier updates."""
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
