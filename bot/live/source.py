"""What the live message asks of the table."""

from collections.abc import AsyncIterator
from typing import Protocol

from bot.people import Channel
from bot.request import Reply
from bot.shown import Shown


class Source(Protocol):
    """The games, as far as showing them needs them."""

    async def face(self, channel: Channel) -> Reply | None:
        """The game's newest face, or None where there is no game. Raises StoreUnavailable and CorruptGame."""

    async def shown(self, channel: Channel, game: str, version: int, shown: Shown, *, settled: bool) -> bool:
        """Note what a place is shown: False when somebody else has noted something since, and nothing is.

        ``version`` is that of the game which the place has seen; ``settled`` tells that nothing is left to
        be done there. Raises StoreUnavailable and CorruptGame.
        """

    def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """The platform's places that are not shown what they should be. Raises StoreUnavailable."""
