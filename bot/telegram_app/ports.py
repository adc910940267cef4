"""What the Telegram app needs from the rest of the bot."""

from typing import Protocol

from bot.live.source import Source
from bot.people import Channel, Person
from bot.request import Reply, Request


class TelegramTable(Source, Protocol):
    """The use cases, as far as Telegram calls them."""

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""

    async def language(self, person: Person) -> str:
        """The language that a person has chosen, "" for none."""

    async def rename_channel(self, old: Channel, new: Channel) -> None:
        """Move the channel's game to the channel's new address."""

    async def where_is(self, platform: str, game: str) -> Channel | None:
        """The place of this platform that has this game now, None for none. Raises StoreUnavailable."""
