"""What the web table needs from the use cases."""

from collections.abc import Sequence
from typing import Protocol

from bot.live.source import Source
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Scene


class RoomsTable(Source, Protocol):
    """The use cases, as far as the web table calls them."""

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""

    async def language(self, person: Person) -> str:
        """The language that a person has chosen, "" for none."""

    async def told(self, channel: Channel) -> Sequence[Scene]:
        """What has happened in the channel's game so far, a scene of sentences for each turn that is over."""

    async def current(self, channel: Channel) -> Scene | None:
        """The public scene of the channel's game as it stands, or None where nothing runs."""
