"""What Telegram tells of rights: who manages a chat, who belongs to a group, and what the bot may do."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import Final, NamedTuple

import structlog
from telegram import Bot, Chat, ChatMember, ChatMemberRestricted
from telegram.constants import ChatType
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, TelegramError

from bot.doors.telegram import Whereabouts
from bot.finding import Finding, Grade
from bot.lately import Lately
from bot.people import Channel, Person
from bot.telegram_app.line import Line
from bot.telegram_app.places import PLATFORM, chat_of, moved
from bot.usecases.rows import rows

KEPT: Final = 60.0
"""Seconds for which Telegram's answer is believed, and for which it is not asked again after a failure."""
PATIENCE: Final = 2.0
"""Seconds for which whoever asks for something waits for Telegram's answer."""

AT_THE_DOOR: Final = 5.0
"""Seconds for which whoever opens the board waits for it."""

_NEVER_THERE: Final = "participant_id_invalid"
_THERE: Final = {ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER}
_GONE: Final = {ChatMember.LEFT, ChatMember.BANNED}

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


class _Found(NamedTuple):
    chat: int
    member: bool | None


class Members:
    """The members of groups."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._asked: Lately[tuple[int, str], tuple[float, asyncio.Task[_Found | None]]] = Lately()

    async def find(self, channel: Channel, person: Person) -> Whereabouts | None:
        """Where a group is by now and whether the person is there. None while Telegram does not answer.

        Telegram may tell of members only to administrators.
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
            async with asyncio.timeout(AT_THE_DOOR):
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
            return _Found(chat, member=False if _NEVER_THERE in error.message.lower() else None)
        limited = isinstance(member, ChatMemberRestricted) and member.is_member
        return _Found(chat, member=limited or member.status in _THERE)


async def check(
    token: str,
    api_base: str,
    webhook_url: str | None,
    channels: Iterable[Channel],
    *,
    mini_app: str = "",
) -> AsyncIterator[Finding]:
    """What is well and what is not, for the token and for each chat that has a game."""
    bot = Bot(token, base_url=f"{api_base}/bot", request=Line(), get_updates_request=Line(1))
    try:
        await bot.initialize()
    except InvalidToken:
        await bot.shutdown()
        yield Finding(PLATFORM, Grade.BAD, "TELEGRAM_TOKEN is rejected: copy it anew from @BotFather.")
        return
    except TelegramError as error:
        await bot.shutdown()
        yield Finding(PLATFORM, Grade.BAD, f"{api_base} does not answer: {error.message}.")
        return
    try:
        me = bot.bot
        yield Finding(PLATFORM, Grade.OK, f"the token is that of @{me.username}.")
        if not me.can_join_groups:
            yield Finding(
                PLATFORM, Grade.BAD, "groups are switched off: allow them at @BotFather (/setjoingroups)."
            )
        if mini_app:
            way = f"https://t.me/{me.username}/{mini_app}"
            told = f"the board opens by {way}, as far as a bot is told: open it once yourself."
            yield Finding(PLATFORM, Grade.OK, told)
        async for finding in _webhook(bot, webhook_url):
            yield finding
        for chat in sorted({chat_of(channel) for channel in channels}):
            problem = await _chat(bot, chat, me.id)
            if problem:
                yield Finding(PLATFORM, Grade.BAD, f"chat {chat}: {problem}")
    finally:
        await bot.shutdown()


async def _webhook(bot: Bot, wanted: str | None) -> AsyncIterator[Finding]:
    try:
        info = await bot.get_webhook_info()
    except TelegramError as error:
        yield Finding(PLATFORM, Grade.BAD, f"how updates come cannot be asked: {error.message}.")
        return
    if info.url and info.url != (wanted or ""):
        yield Finding(PLATFORM, Grade.NOTE, "updates go to another address until the bot is started again.")
    if info.last_error_message:
        yield Finding(PLATFORM, Grade.NOTE, f"the last delivery failed: {info.last_error_message}.")


async def _chat(bot: Bot, chat: int, me: int) -> str:
    """What keeps the bot from playing in a chat; empty when nothing does."""
    try:
        member = await bot.get_chat_member(chat, me)
    except Forbidden as error:
        return f"the bot is not there any more: {error.message}."
    except TelegramError as error:
        return f"it cannot be asked: {error.message}."
    if member.status in _GONE:
        return "the bot is not there any more."
    if isinstance(member, ChatMemberRestricted):
        wanted = {"send messages": member.can_send_messages, "send photos": member.can_send_photos}
        missing = [name for name, allowed in wanted.items() if not allowed]
        if missing:
            return f"the bot may not {' and '.join(missing)}."
    return ""
