"""Scenes as Telegram messages: text or caption, picture, keyboard; sent, or put in place of another."""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import structlog
from telegram import (
    Bot,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.painter import Live, Painted, Painter, Superseded
from bot.people import Person
from bot.request import MOST_MESSAGES
from bot.scene import FULL, File, Phrase, Picture, PictureKind, Scene, Who
from bot.telegram_app.keyboard import keyboard
from bot.telegram_app.places import PLATFORM, Places
from bot.telegram_app.style import CAPTION_LIMIT, TEXT_LIMIT, HtmlStyle, at_most, fit
from bot.texts import Texts

PROFILE: Final = "telegram"
FILE_PROFILE: Final = "file"

_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TelegramPage:
    """A message ready to be sent. ``way`` is what a button would be called that opens the board.

    ``spare`` tells of the first lines which can be left out, as :class:`bot.scene.Phrase` has it.
    """

    lines: tuple[str, ...]
    photo: Painted | None = None
    file: File | None = None
    keyboard: InlineKeyboardMarkup | None = None
    film: Painted | None = None
    way: str = ""
    spare: tuple[int, ...] = ()

    @property
    def bare(self) -> bool:
        """Whether it is text alone."""
        return not (self.photo or self.file or self.film)

    @property
    def text(self) -> str:
        """The lines as one text, cut to what such a message may hold."""
        return self.cut_to(TEXT_LIMIT if self.bare else CAPTION_LIMIT)

    def cut_to(self, limit: int) -> str:
        """The lines as one text of at most so many units."""
        return fit(self.lines, limit, self.spare)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message goes: a chat, a topic of it, perhaps as the reply to a message."""

    chat: int
    topic: int | None = None
    reply_to: int | None = None

    @property
    def reply(self) -> ReplyParameters | None:
        """What Telegram wants to know about the message replied to."""
        if self.reply_to is None:
            return None
        return ReplyParameters(self.reply_to, allow_sending_without_reply=True)


class TelegramWriter:
    """Writes scenes as pages."""

    def __init__(self, texts: Texts, painter: Painter, places: Places) -> None:
        self._texts = texts
        self._painter = painter
        self._style = HtmlStyle(places)

    def sentence(self, phrase: Phrase, language: str) -> str:
        """A phrase alone, as HTML."""
        return self._texts.say(phrase, language, self._style)

    async def page(
        self, scene: Scene, *, answer: bool = False, picture: bool = True, live: bool = False
    ) -> TelegramPage:
        """The scene as a message. An ``answer`` is for one person, though others may see it.

        Without ``picture`` it says that pictures are not taken here. ``live``: of its place, only the newest
        scene needs its picture.
        """
        language = scene.language
        lines = [self.sentence(phrase, language) for phrase in scene.lines]
        photo, film, file = None, None, scene.file
        if scene.picture is not None and not picture:
            lines.append(self.sentence(Phrase("live.no_picture"), language))
        elif scene.picture is not None:
            of = Live(scene.game, scene.version) if live else None
            painted = await self._paint(scene.picture, language, of)
            if painted is None:
                failed = "telegram.picture_failed" if live else "live.not_drawn"
                lines.append(self.sentence(Phrase(failed), language))
            elif scene.picture.view == FULL:
                file = File(painted.filename, painted.content)
            elif scene.picture.kind is PictureKind.FILM:
                film = painted
            else:
                photo = painted
                lines += [self.sentence(phrase, language) for phrase in painted.said]
        way = self._texts.say(Phrase("choice.play"), language) if live and scene.open else ""
        return TelegramPage(
            tuple(lines),
            photo,
            file,
            keyboard(scene, self._texts, answer=answer),
            film,
            way,
            tuple(phrase.spare for phrase in scene.lines) if live else (),
        )

    def calls(self, page: TelegramPage, people: Iterable[Person], language: str) -> TelegramPage:
        """The page with a line of mentions for those whom its text does not mention itself."""
        called = [Who(p.name, p.key, mention=True) for p in people if p.platform == PLATFORM]
        calls = [self._texts.person(who, language, self._style) for who in called]
        text = "\n".join(page.lines)
        missing = [call for call in calls if call not in text]
        if not missing:
            return page
        return dataclasses.replace(page, lines=(" ".join(missing), *page.lines), spare=(0, *page.spare))

    async def _paint(self, picture: Picture, language: str, live: Live | None) -> Painted | None:
        profile = PROFILE
        if picture.view == FULL:
            picture, profile = dataclasses.replace(picture, view="whole"), FILE_PROFILE
        try:
            return await self._painter.paint(picture, profile, language, live=live)
        except Superseded:
            return None
        except Exception:  # a picture that cannot be drawn must not keep anybody from playing
            log.exception("picture not drawn", view=picture.view, kind=picture.kind.value)
            return None


async def send(bot: Bot, place: Place, page: TelegramPage, *, silent: bool) -> Message:
    """Send a page as one message, its text cut to what fits."""
    if page.file:
        return await bot.send_document(
            place.chat,
            page.file.content,
            filename=page.file.name,
            caption=page.text,
            parse_mode=ParseMode.HTML,
            reply_markup=page.keyboard,
            message_thread_id=place.topic,
            reply_parameters=place.reply,
            disable_notification=silent,
        )
    if page.film:
        return await bot.send_animation(
            place.chat,
            page.film.content,
            filename=page.film.filename,
            caption=page.text,
            parse_mode=ParseMode.HTML,
            reply_markup=page.keyboard,
            message_thread_id=place.topic,
            reply_parameters=place.reply,
            disable_notification=silent,
        )
    if page.photo:
        return await bot.send_photo(
            place.chat,
            page.photo.content,
            filename=page.photo.filename,
            caption=page.text,
            parse_mode=ParseMode.HTML,
            reply_markup=page.keyboard,
            message_thread_id=place.topic,
            reply_parameters=place.reply,
            disable_notification=silent,
        )
    return await bot.send_message(
        place.chat,
        page.text,
        parse_mode=ParseMode.HTML,
        reply_markup=page.keyboard,
        message_thread_id=place.topic,
        reply_parameters=place.reply,
        disable_notification=silent,
        link_preview_options=_NO_PREVIEW,
    )


def picture_of(message: Message) -> str:
    """Telegram's own name for the picture that a message has, "" for none: another one has another name."""
    return message.photo[-1].file_unique_id if message.photo else ""


def split(page: TelegramPage) -> list[TelegramPage]:
    """The page as so many messages as its text needs, and no more than an answer may take.

    The last one has the picture, file and buttons.
    """
    if page.text == "\n".join(page.lines):
        return [page]
    if not page.bare:
        whole = at_most(MOST_MESSAGES - 1, page.lines, TEXT_LIMIT)
        return [*(TelegramPage((text,)) for text in whole), dataclasses.replace(page, lines=())]
    *before, last = at_most(MOST_MESSAGES, page.lines, TEXT_LIMIT)
    return [*(TelegramPage((text,)) for text in before), TelegramPage((last,), keyboard=page.keyboard)]


async def replace(bot: Bot, chat: int, message: int, page: TelegramPage, *, pictured: bool) -> Message | None:
    """Put a page in place of a message. A page without a picture leaves the message the one that it has.

    ``pictured`` says whether it has one; a wrong guess costs a second call. What the message is then; None
    where Telegram does not tell, which it does of what was sent by the bot itself.
    """
    if page.photo:
        media = InputMediaPhoto(
            page.photo.content, caption=page.text, parse_mode=ParseMode.HTML, filename=page.photo.filename
        )
        return _told(await bot.edit_message_media(media, chat, message, reply_markup=page.keyboard))
    return await reword(bot, chat, message, page, pictured=pictured)


async def reword(bot: Bot, chat: int, message: int, page: TelegramPage, *, pictured: bool) -> Message | None:
    """Put a page's words and buttons on a message, which keeps its picture if it has one.

    ``pictured`` says whether it has; a wrong guess costs a second call.
    """
    first, second = (_recaption, _rewrite) if pictured else (_rewrite, _recaption)
    try:
        return await first(bot, chat, message, page)
    except BadRequest as error:
        if "in the message to edit" not in error.message:
            raise
        return await second(bot, chat, message, page)


async def _recaption(bot: Bot, chat: int, message: int, page: TelegramPage) -> Message | None:
    caption = page.cut_to(CAPTION_LIMIT)
    edited = await bot.edit_message_caption(
        chat, message, caption=caption, parse_mode=ParseMode.HTML, reply_markup=page.keyboard
    )
    return _told(edited)


async def _rewrite(bot: Bot, chat: int, message: int, page: TelegramPage) -> Message | None:
    edited = await bot.edit_message_text(
        page.text,
        chat,
        message,
        parse_mode=ParseMode.HTML,
        reply_markup=page.keyboard,
        link_preview_options=_NO_PREVIEW,
    )
    return _told(edited)


def _told(edited: Message | bool) -> Message | None:
    return edited if isinstance(edited, Message) else None
