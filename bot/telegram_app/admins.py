"""Who manages a chat."""

import asyncio
import time
from typing import Final

import structlog
from telegram import Bot, Chat
from telegram.constants import ChatType
from telegram.error import TelegramError

from bot.lately import Lately
from bot.usecases.rows import rows

KEPT: Final = 60.0
"""Seconds for which Telegram's answer is believed, and for which it is not asked again after a failure."""
PATIENCE: Final = 2.0
"""Seconds for which whoever asks for something waits for Telegram's answer."""

log: Final = structlog.get_logger(__name__)


class Admins:
    """The administrators of chats, as Telegram names them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._asked: Lately[int, tuple[float, asyncio.Task[frozenset[int]]]] = Lately()

    async def manages(self, chat: Chat, user: int, command: str) -> bool:
        """Whether the person manages the chat, as far as the command needs to know; in private everyone does.

        Nobody does while Telegram does not tell.
        """
        if chat.type == ChatType.PRIVATE:
            return True
        row = rows().get(command.partition(" ")[0])
        if row is None or not row.admins:
            return False
        now = time.monotonic()
        asked, answer = self._asked.get(chat.id) or (-KEPT, None)
        if answer is None or now - asked >= KEPT:
            answer = asyncio.create_task(self._ask(chat.id))
            self._asked.put(chat.id, (now, answer))
        # Others may wait for the same answer: none of them ends it by going away.
        return user in await asyncio.shield(answer)

    async def _ask(self, chat: int) -> frozenset[int]:
        """Those who manage a chat; nobody, if Telegram does not tell in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                members = await self._bot.get_chat_administrators(chat)
        except (TelegramError, TimeoutError) as error:
            log.warning("administrators unknown", chat=chat, reason=str(error) or type(error).__name__)
            return frozenset()
        return frozenset(member.user.id for member in members)
