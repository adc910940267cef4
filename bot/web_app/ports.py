"""What the web table needs from the use cases."""

from typing import Protocol

from bot.live.source import Source
from bot.people import Channel
from bot.request import Reply, Request
from bot.scene import Scene


class Table(Source, Protocol):
    """The use cases, as far as the web table calls them."""

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""

    async def current(self, channel: Channel) -> Scene | None:
        """The public scene of the channel's game as it stands, or None where nothing runs."""
