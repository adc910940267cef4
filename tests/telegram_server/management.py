"""What those who manage a chat do in it, and what the bot is told of it."""

from typing import TYPE_CHECKING, Any

from tests.telegram_server.members import RIGHTS, member_json
from tests.telegram_server.messages import Message, User

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer


class Management:
    """The hands of a chat's administrators; of its person, where it is a private chat."""

    if TYPE_CHECKING:
        server: BotApiServer
        id: int
        kind: str
        title: str
        members: list[User]
        admins: set[int]
        messages: list[Message]
        denied: frozenset[str]
        banned: bool
        blocked: bool
        closed_topics: set[int]
        deleted_topics: set[int]

        def json(self) -> dict[str, Any]:
            """The chat as updates have it."""

        def add(self, sender: User | None, **what: Any) -> Message:
            """Put a message into the chat without telling the bot."""

        def tell(self, kind: str, payload: dict[str, Any]) -> None:
            """Hand out an update about what is said here."""

    @property
    def people(self) -> list[User]:
        """Everyone but the bot; in a group its creator comes first."""
        return [user for user in self.members if user != self.server.bot]

    # Topics

    async def close_topic(self, topic: int, *, by: User | None = None) -> None:
        """Close a topic (0: the general one): only those who manage topics can write in it."""
        self.closed_topics.add(topic)
        self._announce(topic, by, forum_topic_closed={})

    async def reopen_topic(self, topic: int, *, by: User | None = None) -> None:
        """Let everybody write in a topic again."""
        self.closed_topics.discard(topic)
        self._announce(topic, by, forum_topic_reopened={})

    async def delete_topic(self, topic: int) -> None:
        """Delete a topic with all its messages. The bot is not told."""
        self.deleted_topics.add(topic)
        self.messages = [message for message in self.messages if message.thread != topic]
        self.server.note(f"{self.title} | topic {topic} is deleted")

    def _announce(self, topic: int, by: User | None, **what: Any) -> None:
        message = self.add(by or self.people[0], thread=topic or None, topic=bool(topic), extra=what)
        self.server.note(f"{self.title} | topic {topic}: {', '.join(what)}")
        self.tell("message", message.json())

    # Rights

    async def restrict(self, *, by: User | None = None, **rights: bool) -> None:
        """Give the bot these rights, and all others that are not named: ``can_send_photos=False``.

        Without names it gets everything back. In a small group the rights are those of all members, of whose
        change no bot is told.
        """
        if unknown := set(rights) - set(RIGHTS):
            raise ValueError(f"there are no such rights: {unknown}")
        before = self._bot
        self.denied = frozenset(right for right, given in rights.items() if not given)
        self._tell_member(before, by)

    async def promote(self, *, by: User | None = None) -> None:
        """Make the bot an administrator, whom no restriction and no closed topic concerns."""
        before = self._bot
        self.admins.add(self.server.bot.id)
        self._tell_member(before, by)

    async def demote(self, *, by: User | None = None) -> None:
        """Make the bot an ordinary member again."""
        before = self._bot
        self.admins.discard(self.server.bot.id)
        self._tell_member(before, by)

    async def kick_bot(self, *, by: User | None = None, banned: bool = True) -> None:
        """Remove the bot; if not ``banned``, as if it had left by itself."""
        before = self._bot
        self.members.remove(self.server.bot)
        self.admins.discard(self.server.bot.id)
        self.banned = banned
        if self.kind == "group":
            # Only small groups tell a bot in this way, too.
            message = self.add(by or self.people[0], extra={"left_chat_member": self.server.bot.json()})
            self.server.push("message", message.json())
        self._tell_member(before, by)

    async def add_bot(self, *, by: User | None = None) -> None:
        """Add the bot, once more perhaps; its rights are what they were before."""
        before = self._bot
        self.members.insert(0, self.server.bot)
        self._tell_member(before, by)
        message = self.add(by or self.people[0], extra={"new_chat_members": [self.server.bot.json()]})
        self.tell("message", message.json())

    async def block(self) -> None:
        """The person of this private chat blocks the bot."""
        before = self._bot
        self.blocked = True
        self._tell_member(before, None)

    async def unblock(self) -> None:
        """The person of this private chat lets the bot write again."""
        before = self._bot
        self.blocked = False
        self._tell_member(before, None)

    @property
    def _bot(self) -> dict[str, Any]:
        return member_json(self, self.server.bot)

    def _tell_member(self, before: dict[str, Any], by: User | None) -> None:
        """Tell the bot what it is here from now on, if that has changed."""
        after = self._bot
        if after == before:
            return
        self.server.note(f"{self.title} | the bot is {before['status']} no more, but {after['status']}")
        update = {
            "chat": self.json(),
            "from": (by or self.people[0]).json(),
            "date": 1_780_000_000,
            "old_chat_member": before,
            "new_chat_member": after,
        }
        self.server.push("my_chat_member", update)
