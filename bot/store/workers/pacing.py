"""How many calls several workers make together, where a platform counts them together."""

from typing import Protocol

from bot.store import keys
from bot.store.connection.link import Link


class Pacing(Protocol):
    """Counts calls for all workers. Every method may raise StoreUnavailable, and may be repeated."""

    async def begin(self, what: str, call: str, *, calls: int, seconds: float) -> float:
        """Take one of so many calls in so many seconds: 0, or the seconds after which to ask again."""

    async def end(self, what: str, call: str, *, calls: int, seconds: float) -> None:
        """A call that was begun has been made: it counts from now on."""


class RedisPacing(Pacing):
    """Counts on a server, by its clock."""

    def __init__(self, link: Link) -> None:
        self._pace = link.script("pace")

    async def begin(self, what: str, call: str, *, calls: int, seconds: float) -> float:
        """See Pacing."""
        wait: int = await self._pace([keys.pace(what)], [call, calls, round(seconds * 1000), "begin"])
        return wait / 1000

    async def end(self, what: str, call: str, *, calls: int, seconds: float) -> None:
        """See Pacing."""
        await self._pace([keys.pace(what)], [call, calls, round(seconds * 1000), "end"])
