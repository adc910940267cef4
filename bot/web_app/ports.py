"""What the web table needs from the use cases."""

from typing import Protocol

from bot.people import Channel
from bot.request import Reply, Request
from bot.scene import Scene


class Table(Protocol):
    """The use cases, as far as the web table calls them."""

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""

    async def current(self, channel: Channel) -> Scene | None:
        """The public scene of the channel's game as it stands, or None where nothing runs."""

    async def shown(self, channel: Channel, game: str, version: int, message: str, turn: int) -> None:
        """Note that the place has seen this version."""
