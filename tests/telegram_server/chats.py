"""Chats and topics, and what people do in them."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.telegram_server.management import Management
from tests.telegram_server.markup import Entity, utf16_length
from tests.telegram_server.messages import (
    ANONYMOUS_ADMIN,
    CHANNEL_BOT,
    TELEGRAM,
    Button,
    Message,
    Toast,
    User,
)

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer

PATIENCE = 60.0


@dataclass
class Chat(Management):
    """A private chat, a group or a supergroup; what tests do in it goes to the bot as updates.

    ``denied`` are the rights that the bot lacks. ``banned`` tells how it left: kicked, or of its own accord.
    ``blocked``: the person of a private chat takes no messages from it. Topics are known by their numbers,
    0 is the general one.
    """

    server: "BotApiServer" = field(repr=False)
    id: int
    kind: str
    title: str
    members: list[User]
    admins: set[int] = field(default_factory=set)
    forum: bool = False
    messages: list[Message] = field(default_factory=list, repr=False)
    migrated_to: "Chat | None" = None
    denied: frozenset[str] = frozenset()
    banned: bool = True
    blocked: bool = False
    closed_topics: set[int] = field(default_factory=set)
    deleted_topics: set[int] = field(default_factory=set)
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

    def buttons(self) -> list[tuple[Message, list[Button]]]:
        """The bot's messages that have a keyboard, oldest first, each with its buttons."""
        return [(message, message.buttons) for message in self.from_bot if message.keyboard]

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
        channel: "Chat | None" = None,
        reply_to: Message | None = None,
    ) -> Message:
        """A person writes, perhaps in the name of the group (``anonymous``) or of a ``channel``.

        ``topic`` is a forum topic, ``thread`` a mere chain of replies.
        """
        speaker = self if anonymous else channel
        message = self.add(
            ANONYMOUS_ADMIN if anonymous else CHANNEL_BOT if channel else user,
            text=text,
            entities=command_in(text),
            thread=topic or thread,
            topic=topic is not None,
            sender_chat=speaker.json() if speaker else None,
            extra={"reply_to_message": reply_to.json()} if reply_to else {},
        )
        self.server.note(
            f"{self.title} | {f'in the name of {speaker.title}' if speaker else user.first_name}: {text}"
        )
        self.tell("message", message.json())
        return message

    async def forward(self, channel: "Chat", text: str) -> Message:
        """A post of the linked channel arrives by itself."""
        message = self.add(
            TELEGRAM,
            text=text,
            entities=command_in(text),
            sender_chat=channel.json(),
            extra={"is_automatic_forward": True},
        )
        self.server.note(f"{self.title} | forwarded from {channel.title}: {text}")
        self.tell("message", message.json())
        return message

    async def send_file(self, user: User, content: bytes, caption: str = "", *, size: int = 0) -> Message:
        """A person sends a document, perhaps with a caption; ``size`` is what is told instead of its own."""
        entities = command_in(caption)
        message = self.add(
            user, text=caption, entities=entities, file_name="record.json", file=content, size=size
        )
        self.server.note(f"{self.title} | {user.first_name} sends a file: {caption}")
        self.tell("message", message.json())
        return message

    def tell(self, kind: str, payload: dict[str, Any]) -> None:
        """Hand out an update about what is said here, unless the bot is not there to hear it."""
        if self.server.bot in self.members and not self.blocked:
            self.server.push(kind, payload)

    async def press(
        self, user: User, wanted: str, *, on: Message | None = None, inaccessible: bool = False
    ) -> Toast:
        """Press the newest button with this label or data (waiting for it) and wait for the answer."""
        found: list[tuple[Message, Button]] = []

        def seek() -> bool:
            found.extend(self._buttons(wanted, on))
            return bool(found)

        await self.until(seek, f"a button {wanted!r}")
        message, button = found[0]
        return await self.press_data(user, message, button.data, inaccessible=inaccessible)

    async def press_data(
        self, user: User, message: Message, data: str, *, inaccessible: bool = False
    ) -> Toast:
        """Press a button with this data, whether or not the message still has it."""
        query = self.tap(user, message, data, inaccessible=inaccessible)
        await self.until(lambda: query in self.server.toasts, f"an answer to {data!r}")
        return self.server.toasts[query]

    def tap(self, user: User, message: Message, data: str, *, inaccessible: bool = False) -> str:
        """Press and do not wait; returns the id of the callback query.

        Of a message that was deleted, or is ``inaccessible`` because it is old, the bot is told little.
        Presses arrive even where the bot is no member any more, and from a group before its migration.
        """
        query = self.server.new_query()
        gone = inaccessible or self.find(message.id) is None
        self.server.note(f"{self.title} | {user.first_name} presses {data} on #{message.id}")
        update = {
            "id": query,
            "from": user.json(),
            "chat_instance": str(self.id),
            "message": message.inaccessible() if gone else message.json(),
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
        new = self.server.group(self.title, *self.people, supergroup=True)
        new.admins = set(self.admins)
        self.migrated_to = new
        if announce:
            old_note = self.add(self.people[0], extra={"migrate_to_chat_id": new.id})
            self.server.push("message", old_note.json())
            new_note = new.add(self.people[0], extra={"migrate_from_chat_id": self.id})
            self.server.push("message", new_note.json())
        return new


def command_in(text: str) -> list[Entity]:
    """The entity of a text that begins with a command."""
    if not text.startswith("/"):
        return []
    return [{"type": "bot_command", "offset": 0, "length": utf16_length(text.split(maxsplit=1)[0])}]
