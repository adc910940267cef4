"""What updates say: who asks for what and where, and in which chats we may speak again.

Telegram hides who an anonymous administrator is, and shows a channel in place of its owner. Whoever presses
a button is told, so that is the way on for all that a person does as a player. Of topics Telegram tells in
messages of their own, and of us in updates of the kind ``my_chat_member``, which have to be asked for. It
does not tell when a group changes what all its members may do.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

import structlog
from telegram import (
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberAdministrator,
    ChatMemberMember,
    ChatMemberOwner,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Document,
    MaybeInaccessibleMessage,
    Message,
    Update,
    User,
)
from telegram.constants import ChatType, MessageEntityType
from telegram.error import BadRequest, TelegramError

from bot.command_names import GAME_COMMANDS
from bot.families import Family
from bot.fetching import NotFetched, fetch
from bot.games.parser import meant_command, parse
from bot.people import Channel, Person
from bot.refusal import Refused
from bot.request import LARGEST_FILE, Request, Upload
from bot.scene import Choice, Phrase, Scene, Style
from bot.store.protocol import StoreUnavailable
from bot.telegram_app.keyboard import Pressed
from bot.telegram_app.places import PLATFORM, channel_of, topic_of
from bot.telegram_app.ports import TelegramTable
from bot.telegram_app.rights import Admins
from bot.usecases.rows import rows, takes_file

SURELY: Final = 0.75
"""So like one of our commands is a slip of the finger, and no command of another bot."""
NAME: Final = 64
"""So much of a name is kept."""

_BUTTONS: Final = frozenset({"new", "join"})
"""Commands that have no button to be pressed yet, or one that is far away."""
_LABEL: Final = Family("choice.{}", of=_BUTTONS)

FETCHED_WITHIN: Final = 15.0
"""Seconds that a file may take; meanwhile nobody else in the chat is answered."""

_MESSAGES: Final = "messages"
_PHOTOS: Final = "photos"
_MORE: Final = "more"

log: Final = structlog.get_logger(__name__)


class Incoming:
    """Reads what people write and press. ``language`` is the language of groups."""

    def __init__(self, admins: Admins, table: TelegramTable, language: str) -> None:
        self._admins = admins
        self._table = table
        self._language = language

    async def written(self, update_id: int, message: Message, username: str) -> Request | Scene | None:
        """A message as a request, or None when it is not meant for the bot of this name.

        A scene is what to answer instead of asking anybody.
        """
        person = self._writer(message)
        command = _command(message, username.lower())
        if person is None or not command:
            return None
        anonymous = message.sender_chat is not None
        if anonymous and needs_a_name(command):
            return way_on(command, self._language)
        # Who writes in a group's own name is one of its administrators.
        admin = (
            message.sender_chat == message.chat
            if anonymous
            else await self._admins.manages(message.chat, int(person.id), command)
        )
        try:
            file = await sent_along(message) if takes_file(command) else None
        except NotFetched:
            return Scene((Phrase("telegram.file_failed"),), language=person.language)
        return Request(
            channel=channel_of(message),
            person=person,
            command=command,
            once=f"tg:{update_id}",
            admin=admin,
            language=self._language_of(message.chat, person),
            file=file,
            overheard=not _private(message.chat),
            alone=_private(message.chat),
        )

    async def pressed(
        self, update_id: int, query: CallbackQuery, message: MaybeInaccessibleMessage, data: Pressed
    ) -> Request:
        """A press of a message's button as a request."""
        chat = message.chat
        person = self._person(query.from_user)
        return Request(
            channel=await self._place_of(message, data.game),
            person=person,
            command=data.command,
            once=f"tg:{update_id}",
            game=data.game,
            version=data.version,
            admin=await self._admins.manages(chat, query.from_user.id, data.command),
            language=self._language_of(chat, person),
            overheard=not _private(chat),
            alone=_private(chat),
        )

    async def _place_of(self, message: MaybeInaccessibleMessage, game: str) -> Channel:
        """Where the game of a button is, which need not be where Telegram says that the button is.

        Of old messages the topic is not told; and a group that has become a supergroup has another number,
        while those who scroll back press buttons of the one before.
        """
        here = channel_of(message)
        certain = message.is_accessible and message.chat.type != ChatType.GROUP
        if certain or not game:
            return here
        try:
            return await self._table.where_is(PLATFORM, game) or here
        except StoreUnavailable:
            return here

    def _writer(self, message: Message) -> Person | None:
        if message.is_automatic_forward:
            return None
        if message.sender_chat is not None:
            title = message.sender_chat.effective_name or ""
            return Person(PLATFORM, str(message.sender_chat.id), title[:NAME], self._language)
        if message.from_user is None or message.from_user.is_bot:
            return None
        return self._person(message.from_user)

    def _person(self, user: User) -> Person:
        return Person(PLATFORM, str(user.id), user.full_name[:NAME], user.language_code or self._language)

    def _language_of(self, chat: Chat, person: Person) -> str:
        return person.language if _private(chat) else self._language


def _command(message: Message, username: str) -> str:
    """The command without its slash and without the bot's name; empty when it is for somebody else."""
    text, entities = message.text, message.entities
    if message.document:
        text, entities = message.caption, message.caption_entities
    if not text or not entities or entities[0].type != MessageEntityType.BOT_COMMAND or entities[0].offset:
        return ""
    length = entities[0].length
    name, _, addressee = text[1:length].lower().partition("@")
    if addressee and addressee != username:
        return ""
    if not (addressee or name in GAME_COMMANDS or _private(message.chat) or meant_command(name, SURELY)):
        # In a group it may be meant for any of its bots.
        return ""
    words = text[length:].split()
    if name == "start" and words and _private(message.chat):
        # A link that led here says so what it led here for, without spaces.
        wanted = words[0].split("-")
        if wanted[0] in GAME_COMMANDS:
            return " ".join((*wanted, *words[1:]))
    return " ".join((name, *words))


def _private(chat: Chat) -> bool:
    """Whether nobody else is there. Everywhere else others read the answers, too."""
    return chat.type == ChatType.PRIVATE


def needs_a_name(command: str) -> bool:
    """Whether a command can only be served when it is known which person asks."""
    try:
        asked = parse(command)
    except Refused:
        return False
    return not rows()[asked.name].anyone(asked)


def way_on(command: str, language: str) -> Scene:
    """What somebody without a name is told in place of what they asked for."""
    name, _, _ = command.partition(" ")
    if name not in _BUTTONS:
        return Scene((Phrase("telegram.nameless"),), language=language)
    whole = command if Pressed("", 0, command).fits else name
    return Scene(
        (Phrase("telegram.nameless_button"),),
        rows=((Choice(Phrase(_LABEL(name)), whole, Style.MAIN),),),
        language=language,
    )


async def sent_along(message: Message) -> Upload | None:
    """The document that came with a command, or that it replies to; None for none. Raises NotFetched."""
    document = message.document
    if document is None and message.reply_to_message is not None:
        document = message.reply_to_message.document
    if document is None:
        return None
    try:
        async with asyncio.timeout(FETCHED_WITHIN):
            return await _fetched(document)
    except (TelegramError, NotFetched, OSError) as error:
        if isinstance(error, BadRequest) and "file is too big" in error.message.lower():
            return Upload(LARGEST_FILE + 1)
        reason = str(error) or type(error).__name__
        log.warning("file not fetched", chat=message.chat.id, size=document.file_size, reason=reason)
        raise NotFetched(reason) from error


async def _fetched(document: Document) -> Upload:
    """The document, or of one that is too large only its size."""
    # Not every document says how large it is; the file itself may.
    if (document.file_size or 0) > LARGEST_FILE:
        return Upload(document.file_size or 0)
    file = await document.get_file()
    if (file.file_size or 0) > LARGEST_FILE:
        return Upload(file.file_size or 0)
    if not file.file_path:
        raise TelegramError("the file has no address")
    return await fetch(file.file_path, FETCHED_WITHIN)


@dataclass(frozen=True, slots=True)
class TopicDoor:
    """A change of what we may do in a chat: in one topic, 0 for none, or with None in all of its topics.

    ``open`` tells that something can be done that could not be done before; else nothing can be said there
    any more.
    """

    chat: int
    topic: int | None
    open: bool


def door(update: Update) -> TopicDoor | None:
    """What an update changes about where we may speak; None for nothing."""
    if update.my_chat_member:
        return _of_ours(update.my_chat_member)
    return _of_topic(update.message) if update.message else None


def _of_topic(message: Message) -> TopicDoor | None:
    closed = message.forum_topic_closed or message.general_forum_topic_hidden
    if not (closed or message.forum_topic_reopened):
        return None
    return TopicDoor(message.chat.id, topic_of(channel_of(message)) or 0, open=not closed)


def _of_ours(change: ChatMemberUpdated) -> TopicDoor | None:
    before, now = _abilities(change.old_chat_member), _abilities(change.new_chat_member)
    if now - before and _MESSAGES in now:
        return TopicDoor(change.chat.id, None, open=True)
    if _MESSAGES in before - now:
        return TopicDoor(change.chat.id, None, open=False)
    return None


def _abilities(member: ChatMember) -> frozenset[str]:
    """What we can do as such a member. Administrators may do more than is allowed to everyone."""
    match member:
        case ChatMemberOwner() | ChatMemberAdministrator():
            return frozenset({_MESSAGES, _PHOTOS, _MORE})
        case ChatMemberMember():
            return frozenset({_MESSAGES, _PHOTOS})
        case ChatMemberRestricted(is_member=True, can_send_messages=True, can_send_photos=photos):
            return frozenset({_MESSAGES, _PHOTOS} if photos else {_MESSAGES})
        case _:
            return frozenset()
