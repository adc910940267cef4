"""Who of several workers has what for itself, and which workers there are. Both end by themselves."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from bot.store import keys
from bot.store.connection.link import Link
from bot.store.tables import lenient
from bot.store.workers.holder import Holder

PASSING: Final = "now:"
"""Begins the name of what is had for a moment only, which nobody has to be told of."""


class Leases(Protocol):
    """What only one worker may have at a time. Every method may raise StoreUnavailable, and may be repeated.

    All of them work in a full store.
    """

    async def take(self, what: str, me: Holder, seconds: float) -> Holder | None:
        """Have ``what`` for so long from now on, once more perhaps: None, or the other who has it.

        What a process had that is certainly dead is taken at once.
        """

    async def let_go(self, what: str, me: Holder) -> None:
        """Let others have it; nothing happens unless it is ours."""

    async def held(self) -> Mapping[str, Holder]:
        """Who has what, but for what is PASSING."""

    async def enter(self, me: Holder, seconds: float) -> Sequence[Holder]:
        """Count as a worker for so long from now on. Gives all that run, ourselves among them."""

    async def leave(self, me: Holder) -> None:
        """Count no more."""

    async def workers(self) -> Sequence[Holder]:
        """All workers that run."""


class RedisLeases(Leases):
    """Leases on a server. With ``alone`` nobody else can use it, so whoever else holds something is dead."""

    def __init__(self, link: Link, *, alone: bool = False) -> None:
        self._link = link
        self._alone = alone
        self._lease = link.script("lease")
        self._workers = link.script("workers")

    async def take(self, what: str, me: Holder, seconds: float) -> Holder | None:
        """See Leases."""
        key, lasts = [keys.lease(what)], round(seconds * 1000)
        held = await self._lease(key, [me.text, lasts, ""])
        if held is not None and (self._alone or Holder.read(lenient(held)).gone()):
            held = await self._lease(key, [me.text, lasts, held])
        return None if held is None else Holder.read(lenient(held))

    async def let_go(self, what: str, me: Holder) -> None:
        """See Leases."""
        await self._lease([keys.lease(what)], [me.text, 0, ""])

    async def held(self) -> Mapping[str, Holder]:
        """See Leases."""
        passing = keys.lease(PASSING)
        found_names = map(lenient, await self._link.scan(keys.LEASE_PATTERN))
        names = sorted(name for name in found_names if not name.startswith(passing))
        texts = await self._link.batch([("GET", name) for name in names], lenient=True)
        whats = (name.removeprefix(keys.lease("")) for name in names)
        found = zip(whats, texts, strict=True)
        return {what: Holder.read(lenient(text)) for what, text in found if isinstance(text, bytes)}

    async def enter(self, me: Holder, seconds: float) -> Sequence[Holder]:
        """See Leases."""
        return self._running(await self._workers([keys.WORKERS], [me.text, round(seconds, 3)]))

    async def leave(self, me: Holder) -> None:
        """See Leases."""
        await self._workers([keys.WORKERS], [me.text, 0])

    async def workers(self) -> Sequence[Holder]:
        """See Leases."""
        return self._running(await self._workers([keys.WORKERS], ["", 0]))

    @staticmethod
    def _running(texts: Sequence[bytes]) -> Sequence[Holder]:
        holders = (Holder.read(lenient(text)) for text in texts)
        return [holder for holder in holders if not holder.gone()]
