"""What the Discord app needs from the rest of the bot."""

from typing import Protocol

from bot.live.source import Source
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Scene


class DiscordTable(Source, Protocol):
    """The use cases, as far as a platform calls them."""

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""

    async def language(self, person: Person) -> str:
        """The language that a person has chosen, "" for none."""

    async def view(
        self, channel: Channel, person: Person | None = None, language: str | None = None
    ) -> Scene | None:
        """The present scene as this person sees it, or None where nothing runs."""
