"""What this worker has for itself among all that share a store: claimed before it is used, and kept up.

A worker that was frozen, or cut off from the store, for longer than a lease lasts may have been replaced. It
finds out as soon as it can ask, and says so by ``lost``; as long as nobody has replaced it, it goes on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog

from bot.errors import StartError
from bot.store.protocol import StoreUnavailable
from bot.store.workers.holder import Holder
from bot.store.workers.leases import PASSING, Leases

LASTS: Final = 30.0
"""Seconds after which a claim ends that nobody renews."""
RENEWED: Final = 5.0
"""Seconds between two renewals."""
LONGER: Final = 5.0
"""Seconds beyond the end of a dead worker's claim for which somebody who starts waits for it."""
LOOK: Final = 1.0
"""Seconds between two looks at a claim of somebody else."""
FAREWELL: Final = 2.0
"""Seconds in which claims are given back; else they end by themselves."""

log: Final = structlog.get_logger(__name__)


class Claims:
    """The claims of one process, from :meth:`start` to :meth:`close`.

    ``serves`` names the platforms that the process serves. With ``standby`` it may wait for as long as
    another has what it wants, to take over from it; else it does not start. ``lost`` is a sentence for the
    operator once something was taken over by another.
    """

    def __init__(
        self,
        leases: Leases,
        serves: Sequence[str] = (),
        *,
        standby: bool = False,
        lasts: float = LASTS,
        renewed: float = RENEWED,
        longer: float = LONGER,
    ) -> None:
        self.me = Holder.here(serves)
        self.standby = standby
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._leases = leases
        self._lasts = lasts
        self._renewed = renewed
        self._patience = lasts + longer
        self._look = min(LOOK, lasts / 10)
        self._names: dict[str, str] = {}
        self._workers: Sequence[Holder] = (self.me,)
        self._renewing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Count as a worker from now on. Raises StartError."""
        try:
            self._workers = await self._leases.enter(self.me, self._lasts)
        except StoreUnavailable as error:
            raise StartError(str(error)) from error
        self._renewing = asyncio.create_task(self._renew(), name="claims")

    async def close(self) -> None:
        """Give everything back."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(*(self._leases.let_go(what, self.me) for what in self._names))
                await self._leases.leave(self.me)

    def sharing(self, platform: str) -> int:
        """How many workers serve a platform now, this one among them."""
        return max(1, sum(platform in worker.serves for worker in self._workers))

    async def take(self, what: str, name: str) -> None:
        """Claim something; ``name`` is how the operator knows it.

        Waits as long as the claim of a worker that died could last; if it is still somebody else's then, it
        raises StartError.
        """
        other = await self._patiently(name, lambda: self._leases.take(what, self.me, self._lasts))
        if other is not None:
            raise StartError(
                f"{name} is served by another bot already, {other}: stop that one first, "
                "or let this one have a token of its own."
            )
        self._names[what] = name

    async def without(self, kind: str, name: str) -> Holder | None:
        """Wait likewise until no other worker serves this kind: None, or one that still does.

        Raises StartError when the store cannot be asked.
        """

        async def other() -> Holder | None:
            self._workers = await self._leases.enter(self.me, self._lasts)
            return next((each for each in self._workers if each != self.me and kind in each.serves), None)

        return await self._patiently(name, other)

    async def _patiently(self, name: str, ask: Callable[[], Awaitable[Holder | None]]) -> Holder | None:
        loop = asyncio.get_running_loop()
        until, told = loop.time() + self._patience, False
        while True:
            try:
                other = await ask()
            except StoreUnavailable as error:
                if loop.time() >= until:
                    raise StartError(str(error)) from error
            else:
                if other is None or loop.time() >= until:
                    return other
                if not told:
                    told = True
                    log.warning(
                        "another worker has it: waiting for the end of its claim",
                        what=name, host=other.host, pid=other.pid, since=other.moment,
                    )  # fmt: skip
            await asyncio.sleep(self._look)

    async def take_over(self, what: str, name: str) -> bool:
        """Claim something if that can be done now; whether it is ours. Raises StoreUnavailable."""
        if await self._leases.take(what, self.me, self._lasts) is not None:
            return False
        self._names[what] = name
        return True

    async def alone(self, what: str, seconds: float) -> bool:
        """Whether no other worker does this now; then none will for so long. Raises StoreUnavailable.

        It is always asked for: who begins just now is not yet known to the others.
        """
        return await self._leases.take(f"{PASSING}{what}", self.me, seconds) is None

    async def turn(self, what: str, name: str) -> None:
        """Wait, for ever perhaps, until something can be claimed."""
        while True:
            with suppress(StoreUnavailable):
                if await self.take_over(what, name):
                    return
            await asyncio.sleep(self._look)

    async def give_back(self, what: str) -> None:
        """Let others have something. Raises nothing: it would end by itself."""
        self._names.pop(what, None)
        with suppress(StoreUnavailable):
            await self._leases.let_go(what, self.me)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._renewed)
            await asyncio.gather(*(self._keep(what, name) for what, name in tuple(self._names.items())))
            try:
                self._workers = await self._leases.enter(self.me, self._lasts)
            except StoreUnavailable as error:
                log.debug("not entered among the workers", error=str(error))

    async def _keep(self, what: str, name: str) -> None:
        try:
            other = await self._leases.take(what, self.me, self._lasts)
        except StoreUnavailable as error:
            # Whoever cannot ask has not been replaced as far as anybody knows.
            log.debug("claim not renewed", what=name, error=str(error))
            return
        if what not in self._names:
            # It was given back meanwhile.
            await self.give_back(what)
            return
        if other is None:
            return
        del self._names[what]
        log.error("taken over by another", what=name, host=other.host, pid=other.pid, since=other.moment)
        if not self.lost.done():
            self.lost.set_result(
                f"{name} was taken over by another bot, {other}, while this one was frozen or cut off from "
                "the store: this one stops, and only one of them should be started again."
            )
