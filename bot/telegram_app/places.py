"""Chats and topics: their addresses in the bot, their titles, their links."""

import asyncio
from collections.abc import Iterable
from typing import Final

import structlog
from telegram import Bot, Chat, ChatFullInfo, MaybeInaccessibleMessage, Message
from telegram.error import TelegramError

from bot.lately import Lately
from bot.people import Channel
from bot.scene import At, Phrase

PLATFORM: Final = "telegram"
NO_TOPIC: Final = "0"

# Numbers of supergroups begin below this one; links leave it out.
_SUPERGROUPS: Final = -1_000_000_000_000
_FIRST: Final = 1

PATIENCE: Final = 2.0
"""Seconds for which an answer waits for the titles of chats."""

log: Final = structlog.get_logger(__name__)


def channel_of(message: MaybeInaccessibleMessage) -> Channel:
    """Where a message was written. A mere chain of replies in a group is no topic.

    Of a message that is no longer accessible Telegram tells the chat alone.
    """
    topic = message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None
    return Channel(PLATFORM, (str(message.chat.id), str(topic or NO_TOPIC)))


def chat_of(channel: Channel) -> int:
    """The chat's number for Telegram."""
    return int(channel.place[0])


def topic_of(channel: Channel) -> int | None:
    """The topic's number for Telegram."""
    return int(channel.place[1]) or None


def moved(channel: Channel, chat: int) -> Channel:
    """The same place in a chat with another number."""
    return Channel(channel.platform, (str(chat), *channel.place[1:]))


def live_message(text: str, channel: Channel) -> int | None:
    """The number of a message as :func:`write_message` wrote it, if it is in this channel's chat."""
    chat, _, number = text.partition("/")
    return int(number) if chat == channel.place[0] and number.isdecimal() else None


def write_message(chat: int, number: int) -> str:
    """A message as it is kept: with its chat, because numbers begin anew when a chat moves."""
    return f"{chat}/{number}"


class Places:
    """The titles of chats, as far as they were seen."""

    def __init__(self) -> None:
        self._titles: Lately[str, str] = Lately()

    def learn(self, chat: Chat | ChatFullInfo) -> None:
        """Keep the chat's title."""
        title = chat.effective_name
        if title:
            self._titles.put(str(chat.id), title)

    async def look_up(self, bot: Bot, phrases: Iterable[Phrase]) -> None:
        """Ask for the titles of all chats that the phrases name and that were not seen yet, for a while."""
        named = _channels(tuple(phrases))
        chats = {chat_of(channel) for channel in named if channel.platform == PLATFORM}
        unknown = {chat for chat in chats if str(chat) not in self._titles}
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(self._ask(bot, chat) for chat in sorted(unknown)))
        except TimeoutError:
            log.info("chats without titles", chats=len(unknown))

    async def _ask(self, bot: Bot, chat: int) -> None:
        try:
            self.learn(await bot.get_chat(chat))
        except TelegramError as error:
            log.info("chat without a title", chat=chat, reason=error.message)

    def title(self, channel: Channel) -> str:
        """The chat's title; its number while that is unknown."""
        place = channel.place[0] if channel.place else channel.platform
        return (self._titles.get(place) or place) if channel.platform == PLATFORM else channel.place[-1]

    def link(self, channel: Channel, message: str = "") -> str:
        """A link that opens the message, chat or topic for its members; only supergroups have one."""
        if channel.platform != PLATFORM:
            return ""
        number = _SUPERGROUPS - chat_of(channel)
        shown = live_message(message, channel) or topic_of(channel) or _FIRST
        return f"https://t.me/c/{number}/{shown}" if number > 0 else ""


def _channels(value: object) -> list[Channel]:
    match value:
        case Channel():
            return [value]
        case At():
            return [value.channel]
        case Phrase():
            return _channels(tuple(value.args.values()))
        case tuple():
            return [channel for part in value for channel in _channels(part)]
        case _:
            return []
