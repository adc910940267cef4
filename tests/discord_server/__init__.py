"""A small Discord on this machine: REST and gateway over real sockets, for tests and for trying out."""

from tests.discord_server.server import DiscordServer
from tests.discord_server.world import Interaction, Payload, World

__all__ = ["DiscordServer", "Interaction", "Payload", "World"]
