"""Where boards were opened within Discord: the place that somebody means who is in such an *instance*.

Discord itself tells the channel of an instance, if asked. But a thread is a place of its own to us, and where
the button was pressed is known from the press.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from pydantic import TypeAdapter

from bot.people import Channel
from bot.store.protocol import TimedTexts

KEPT: Final = 24 * 3600
"""Seconds for which it is known where an instance was started; it ends with the last who leaves it."""
ONCE: Final = 600
"""Seconds for which a code is known to have been shown; Discord takes none that is older."""


@dataclass(frozen=True, slots=True)
class Launch:
    """A place whose board was opened. ``alone`` and ``language`` are as in a request."""

    channel: Channel
    alone: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True)
class LaunchBook:
    """Knows where instances were started, and which codes were shown. Everything raises StoreUnavailable."""

    kept: TimedTexts

    async def note(self, instance: str, launch: Launch) -> None:
        """The board of a place was opened as this instance."""
        await self.kept.put(f"at:{instance}", _LAUNCH.dump_json(launch).decode(), KEPT)

    async def find(self, instance: str) -> Launch | None:
        """The place whose board this instance is, if it was opened by a button or command of ours."""
        text = await self.kept.get(f"at:{instance}")
        return _LAUNCH.validate_json(text) if text else None

    async def first(self, code: str) -> bool:
        """Whether a code is shown for the first time. The store keeps a digest of it."""
        return await self.kept.first(f"shown:{hashlib.sha256(code.encode()).hexdigest()}", ONCE)


_LAUNCH: Final = TypeAdapter(Launch)
