"""People, chats, topics and messages; and what people do in them."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.telegram_server.markup import Entity, utf16_length

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer

PATIENCE = 10.0


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


@dataclass(frozen=True, slots=True)
class Button:
    """A button of an inline keyboard."""

    label: str
    data: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Toast:
    """How the bot answered a press; ``text`` is empty for a silent answer, ``url`` is what it opens."""

    text: str
    alert: bool
    url: str = ""


@dataclass(slots=True)
class Message:
    """A message as the chat shows it now. ``edits`` counts how often it was changed."""

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

    @property
    def document_id(self) -> str:
        """The id under which the bot can fetch the message's file."""
        return f"d{self.chat.id}_{self.id}"

    @property
    def from_bot(self) -> bool:
        """Whether the bot wrote it."""
        return self.sender is not None and self.sender.is_bot and self.sender is not ANONYMOUS_ADMIN

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
            rows = [[{"text": b.label, "callback_data": b.data} for b in row] for row in self.keyboard]
            data["reply_markup"] = {"inline_keyboard": rows}
        entities = [self._told(entity) for entity in self.entities]
        if self.photo:
            size = {"file_id": f"p{self.id}", "file_unique_id": f"u{self.id}", "width": 90, "height": 90}
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


@dataclass(slots=True)
class Chat:
    """A private chat, a group or a supergroup; what tests do in it goes to the bot as updates."""

    server: "BotApiServer" = field(repr=False)
    id: int
    kind: str
    title: str
    members: list[User]
    admins: set[int] = field(default_factory=set)
    forum: bool = False
    messages: list[Message] = field(default_factory=list, repr=False)
    migrated_to: "Chat | None" = None
    _next_id: int = 1

    def json(self) -> dict[str, Any]:
        """The chat as updates have it."""
        data: dict[str, Any] = {"id": self.id, "type": self.kind}
        if self.kind == "private":
            return data | {"first_name": self.title}
        return data | {"title": self.title} | ({"is_forum": True} if self.forum else {})

    @property
    def group(self) -> bool:
        """Whether the limits of groups count here."""
        return self.kind != "private"

    @property
    def from_bot(self) -> list[Message]:
        """The bot's messages, oldest first."""
        return [message for message in self.messages if message.from_bot]

    @property
    def last(self) -> Message:
        """The bot's newest message."""
        return self.from_bot[-1]

    def add(self, sender: User | None, **what: Any) -> Message:
        """Put a message into the chat without telling the bot."""
        message = Message(self, self._next_id, sender, **what)
        self._next_id += 1
        self.messages.append(message)
        return message

    def find(self, message_id: int) -> Message | None:
        """The message with this id, unless it was deleted."""
        return next((message for message in self.messages if message.id == message_id), None)

    async def say(
        self,
        user: User,
        text: str,
        *,
        topic: int | None = None,
        thread: int | None = None,
        anonymous: bool = False,
        reply_to: Message | None = None,
    ) -> Message:
        """A person writes. ``topic`` is a forum topic, ``thread`` a mere chain of replies."""
        entities: list[Entity] = []
        if text.startswith("/"):
            entities = [
                {"type": "bot_command", "offset": 0, "length": utf16_length(text.split(maxsplit=1)[0])}
            ]
        message = self.add(
            ANONYMOUS_ADMIN if anonymous else user,
            text=text,
            entities=entities,
            thread=topic or thread,
            topic=topic is not None,
            sender_chat=self.json() if anonymous else None,
            extra={"reply_to_message": reply_to.json()} if reply_to else {},
        )
        self.server.note(f"{self.title} | {'anonymous admin' if anonymous else user.first_name}: {text}")
        self.server.push("message", message.json())
        return message

    async def send_file(self, user: User, content: bytes, caption: str = "", *, size: int = 0) -> Message:
        """A person sends a document, perhaps with a caption; ``size`` is what is told instead of its own."""
        entities: list[Entity] = []
        if caption.startswith("/"):
            length = utf16_length(caption.split(maxsplit=1)[0])
            entities = [{"type": "bot_command", "offset": 0, "length": length}]
        message = self.add(
            user, text=caption, entities=entities, file_name="record.json", file=content, size=size
        )
        self.server.note(f"{self.title} | {user.first_name} sends a file: {caption}")
        self.server.push("message", message.json())
        return message

    async def press(self, user: User, wanted: str, *, on: Message | None = None) -> Toast:
        """Press the newest button with this label or data (waiting for it) and wait for the answer."""
        found: list[tuple[Message, Button]] = []

        def seek() -> bool:
            found.extend(self._buttons(wanted, on))
            return bool(found)

        await self.until(seek, f"a button {wanted!r}")
        message, button = found[0]
        return await self.press_data(user, message, button.data)

    async def press_data(self, user: User, message: Message, data: str) -> Toast:
        """Press a button with this data, whether or not the message still has it."""
        query = self.tap(user, message, data)
        await self.until(lambda: query in self.server.toasts, f"an answer to {data!r}")
        return self.server.toasts[query]

    def tap(self, user: User, message: Message, data: str) -> str:
        """Press and do not wait; returns the id of the callback query."""
        query = self.server.new_query()
        self.server.note(f"{self.title} | {user.first_name} presses {data} on #{message.id}")
        update = {
            "id": query,
            "from": user.json(),
            "chat_instance": str(self.id),
            "message": message.json(),
            "data": data,
        }
        self.server.push("callback_query", update)
        return query

    def _buttons(self, wanted: str, on: Message | None) -> Iterator[tuple[Message, Button]]:
        for message in reversed(self.messages) if on is None else (on,):
            button = message.button(wanted)
            if button:
                yield message, button

    async def until(self, condition: Callable[[], bool], what: str = "the awaited change") -> None:
        """Wait until the condition holds."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.server.wait_until(condition)
        except TimeoutError:
            raise AssertionError(f"no {what} in {PATIENCE:.0f} s\n{self.server.transcript}") from None

    async def answer(self, after: Message) -> Message:
        """The bot's reply to this message."""
        found: list[Message] = []

        def seek() -> bool:
            found.extend(m for m in self.from_bot if m.reply_to == after.id)
            return bool(found)

        await self.until(seek, f"reply to {after.text!r}")
        return found[0]

    async def ask(self, user: User, text: str, *, topic: int | None = None) -> Message:
        """Write something and wait for the bot's reply to it."""
        return await self.answer(await self.say(user, text, topic=topic))

    def migrate(self, *, announce: bool = True) -> "Chat":
        """Turn the group into a supergroup with a new id; its old messages stay behind."""
        new = self.server.group(self.title, *self.members[1:], supergroup=True)
        new.admins = set(self.admins)
        self.migrated_to = new
        if announce:
            old_note = self.add(self.members[1], extra={"migrate_to_chat_id": new.id})
            self.server.push("message", old_note.json())
            new_note = new.add(self.members[1], extra={"migrate_from_chat_id": self.id})
            self.server.push("message", new_note.json())
        return new
