"""What the Discord app needs from the rest of the bot."""

from collections.abc import AsyncIterator
from typing import Protocol

from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Scene


class Table(Protocol):
    """The use cases, as far as a platform calls them."""

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""

    async def view(
        self, channel: Channel, person: Person | None = None, language: str | None = None
    ) -> Scene | None:
        """The present scene as this person sees it, or None where nothing runs."""

    def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """What the platform's channels have not seen yet, as replies to show."""

    async def shown(self, channel: Channel, game: str, version: int, message: str, turn: int) -> None:
        """Note that the place has seen this version, in this message."""
