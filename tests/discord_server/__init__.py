"""A small Discord on this machine: REST and gateway over real sockets, for tests and for trying out.

It answers within the bot's rights, and can be told to misbehave as the real one does.

    async with DiscordServer() as server:
        thread = server.world.add_channel(guild, thread_of=channel)
        server.lose("POST", f"/channels/{thread['id']}/messages", when=lambda call: bool(call.files))
        await server.archive(thread)
        await server.press(ann, message, custom_id)
"""

from tests.discord_server.api import Call
from tests.discord_server.faults import Fault
from tests.discord_server.rest import Hook
from tests.discord_server.server import DiscordServer
from tests.discord_server.world import Interaction, Payload, World

__all__ = ["Call", "DiscordServer", "Fault", "Hook", "Interaction", "Payload", "World"]
