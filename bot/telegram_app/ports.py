"""What the Telegram app needs from the rest of the bot."""

from collections.abc import AsyncIterator
from typing import Protocol

from bot.people import Channel
from bot.request import Reply, Request


class Table(Protocol):
    """The use cases, as far as Telegram calls them."""

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""

    def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """What the platform's channels have not seen yet, as replies to show."""

    async def shown(self, channel: Channel, game: str, version: int, message: str, turn: int) -> None:
        """Note that the place has seen this version, in this message."""

    async def rename_channel(self, old: Channel, new: Channel) -> None:
        """Move the channel's game to the channel's new address."""

    async def where_is(self, platform: str, game: str) -> Channel | None:
        """The place of this platform that has this game now, None for none. Raises StoreUnavailable."""
