"""What one person is told: toasts, replies, files."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog
from telegram import Bot, CallbackQuery, Message
from telegram.constants import ChatAction
from telegram.error import TelegramError
from telegram.helpers import create_deep_linked_url

from bot.live.trouble import Trouble, TroubleKind
from bot.scene import Phrase, Picture, PictureKind, Scene
from bot.store.protocol import StoreUnavailable
from bot.telegram_app import writing
from bot.telegram_app.jobs import Jobs
from bot.telegram_app.messenger import AnswersSent
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.places import Places
from bot.telegram_app.style import plain, shorten, units
from bot.telegram_app.troubles import judge, unchanged
from bot.telegram_app.writing import Place, TelegramPage, TelegramWriter

TOAST: Final = 200
"""The longest text that Telegram shows in answer to a press."""
GLANCE: Final = 100
"""A longer one has to be closed by hand, so that it can be read to its end."""

ANNOUNCED: Final = 4.5
"""Seconds after which Telegram forgets that something was announced, and a little less."""

TAKES_LONG: Final = Phrase("live.takes_long")
COMES: Final = Phrase("live.under_way")
"""Nobody needs the same twice."""

_SENT_ANEW: Final = frozenset({TroubleKind.GONE, TroubleKind.UNEDITABLE, TroubleKind.PICTURE})
"""After these an answer that was to be replaced becomes a message of its own."""
_THEIR_CHOICE: Final = frozenset(
    {TroubleKind.RIGHT, TroubleKind.CLOSED, TroubleKind.NO_PLACE, TroubleKind.PRIVATE}
)
"""After these nobody wants to hear from us, which is nothing to worry about."""

log: Final = structlog.get_logger(__name__)


class PersonalAnswers:
    """Answers people in their own language."""

    def __init__(
        self,
        bot: Bot,
        outbox: Outbox,
        writer: TelegramWriter,
        places: Places,
        *,
        jobs: Jobs,
        answered: AnswersSent,
    ) -> None:
        self._bot = bot
        self._outbox = outbox
        self._writer = writer
        self._places = places
        self._jobs = jobs
        self._answered = answered
        self._under_way: set[tuple[object, ...]] = set()

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
            # A link holds no spaces.
            link = create_deep_linked_url(self._bot.username, command.replace(" ", "-"))
            await query.answer(url=link)
        except TelegramError as error:
            log.info("not led aside", query=query.id, error=error.message)
            return False
        return True

    def sentence(self, phrase: Phrase, language: str) -> str:
        """A phrase as it looks in a toast."""
        return plain(self._writer.sentence(phrase, language))

    def refuse(self, place: Place, phrase: Phrase, language: str) -> None:
        """Tell in a short reply why a command was not carried out."""
        page = TelegramPage((self._writer.sentence(phrase, language),))
        self._jobs.start(self._send(place, [page], language), chat=place.chat)

    def waiting(self, place: Place, scene: Scene) -> Phrase | None:
        """What to say of an answer that takes long to draw; COMES if it is on its way there already."""
        if scene.picture is None or not scene.picture.slow:
            return None
        return COMES if _drawing(place, scene) in self._under_way else TAKES_LONG

    def inform(self, place: Place, scene: Scene, *, pressed: Message | None = None) -> None:
        """Send information as a reply, in as many messages as it needs.

        ``pressed`` is the information whose button asked for this one: it is replaced.
        """
        drawing = _drawing(place, scene)
        if scene.picture is not None and scene.picture.slow:
            self._under_way.add(drawing)

        async def inform() -> None:
            try:
                await self._inform(place, scene, pressed)
            finally:
                self._under_way.discard(drawing)

        self._jobs.start(inform(), chat=place.chat)

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
                await self._send(place, pages, scene.language)

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
            if chat == pressed.chat.id:
                await self._bot.edit_message_reply_markup(chat, pressed.message_id)

        try:
            await self._outbox.deliver(pressed.chat.id, edit)
        except (TelegramError, StoreUnavailable) as error:
            log.info("buttons not taken", chat=pressed.chat.id, reason=str(error))

    async def _replaced(self, pressed: Message, page: TelegramPage) -> bool:
        """Put the page in place of an answer. Tells whether that is all that can be done."""

        async def edit(chat: int) -> bool:
            if chat != pressed.chat.id:
                # The group has moved: what has this number there is another message.
                return False
            await writing.replace(self._bot, chat, pressed.message_id, page, pictured=bool(pressed.photo))
            return True

        try:
            return await self._outbox.deliver(pressed.chat.id, edit)
        except StoreUnavailable as error:
            log.warning("answer not replaced", chat=pressed.chat.id, reason=str(error))
        except TelegramError as error:
            if unchanged(error):
                return True
            trouble = judge(error, sending=False, pictured=not page.bare)
            if trouble.kind in _SENT_ANEW:
                return False
            _note("answer not replaced", pressed.chat.id, trouble)
        return True

    async def _send(self, place: Place, pages: list[TelegramPage], language: str) -> None:
        for page in pages:
            try:
                trouble = await self._try(place, page)
                if trouble is not None and trouble.kind is TroubleKind.PICTURE:
                    trouble = await self._try(place, self._in_words(page, trouble, language))
            except StoreUnavailable as error:
                log.warning("answer not sent", chat=place.chat, reason=str(error))
                return
            if trouble is not None:
                _note("answer not sent", place.chat, trouble)
                return

    async def _try(self, place: Place, page: TelegramPage) -> Trouble | None:
        """Send a page, and tell what is in the way."""

        async def send(chat: int) -> int:
            reply_to = place.reply_to if chat == place.chat else None
            here = Place(chat, place.topic, reply_to)
            number = (await writing.send(self._bot, here, page, silent=True)).message_id
            self._answered.note(chat, number)
            return number

        try:
            await self._outbox.deliver(place.chat, send)
        except TelegramError as error:
            return judge(error, sending=True, pictured=not page.bare, private=place.chat > 0)
        return None

    def _in_words(self, page: TelegramPage, trouble: Trouble, language: str) -> TelegramPage:
        """What can be said of a page whose picture or file is refused."""
        refused = "telegram.no_file" if page.file else "telegram.no_picture"
        excuse = Phrase(refused if trouble.right else "live.not_drawn")
        lines = (*page.lines, self._writer.sentence(excuse, language))
        return TelegramPage(lines, keyboard=page.keyboard)


def _drawing(place: Place, scene: Scene) -> tuple[object, ...]:
    """What is drawn where: alike for those who ask for the same."""
    picture = scene.picture
    what = () if picture is None else (picture.kind, picture.view, scene.language)
    return (place.chat, place.topic, scene.game, scene.version, *what)


def _note(event: str, chat: int, trouble: Trouble) -> None:
    """One line about what could not be said."""
    level = logging.INFO if trouble.kind in _THEIR_CHOICE else logging.WARNING
    log.log(level, event, chat=chat, kind=trouble.kind.value, reason=trouble.detail)
