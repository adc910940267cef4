"""Who manages a chat."""

import time
from typing import Final

import structlog
from telegram import Bot, Chat
from telegram.constants import ChatType
from telegram.error import TelegramError

KEPT: Final = 60.0
"""Seconds for which Telegram's answer is believed."""

log: Final = structlog.get_logger(__name__)


class Admins:
    """The administrators of chats, as Telegram names them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._known: dict[int, tuple[float, frozenset[int]]] = {}

    async def manages(self, chat: Chat, user: int) -> bool:
        """Whether the person manages the chat; in a private chat everyone does.

        Nobody does while Telegram does not tell.
        """
        if chat.type == ChatType.PRIVATE:
            return True
        asked, people = self._known.get(chat.id, (-KEPT, frozenset()))
        if time.monotonic() - asked >= KEPT:
            try:
                members = await self._bot.get_chat_administrators(chat.id)
            except TelegramError as error:
                log.warning("administrators unknown", chat=chat.id, error=error.message)
                return False
            people = frozenset(member.user.id for member in members)
            self._known[chat.id] = time.monotonic(), people
        return user in people
