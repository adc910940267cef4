"""One message sent by one worker of several: Telegram itself would take it from each of them."""

from typing import Final

from bot.claims import Claims
from bot.live.trouble import Kind, Trouble
from bot.people import Channel
from bot.store.protocol import StoreUnavailable

LASTS: Final = 30.0
"""Seconds for which nobody else sends the same: by then it is noted with the game, or its sender is dead."""


class Single:
    """Lets one worker send what several of them know to be due, as after a start, or when one looks late.

    Two would call the player twice, and each would take the other's message for a copy of its own.
    """

    def __init__(self, claims: Claims | None) -> None:
        self._claims = claims

    async def check(self, channel: Channel, nonce: str) -> None:
        """Raises Trouble when another worker sends this message, so that what it has noted is looked at."""
        if self._claims is None:
            return
        try:
            ours = await self._claims.alone(f"{channel}:{nonce}", LASTS)
        except StoreUnavailable as error:
            raise Trouble(Kind.AGAIN, str(error)) from error
        if not ours:
            raise Trouble(Kind.AGAIN, "another worker sends it")
