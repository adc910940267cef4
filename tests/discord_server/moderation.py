"""What administrators and moderators do to places, and what the bot is told of it."""

from tests.discord_server.gateway import Gateway
from tests.discord_server.world import (
    ALL_PERMISSIONS,
    VIEW_CHANNEL,
    Payload,
    World,
    is_thread,
    now,
)


class Moderation:
    """The hands of those who manage a guild."""

    world: World
    _gateway: Gateway

    async def archive(self, thread: Payload) -> None:
        """Close a thread: it sleeps until somebody writes in it."""
        await self._change(thread, archived=True)

    async def unarchive(self, thread: Payload) -> None:
        """Wake a thread, as people's programs do before they press a button in it."""
        await self._change(thread, archived=False)

    async def lock(self, thread: Payload) -> None:
        """Lock a thread: only those who manage threads can write in it, or wake it."""
        await self._change(thread, locked=True)

    async def unlock(self, thread: Payload) -> None:
        """Let everybody write in a thread again."""
        await self._change(thread, locked=False)

    async def _change(self, thread: Payload, **state: bool) -> None:
        metadata = thread["thread_metadata"] | state
        if metadata["archived"] != thread["thread_metadata"]["archived"]:
            metadata["archive_timestamp"] = now()
        thread["thread_metadata"] = metadata
        if self.world.may(thread, VIEW_CHANNEL):
            await self._gateway.tell("THREAD_UPDATE", thread)

    async def permit(self, place: Payload, permissions: int) -> None:
        """Let the bot have these permissions from now on: a channel's overwrite or a guild's role says so.

        A thread has none of its own: there it is its channel that changes.
        """
        if "roles" in place:
            await self._permit_by_role(place, permissions)
            return
        channel = self.world.channels[int(place["parent_id"])] if is_thread(place) else place
        saw = self.world.may(channel, VIEW_CHANNEL)
        self.world.permissions[int(channel["id"])] = permissions
        overwrite = {
            "id": self.world.bot["id"],
            "type": 1,
            "allow": str(permissions),
            "deny": str(ALL_PERMISSIONS & ~permissions),
        }
        others = [other for other in channel["permission_overwrites"] if other["id"] != overwrite["id"]]
        channel["permission_overwrites"] = [*others, overwrite]
        await self._gateway.tell("CHANNEL_UPDATE", channel)
        if self.world.may(channel, VIEW_CHANNEL) and not saw:
            await self._gateway.tell("THREAD_LIST_SYNC", self._threads(channel))

    async def _permit_by_role(self, guild: Payload, permissions: int) -> None:
        role = guild["roles"][0]
        role["permissions"] = str(permissions)
        for channel in guild["channels"]:
            self.world.permissions[int(channel["id"])] = permissions
        await self._gateway.tell("GUILD_ROLE_UPDATE", {"guild_id": guild["id"], "role": role})

    def _threads(self, channel: Payload) -> Payload:
        """What the bot is told when it sees a channel again: its threads come with it."""
        guild = self.world.introduced(self.world.guilds[int(channel["guild_id"])])
        threads = [thread for thread in guild["threads"] if thread["parent_id"] == channel["id"]]
        return {
            "guild_id": guild["id"],
            "channel_ids": [channel["id"]],
            "threads": threads,
            "members": [],
        }

    async def remove(self, message: Payload) -> None:
        """Delete a message. The bot is not told: it asks for no such events."""
        del self.world.messages[int(message["channel_id"])][int(message["id"])]

    async def delete_channel(self, channel: Payload) -> None:
        """Delete a channel with its threads, or a thread alone."""
        self.world.remove_channel(channel)
        if is_thread(channel):
            told = {key: channel[key] for key in ("id", "guild_id", "parent_id", "type")}
            await self._gateway.tell("THREAD_DELETE", told)
        else:
            await self._gateway.tell("CHANNEL_DELETE", channel)

    async def remove_bot(self, guild: Payload) -> None:
        """Remove the bot from a guild, whose channels it cannot reach from then on."""
        self.world.absent.add(int(guild["id"]))
        await self._gateway.tell("GUILD_DELETE", {"id": guild["id"]})

    async def add_bot(self, guild: Payload) -> None:
        """Add the bot to a guild, for the first time or once more."""
        self.world.absent.discard(int(guild["id"]))
        told = self.world.introduced(guild)
        # By this a guild that was joined is told from one that has become available.
        del told["unavailable"]
        await self._gateway.tell("GUILD_CREATE", told)
