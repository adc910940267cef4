"""What the bot may do in a channel, and how Discord refuses the rest."""

from tests.discord_server.api import ApiError
from tests.discord_server.world import (
    ATTACH_FILES,
    MANAGE_MESSAGES,
    MANAGE_THREADS,
    READ_MESSAGE_HISTORY,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
    VIEW_CHANNEL,
    Payload,
    World,
    is_thread,
)

LARGEST_FILE = 10 * 2**20


class Rights:
    """Checks requests about channels and their messages. Every check raises ApiError."""

    def __init__(self, world: World) -> None:
        self._world = world

    def channel(self, number: str) -> Payload:
        """The channel of this number, if the bot may see it."""
        channel = self._world.channels.get(int(number))
        if channel is None:
            raise ApiError(404, 10003, "Unknown Channel")
        absent = int(channel.get("guild_id", 0)) in self._world.absent
        if absent or not self._world.may(channel, VIEW_CHANNEL):
            raise ApiError(403, 50001, "Missing Access")
        return channel

    def history(self, channel: Payload) -> bool:
        """Whether the bot may read what was written before."""
        return self._world.may(channel, READ_MESSAGE_HISTORY)

    def need(self, channel: Payload, right: int) -> None:
        """Refuse where a right is missing."""
        if not self._world.may(channel, right):
            raise ApiError(403, 50013, "Missing Permissions")

    def send(self, channel: Payload, files: dict[int, bytes]) -> None:
        """Check a new message."""
        if int(channel["id"]) in self._world.closed:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        self.need(channel, SEND_MESSAGES_IN_THREADS if is_thread(channel) else SEND_MESSAGES)
        self.unlocked(channel)
        self.attach(channel, files)

    def attach(self, channel: Payload, files: dict[int, bytes]) -> None:
        """Check the files of a message. An edit needs no right to send, but this one it does."""
        if files:
            self.need(channel, ATTACH_FILES)
        if any(len(content) > LARGEST_FILE for content in files.values()):
            raise ApiError(413, 40005, "Request entity too large")

    def edit(self, channel: Payload, message: Payload) -> None:
        """Check an edit. Nobody can edit what others wrote."""
        self.awake(channel)
        self.unlocked(channel)
        if message["author"]["id"] != self._world.bot["id"]:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")

    def delete(self, channel: Payload, message: Payload) -> None:
        """Check that a message may be removed: in a locked thread it may."""
        self.awake(channel)
        if message["author"]["id"] != self._world.bot["id"]:
            self.need(channel, MANAGE_MESSAGES)

    def awake(self, channel: Payload) -> None:
        """Refuse in an archived thread: whatever rights one has, only a new message wakes it."""
        if is_thread(channel) and channel["thread_metadata"]["archived"]:
            raise ApiError(400, 50083, "Thread is archived")

    def unlocked(self, channel: Payload) -> None:
        """Refuse in a locked thread.

        Discord says there that the thread is archived, even if it is not, but with the status of a right that
        is missing; 160005, "Thread is locked", is not what bots have seen.
        """
        if (
            is_thread(channel)
            and channel["thread_metadata"]["locked"]
            and not self._world.may(channel, MANAGE_THREADS)
        ):
            raise ApiError(403, 50083, "Thread is archived")
