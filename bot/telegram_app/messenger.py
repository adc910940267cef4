"""Telegram as the live message uses it, which sends a message once and finds what it has sent."""

from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final, TypeVar

import structlog
from telegram import Bot, InlineKeyboardMarkup, Message
from telegram.error import TelegramError

from bot.claims import Claims
from bot.live.messenger import Sending, Sent
from bot.live.trouble import Trouble, TroubleKind
from bot.people import Channel, Person
from bot.scene import Scene
from bot.shown import Post
from bot.store.protocol import StoreUnavailable
from bot.telegram_app import writing
from bot.telegram_app.keyboard import BUTTONS
from bot.telegram_app.mini_app import MiniApp
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.places import PLATFORM, chat_of, live_message, topic_of, write_message
from bot.telegram_app.troubles import judge, unchanged
from bot.telegram_app.writing import Place, TelegramPage, TelegramWriter

KEPT: Final = 2000
"""So many are remembered: long enough for any whose number is near that of a message just sent."""
LASTS: Final = 30.0
"""Seconds for which nobody else sends the same: by then it is noted with the game, or its sender is dead."""
LOOKED_AT: Final = 5
"""So many numbers of messages are tried to find one whose answer was lost: Telegram has no list of them."""

T = TypeVar("T")

log: Final = structlog.get_logger(__name__)


class AnswersSent:
    """The newest answers to one person, by chat and number: none is taken for the message of a game."""

    def __init__(self) -> None:
        self._answers: deque[tuple[int, int]] = deque(maxlen=KEPT)

    def note(self, chat: int, number: int) -> None:
        """Remember a message as an answer."""
        self._answers.append((chat, number))

    def __contains__(self, message: tuple[int, int]) -> bool:
        return message in self._answers


class Single:
    """Lets one worker send what several of them know to be due, as after a start, or when one looks late.

    Telegram itself would take it from each: it would call the player twice, and each worker would take the
    message of the other for a copy of its own.
    """

    def __init__(self, claims: Claims | None) -> None:
        self._claims = claims

    async def check(self, channel: Channel, nonce: str) -> None:
        """Raises Trouble when another worker sends this message, so that what it has noted is looked at."""
        if self._claims is None:
            return
        try:
            ours = await self._claims.alone(f"{channel}:{nonce}", LASTS)
        except StoreUnavailable as error:
            raise Trouble(TroubleKind.AGAIN, str(error)) from error
        if not ours:
            raise Trouble(TroubleKind.AGAIN, "another worker sends it")


class TelegramMessenger:
    """Six calls to Telegram, each when it is its chat's turn.

    Messages are written as ``CHAT/NUMBER``, since numbers begin anew when a group becomes a supergroup.
    """

    def __init__(
        self,
        bot: Bot,
        outbox: Outbox,
        writer: TelegramWriter,
        *,
        answered: AnswersSent,
        single: Single,
        mini_app: MiniApp | None = None,
    ) -> None:
        self._bot = bot
        self._outbox = outbox
        self._writer = writer
        self._answered = answered
        self._single = single
        self._mini_app = mini_app

    async def write(self, scene: Scene, *, call: bool = False, picture: bool = True) -> TelegramPage:
        """See Messenger."""
        page = await self._writer.page(scene, picture=picture, live=True)
        return self._writer.calls(page, scene.notify, scene.language) if call else page

    async def send(self, channel: Channel, page: TelegramPage, how: Sending) -> Sent:
        """See Messenger. Telegram recognises nothing: what may have arrived is looked for by its number."""
        await self._single.check(channel, how.nonce)
        page = await self._led(channel, page)
        known = live_message(how.after, channel)
        if how.unsure and not how.mixed and known is not None:
            for number in range(known + 1, known + 1 + LOOKED_AT):
                message = write_message(chat_of(channel), number)
                if message not in how.others and await self._is_there(channel, number, page):
                    return Sent(message, found=True)
        reply_to = live_message(how.reply_to, channel)

        async def attempt(chat: int) -> Sent:
            place = Place(chat, topic_of(channel), reply_to)
            message = await writing.send(self._bot, place, page, silent=not how.loud)
            pictured = page.photo is not None
            return Sent(write_message(chat, message.message_id), pictured, writing.picture_of(message))

        sent = await self._deliver(chat_of(channel), attempt, sending=True, pictured=page.photo is not None)
        if how.unsure and (known is not None or not how.after):
            # Of a chat that was left behind the numbers say nothing about this one.
            return replace(sent, copies=await self._copies(channel, sent.message, known or 0, how))
        return sent

    async def edit(self, channel: Channel, post: Post, page: TelegramPage) -> Sent:
        """See Messenger."""
        message = await self._replace(channel, post, await self._led(channel, page))
        picture = post.picture if message is None else writing.picture_of(message)
        return Sent(post.message, page.photo is not None, picture)

    async def close(self, channel: Channel, post: Post, page: TelegramPage | None) -> None:
        """See Messenger."""
        if page is not None:
            await self._replace(channel, post, page)
            return
        number = _number(post.message, channel)

        async def attempt(chat: int) -> None:
            with _even_unchanged():
                await self._bot.edit_message_reply_markup(chat, number)

        await self._deliver(chat_of(channel), attempt)

    async def delete(self, channel: Channel, message: str) -> None:
        """See Messenger. After two days Telegram does not let us any more."""
        number = _number(message, channel)

        async def attempt(chat: int) -> None:
            await self._bot.delete_message(chat, number)

        await self._deliver(chat_of(channel), attempt)

    async def whisper(self, person: Person, page: TelegramPage, nonce: str) -> None:  # noqa: ARG002  it knows none
        """See Messenger."""
        if person.platform != PLATFORM:
            raise Trouble(TroubleKind.PRIVATE, "the person is on another platform")

        async def attempt(chat: int) -> None:
            await writing.send(self._bot, Place(chat), page, silent=False)

        await self._deliver(int(person.id), attempt, sending=True, private=True)

    async def _led(self, channel: Channel, page: TelegramPage) -> TelegramPage:
        """The page with a button that opens the board, where there is a game to be played on one."""
        rows = () if page.keyboard is None else page.keyboard.inline_keyboard
        if self._mini_app is None or not page.way or sum(map(len, rows)) >= BUTTONS:
            return page
        try:
            button = await self._mini_app.button(page.way, channel, self._bot.username)
        except StoreUnavailable as error:
            log.warning("no way to the board", channel=str(channel), error=str(error))
            return page
        return replace(page, keyboard=InlineKeyboardMarkup([*rows, [button]]))

    async def _replace(self, channel: Channel, post: Post, page: TelegramPage) -> Message | None:
        """Put a page on a message of ours: what it is then, None where nothing had to be changed."""
        number = _number(post.message, channel)

        async def attempt(chat: int) -> Message | None:
            try:
                return await writing.replace(self._bot, chat, number, page, pictured=post.pictured)
            except TelegramError as error:
                if unchanged(error):
                    return None
                raise

        return await self._deliver(chat_of(channel), attempt, pictured=page.photo is not None)

    async def _is_there(self, channel: Channel, number: int, page: TelegramPage) -> bool:
        """Whether this number is a message of ours that can become the page: its words are put there."""
        if (chat_of(channel), number) in self._answered:
            return False

        async def attempt(chat: int) -> None:
            with _even_unchanged():
                # Words may have been sent without their picture, which was late then.
                await writing.reword(self._bot, chat, number, page, pictured=page.photo is not None)

        try:
            await self._deliver(chat_of(channel), attempt)
        except Trouble as trouble:
            if trouble.kind is TroubleKind.AGAIN:
                raise
            return False
        return True

    async def _copies(self, channel: Channel, message: str, known: int, how: Sending) -> tuple[str, ...]:
        """What stands between two messages and had buttons of ours: sent before, and noted by nobody."""
        text_chat, _, text_number = message.partition("/")
        chat, last = int(text_chat), int(text_number)
        # The attempts had not long been made; or followed what was known, if that was not looked at before.
        near = range(known + 1, known + 1 + LOOKED_AT) if how.mixed and known else ()
        copies = []
        for number in sorted({*near, *range(last - LOOKED_AT, last)}):
            copy = write_message(chat, number)
            if not known < number < last or copy in how.others or (chat, number) in self._answered:
                continue

            async def strip(chat: int, number: int = number) -> None:
                # Only a message of ours that has buttons can be changed by this.
                await self._bot.edit_message_reply_markup(chat, number)

            with suppress(TelegramError):
                await self._outbox.deliver(chat, strip, insist=False)
                log.info("a second copy was found", channel=str(channel), message=copy)
                copies.append(copy)
        return tuple(copies)

    async def _deliver(
        self,
        chat: int,
        attempt: Callable[[int], Awaitable[T]],
        *,
        sending: bool = False,
        pictured: bool = False,
        private: bool = False,
    ) -> T:
        """Make a call when it is its turn. Raises Trouble; that nothing has changed is none."""
        try:
            return await self._outbox.deliver(chat, attempt, insist=False)
        except TelegramError as error:
            raise judge(error, sending=sending, pictured=pictured, private=private) from error


@contextmanager
def _even_unchanged() -> Iterator[None]:
    """An edit that changes nothing is refused, and is as good as any other."""
    try:
        yield
    except TelegramError as error:
        if not unchanged(error):
            raise


def _number(message: str, channel: Channel) -> int:
    """The number of a message in this chat. Raises Trouble for one that was left behind in another chat."""
    number = live_message(message, channel)
    if number is None:
        raise Trouble(TroubleKind.GONE, "the message is in another chat")
    return number
