"""Updates as requests: who asks for what, and where."""

from typing import Final

from telegram import CallbackQuery, Chat, MaybeInaccessibleMessage, Message, User
from telegram.constants import ChatType, MessageEntityType

from bot.command_names import GAME_COMMANDS
from bot.games.parser import meant_command
from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Phrase, Scene
from bot.store.protocol import StoreUnavailable
from bot.telegram_app.admins import Admins
from bot.telegram_app.files import Unfetched, sent_along
from bot.telegram_app.keyboard import Pressed
from bot.telegram_app.nameless import needs_a_name, way_on
from bot.telegram_app.places import PLATFORM, channel_of
from bot.telegram_app.ports import Table
from bot.usecases.rows import takes_file

SURELY: Final = 0.75
"""So like one of our commands is a slip of the finger, and no command of another bot."""
NAME: Final = 64
"""So much of a name is kept."""


class Incoming:
    """Reads what people write and press. ``language`` is the language of groups."""

    def __init__(self, admins: Admins, table: Table, language: str) -> None:
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
        except Unfetched:
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
    if name == "start" and words[:1] and words[0] in GAME_COMMANDS and _private(message.chat):
        # A link that led here says so what it led here for.
        return " ".join(words)
    return " ".join((name, *words))


def _private(chat: Chat) -> bool:
    """Whether nobody else is there. Everywhere else others read the answers, too."""
    return chat.type == ChatType.PRIVATE
