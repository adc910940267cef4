"""What one person is told: toasts, replies, files."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import structlog
from telegram import Bot, CallbackQuery, Message
from telegram.constants import ChatAction
from telegram.error import BadRequest, TelegramError
from telegram.helpers import create_deep_linked_url

from bot.scene import Phrase, Picture, PictureKind, Scene
from bot.telegram_app import writing
from bot.telegram_app.answered import Answered
from bot.telegram_app.jobs import Jobs
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.places import Places
from bot.telegram_app.style import plain, shorten, units
from bot.telegram_app.writing import Page, Place, Writer

TOAST: Final = 200
"""The longest text that Telegram shows in answer to a press."""
GLANCE: Final = 100
"""A longer one has to be closed by hand, so that it can be read to its end."""

ANNOUNCED: Final = 4.5
"""Seconds after which Telegram forgets that something was announced, and a little less."""

log: Final = structlog.get_logger(__name__)


class Answers:
    """Answers people in their own language."""

    def __init__(
        self, bot: Bot, outbox: Outbox, writer: Writer, places: Places, *, jobs: Jobs, answered: Answered
    ) -> None:
        self._bot = bot
        self._outbox = outbox
        self._writer = writer
        self._places = places
        self._jobs = jobs
        self._answered = answered

    async def toast(self, query: CallbackQuery, text: str = "", *, stays: bool = False) -> bool:
        """Answer a press; without a text the button just stops waiting. Tells whether Telegram took it."""
        text = shorten(text, TOAST)
        try:
            await query.answer(text or None, show_alert=(stays or units(text) > GLANCE) or None)
        except TelegramError as error:
            # Presses from before a restart are too old to be answered.
            log.info("press not answered", query=query.id, error=error.message)
            return False
        return True

    async def lead(self, query: CallbackQuery, command: str) -> bool:
        """Answer a press by leading to a private chat, to say the command there. Tells whether it did."""
        try:
            await query.answer(url=create_deep_linked_url(self._bot.username, command))
        except TelegramError as error:
            log.info("not led aside", query=query.id, error=error.message)
            return False
        return True

    def sentence(self, phrase: Phrase, language: str) -> str:
        """A phrase as it looks in a toast."""
        return plain(self._writer.sentence(phrase, language))

    def refuse(self, place: Place, phrase: Phrase, language: str) -> None:
        """Tell in a short reply why a command was not carried out."""
        page = Page((self._writer.sentence(phrase, language),))
        self._jobs.start(self._send(place, [page]), chat=place.chat)

    def inform(self, place: Place, scene: Scene, *, pressed: Message | None = None) -> None:
        """Send information as a reply, in as many messages as it needs.

        ``pressed`` is the information whose button asked for this one: it is replaced.
        """
        self._jobs.start(self._inform(place, scene, pressed), chat=place.chat)

    def spent(self, pressed: Message) -> None:
        """Take the buttons of an answer whose question has been settled."""
        self._jobs.start(self._strip(pressed), chat=pressed.chat.id)

    async def brief(self, scene: Scene) -> str:
        """The scene as the text of a toast; empty when it is more than that holds."""
        if scene.picture or scene.file or scene.rows:
            return ""
        await self._places.look_up(self._bot, scene.lines)
        text = "\n".join(self.sentence(phrase, scene.language) for phrase in scene.lines)
        return text if units(text) <= TOAST else ""

    async def _inform(self, place: Place, scene: Scene, pressed: Message | None) -> None:
        await self._places.look_up(self._bot, scene.lines)
        async with self._announced(place, scene.picture):
            page = await self._writer.page(scene, answer=True)
            pages = writing.split(page)
            alike = not (page.file or page.film) and pressed and bool(pressed.photo) <= bool(page.photo)
            if not (pressed and alike and len(pages) == 1 and await self._replaced(pressed, page)):
                await self._send(place, pages)

    @asynccontextmanager
    async def _announced(self, place: Place, picture: Picture | None) -> AsyncIterator[None]:
        """While a picture takes long, the chat shows that something is on its way."""
        if picture is None or not picture.slow:
            yield
            return
        film = picture.kind is PictureKind.FILM
        action = ChatAction.UPLOAD_VIDEO if film else ChatAction.UPLOAD_DOCUMENT
        announcing = asyncio.create_task(self._announce(place, action))
        try:
            yield
        finally:
            announcing.cancel()

    async def _announce(self, place: Place, action: ChatAction) -> None:
        while True:
            try:
                await self._bot.send_chat_action(place.chat, action, message_thread_id=place.topic)
            except TelegramError as error:
                log.info("not announced", chat=place.chat, error=error.message)
                return
            await asyncio.sleep(ANNOUNCED)

    async def _strip(self, pressed: Message) -> None:
        async def edit(chat: int) -> None:
            await self._bot.edit_message_reply_markup(chat, pressed.message_id)

        try:
            await self._outbox.deliver(pressed.chat.id, edit)
        except TelegramError as error:
            log.info("buttons not taken", chat=pressed.chat.id, error=error.message)

    async def _replaced(self, pressed: Message, page: Page) -> bool:
        async def edit(chat: int) -> None:
            await writing.replace(self._bot, chat, pressed.message_id, page, pictured=bool(pressed.photo))

        try:
            await self._outbox.deliver(pressed.chat.id, edit)
        except BadRequest as error:
            return "message is not modified" in error.message.lower()
        return True

    async def _send(self, place: Place, pages: list[Page]) -> None:
        for page in pages:
            try:
                await self._outbox.deliver(place.chat, self._sender(place, page))
            except TelegramError as error:
                log.warning("answer not sent", chat=place.chat, error=error.message)
                return

    def _sender(self, place: Place, page: Page) -> Callable[[int], Awaitable[int]]:
        async def send(chat: int) -> int:
            here = Place(chat, place.topic, place.reply_to)
            number = await writing.send(self._bot, here, page, silent=True)
            self._answered.note(chat, number)
            return number

        return send
