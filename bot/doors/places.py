"""Places as texts that stand in a link: whoever opens it says by such a token which place is meant.

A token names a place and lets nobody in: it can be handed on. It names no game, so an old link leads to the
present one. It is signed, so that nobody asks us about places by guessing.
"""

import base64
import hashlib
import hmac
import struct
from collections.abc import Awaitable, Callable
from typing import Final

from bot.people import Channel

PURPOSE: Final = "boards"
"""The name of the store's secret with which tokens are signed."""

_VERSION: Final = 1
_BODY: Final = struct.Struct(">BqI")
_SIGNATURE: Final = 16
_LENGTH: Final = 39
"""Of the 64 characters that a link of Telegram's takes."""
_USE: Final = b"place of telegram"


class PlaceTokens:
    """Writes and reads tokens of Telegram's chats and topics. ``secret`` is the store's, see PURPOSE."""

    def __init__(self, secret: Callable[[], Awaitable[str]]) -> None:
        self._secret = secret
        self._key = b""

    async def write(self, channel: Channel) -> str:
        """The token of a chat, or of a topic of it. Raises StoreUnavailable."""
        chat, topic = map(int, channel.place)
        body = _BODY.pack(_VERSION, chat, topic)
        if not self._key:
            self._key = hmac.digest((await self._secret()).encode(), _USE, hashlib.sha256)
        signature = hmac.digest(self._key, body, hashlib.sha256)[:_SIGNATURE]
        return base64.urlsafe_b64encode(body + signature).decode().rstrip("=")

    async def read(self, token: str) -> Channel | None:
        """The place of a token, None for one that is not of our making. Raises StoreUnavailable."""
        if len(token) != _LENGTH or not token.isascii():
            return None
        try:
            decoded = base64.b64decode(f"{token}=", altchars=b"-_", validate=True)
            version, chat, topic = _BODY.unpack_from(decoded)
        except (ValueError, struct.error):
            return None
        channel = Channel("telegram", (str(chat), str(topic)))
        # Compared as a text: several texts mean the same bytes, of which one is ours.
        ours = version == _VERSION and hmac.compare_digest(token, await self.write(channel))
        return channel if ours else None
