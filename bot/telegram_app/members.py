"""Who belongs to a group, as Telegram tells: for those who open the board of its game and do not play it."""

import asyncio
import time
from typing import Final, NamedTuple

import structlog
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from bot.doors.telegram import Whereabouts
from bot.lately import Lately
from bot.people import Channel, Person
from bot.telegram_app.places import chat_of, moved

KEPT: Final = 60.0
"""Seconds for which Telegram's answer is believed."""
PATIENCE: Final = 5.0
"""Seconds for which whoever opens the board waits for it."""

_THERE: Final = {ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER}

log: Final = structlog.get_logger(__name__)


class _Found(NamedTuple):
    chat: int
    member: bool


class Members:
    """The members of groups."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._asked: Lately[tuple[int, str], tuple[float, asyncio.Task[_Found | None]]] = Lately()

    async def find(self, channel: Channel, person: Person) -> Whereabouts | None:
        """Where a group is by now and whether the person is there. None while Telegram does not answer.

        Where Telegram tells of members only to administrators, as it may, nobody is there for us.
        """
        key, now = (chat_of(channel), person.id), time.monotonic()
        asked, answer = self._asked.get(key) or (-KEPT, None)
        if answer is None or now - asked >= KEPT or (answer.done() and answer.result() is None):
            answer = asyncio.create_task(self._ask(chat_of(channel), int(person.id)))
            self._asked.put(key, (now, answer))
        # Others may wait for the same answer: none of them ends it by going away.
        found = await asyncio.shield(answer)
        return None if found is None else Whereabouts(moved(channel, found.chat), found.member)

    async def _ask(self, chat: int, user: int) -> _Found | None:
        try:
            async with asyncio.timeout(PATIENCE):
                try:
                    return await self._look(chat, user)
                except ChatMigrated as error:
                    return await self._look(error.new_chat_id, user)
        except (TelegramError, TimeoutError, RuntimeError) as error:  # RuntimeError: it has not been started
            log.warning("member unknown", chat=chat, reason=str(error) or type(error).__name__)
            return None

    async def _look(self, chat: int, user: int) -> _Found:
        """Raises TelegramError, for a group that has another number ChatMigrated."""
        try:
            member = await self._bot.get_chat_member(chat, user)
        except (BadRequest, Forbidden) as error:
            log.info("no member", chat=chat, reason=error.message)
            return _Found(chat, member=False)
        limited = isinstance(member, ChatMemberRestricted) and member.is_member
        return _Found(chat, member=limited or member.status in _THERE)
