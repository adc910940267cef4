"""People, and messages with their buttons."""

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.telegram_server.markup import Entity

if TYPE_CHECKING:
    from tests.telegram_server.chats import Chat


@dataclass(frozen=True, slots=True)
class User:
    """A person, or the bot itself."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language: str = "en"
    is_bot: bool = False

    def json(self) -> dict[str, Any]:
        """The user as updates have it."""
        optional = {
            "last_name": self.last_name,
            "username": self.username,
            "language_code": "" if self.is_bot else self.language,
        }
        plain = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        return plain | {name: value for name, value in optional.items() if value}


ANONYMOUS_ADMIN = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
CHANNEL_BOT = User(136817688, "Channel", username="Channel_Bot", is_bot=True)
TELEGRAM = User(777000, "Telegram")
STAND_INS = (ANONYMOUS_ADMIN, CHANNEL_BOT, TELEGRAM)
"""Whom the Bot API names in place of a group or a channel that writes."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of an inline keyboard: one that is pressed has ``data``, one that opens a page a ``url``.

    One that opens it as a Mini App has its address as ``web_app``.
    """

    label: str
    data: str
    style: str = ""
    url: str = ""
    web_app: str = ""

    def json(self) -> dict[str, Any]:
        """The button as a message has it."""
        opens: dict[str, Any] = {"url": self.url} if self.url else {"callback_data": self.data}
        if self.web_app:
            opens = {"web_app": {"url": self.web_app}}
        return {"text": self.label, **opens}


@dataclass(frozen=True, slots=True)
class Toast:
    """How the bot answered a press; ``text`` is empty for a silent answer, ``url`` is what it opens."""

    text: str
    alert: bool
    url: str = ""


@dataclass(slots=True)
class Message:
    """A message as the chat shows it now.

    ``edits`` counts how often it was changed. ``old`` is for tests to set: after two days a bot cannot delete
    its messages any more.
    """

    chat: "Chat" = field(repr=False)
    id: int
    sender: User | None
    text: str = ""
    entities: list[Entity] = field(default_factory=list)
    photo: bytes = field(default=b"", repr=False)
    file_name: str = ""
    file: bytes = field(default=b"", repr=False)
    keyboard: list[list[Button]] = field(default_factory=list)
    thread: int | None = None
    topic: bool = False
    reply_to: int | None = None
    sender_chat: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    edits: int = 0
    silent: bool = False
    size: int = 0
    old: bool = False

    @property
    def document_id(self) -> str:
        """The id under which the bot can fetch the message's file."""
        return f"d{self.chat.id}_{self.id}"

    @property
    def from_bot(self) -> bool:
        """Whether the bot wrote it."""
        return self.sender is not None and self.sender.is_bot and self.sender not in STAND_INS

    @property
    def buttons(self) -> list[Button]:
        """All buttons in reading order."""
        return [button for row in self.keyboard for button in row]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons in reading order."""
        return [button.label for button in self.buttons]

    @property
    def mentions(self) -> list[int]:
        """The ids of the users whom the text mentions."""
        return [int(str(e["user"])) for e in self.entities if e["type"] == "text_mention"]

    def button(self, wanted: str) -> Button | None:
        """The button with this label or data."""
        return next((b for b in self.buttons if wanted in (b.label, b.data)), None)

    def inaccessible(self) -> dict[str, Any]:
        """All that is told of a message that was deleted, or is too old."""
        return {"chat": self.chat.json(), "message_id": self.id, "date": 0}

    def json(self) -> dict[str, Any]:
        """The message as updates and answers have it."""
        data: dict[str, Any] = {
            "message_id": self.id,
            "date": 1_780_000_000 + self.id,
            "chat": self.chat.json(),
        }
        if self.sender:
            data["from"] = self.sender.json()
        if self.sender_chat:
            data["sender_chat"] = self.sender_chat
        if self.thread:
            data["message_thread_id"] = self.thread
        if self.topic:
            data["is_topic_message"] = True
        if self.keyboard:
            rows = [[b.json() for b in row] for row in self.keyboard]
            data["reply_markup"] = {"inline_keyboard": rows}
        entities = [self._told(entity) for entity in self.entities]
        if self.photo:
            name = zlib.crc32(self.photo)
            size = {"file_id": f"p{self.id}", "file_unique_id": f"u{name}", "width": 90, "height": 90}
            data["photo"] = [size]
        elif self.file_name:
            data["document"] = {
                "file_id": self.document_id,
                "file_unique_id": f"v{self.document_id}",
                "file_name": self.file_name,
                "file_size": self.size or len(self.file),
            }
        with_file = bool(self.photo or self.file_name)
        if self.text:
            data["caption" if with_file else "text"] = self.text
            data["caption_entities" if with_file else "entities"] = entities
        return data | self.extra

    def _told(self, entity: Entity) -> Entity:
        """An entity as updates have it: people are written out."""
        if "user" not in entity:
            return entity
        number = int(str(entity["user"]))
        known = next((user for user in self.chat.members if user.id == number), User(number, "Somebody"))
        return entity | {"user": known.json()}
