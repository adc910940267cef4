"""A channel and two people in a small Discord's world, and the buttons that they press."""

import re

from bot.discord_app.activity import CUSTOM_ID
from bot.live.patience import Patience
from tests.discord_server import DiscordServer, Interaction, Payload

QUICK = Patience(first=0.01, longest=0.05)
"""Pauses that no test waits for."""


class Stage:
    """Two people in front of one channel."""

    def __init__(self, server: DiscordServer) -> None:
        world = server.world
        self.server = server
        self.channel = world.add_channel(world.add_guild())
        self.ann, self.bo = world.add_user("Ann"), world.add_user("Bo")

    @property
    def last(self) -> Payload:
        """The newest message that everybody sees."""
        return self.server.world.public(self.channel)[-1]

    @property
    def mover(self) -> Payload:
        """Whose turn it is according to the first line of the newest message."""
        heading = self.last["content"].splitlines()[0]
        names = {f"<@{user['id']}>": user for user in (self.ann, self.bo)}
        names |= {user["global_name"]: user for user in (self.ann, self.bo)}
        return next(user for name, user in names.items() if name in heading)

    async def open(self, **options: object) -> None:
        """Let Ann open a game, and wait for the lobby."""
        await self.server.command(self.ann, self.channel, "new", **options)
        await self.server.until(lambda: bool(self.server.world.public(self.channel)))

    async def tap(self, who: Payload, command: str) -> Interaction:
        """Press the button with this command, or choose it in a select."""
        custom_id = commands(self.last)[command]
        if custom_id.startswith("bastide-select:"):
            return await self.server.choose(who, self.last, custom_id, command)
        return await self.server.press(who, self.last, custom_id)

    async def play(self, who: Payload, command: str) -> None:
        """Tap, and wait until the newest message shows a later version."""
        before = version(self.last)
        await self.tap(who, command)
        await self.server.until(lambda: version(self.last) > before)


def commands(message: Payload) -> dict[str, str]:
    """What a message offers: each command, with the id of its button or select. The board is no command."""
    offered: dict[str, str] = {}
    for part in (part for row in message["components"] for part in row["components"]):
        if part.get("custom_id") == CUSTOM_ID:
            continue
        for command in [option["value"] for option in part.get("options", ())] or [
            part["custom_id"].split(":", 3)[3]
        ]:
            offered[command] = part["custom_id"]
    return offered


def playable(message: Payload) -> list[str]:
    """The moves among what a message offers."""
    return [name for name in commands(message) if name.split()[0] in {"draw", "place", "deploy", "pass"}]


def version(message: Payload) -> int:
    """The version that a message's buttons were made for; 0 without buttons."""
    found = [re.match(r"bastide(?:-select)?:[^:]*:(\d+):", id_) for id_ in commands(message).values()]
    return int(found[0][1]) if found and found[0] else 0
