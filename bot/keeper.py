"""The bot's sense of time: looks every few seconds at what is due, lets the table do it, and shows it.

Everything that is due lies in the store; several keepers may look at once, and each deadline is given to
one. A platform that cannot be reached is left alone, and how long that lasts is measured: its clocks stand
still meanwhile.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

import structlog

from bot import metrics, tracing
from bot.people import Channel
from bot.request import Reply
from bot.soon import Soon
from bot.store.protocol import CorruptGame, StoreUnavailable
from bot.timing.answering import answered

LOOK: Final = 5.0
"""Seconds between two looks at what is due."""
BEAT: Final = 30.0
"""Seconds between two heartbeats."""
REWIND: Final = 6 * 3600.0
"""Seconds after which all deadlines are made anew, in case one was lost, and the store is tidied."""
PATIENCE: Final = 10.0
"""Seconds in which a platform has to prove that it can be reached."""
AT_ONCE: Final = 20
"""So many channels are served at the same time."""

log: Final = structlog.get_logger(__name__)


class Timetable(Protocol):
    """What a keeper asks of the table."""

    async def beat(self, platform: str) -> None:
        """Note that a platform is up."""

    async def wind_all(self, platform: str) -> None:
        """Let all of a platform's clocks be looked at."""

    async def settled(self) -> Sequence[tuple[Channel, Reply]]:
        """What has become of changes of which nothing was known: where to show what."""

    async def claim(self, platforms: Collection[str]) -> Sequence[Channel]:
        """The channels of these platforms whose time has come."""

    async def due(self, channel: Channel) -> tuple[Channel, Reply] | None:
        """Do what is due there; where to show what, or None."""


class Reachable(Protocol):
    """What a keeper asks of a platform."""

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show what has come about in a channel."""

    async def reachable(self) -> bool:
        """Whether the platform can be reached now."""


class Keeper:
    """Keeps the time of some platforms. :meth:`run` until it is cancelled.

    ``tidy`` finishes in the store what somebody who died has left half done; every start does that by itself.
    It may raise StoreUnavailable. ``soon`` tells when something is due before the next look.
    """

    def __init__(
        self,
        table: Timetable,
        apps: Mapping[str, Reachable],
        *,
        look: float = LOOK,
        beat: float = BEAT,
        rewind: float = REWIND,
        tidy: Callable[[], Awaitable[None]] | None = None,
        soon: Soon | None = None,
    ) -> None:
        self._soon = soon or Soon()
        self._tidy = tidy
        self._table = table
        self._apps = apps
        self._look = look
        self._beat = beat
        self._rewind = rewind
        self._reachable: set[str] = set()
        self._serving = asyncio.Semaphore(AT_ONCE)
        # What opponents do takes a while. Nobody else's time waits for that.
        self._answering = asyncio.Semaphore(AT_ONCE)
        self._answers: set[asyncio.Task[None]] = set()
        self._looked = time.monotonic()
        metrics.LOOKED.watch(self._idle)

    async def run(self) -> None:
        """Look after the clocks for good. Whatever goes wrong is logged, and tried again at the next look."""
        try:
            await self._run()
        finally:
            for answer in self._answers:
                answer.cancel()

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        next_beat = next_rewind = clock()
        next_tidy = clock() + self._rewind
        while True:
            if clock() >= next_beat:
                await self.beat()
                all_up = self._reachable == set(self._apps)
                next_beat = clock() + (self._beat if all_up else self._look)
            if clock() >= next_rewind and self._reachable:
                next_rewind = clock() + self._rewind
                await self.rewind()
            if clock() >= next_tidy:
                next_tidy = clock() + self._rewind
                await self.tidy()
            await self.work()
            await self._soon.wait(self._look)

    async def beat(self) -> None:
        """Find out which platforms can be reached, and note it."""
        await asyncio.gather(*(self._beat_of(platform, app) for platform, app in self._apps.items()))

    async def _beat_of(self, platform: str, app: Reachable) -> None:
        up = False
        try:
            async with asyncio.timeout(PATIENCE):
                up = await app.reachable()
            if up:
                await self._table.beat(platform)
        except (StoreUnavailable, TimeoutError) as error:
            up = False
            log.warning("no heartbeat", platform=platform, error=str(error) or "it took too long")
        except Exception:
            up = False
            log.exception("heartbeat failed", platform=platform)
        if up:
            self._reachable.add(platform)
        else:
            self._reachable.discard(platform)

    async def rewind(self) -> None:
        """Make all deadlines anew."""
        for platform in sorted(self._reachable):
            try:
                await self._table.wind_all(platform)
            except StoreUnavailable as error:
                log.warning("deadlines not made anew", platform=platform, error=str(error))

    async def tidy(self) -> None:
        """Finish in the store what was left half done."""
        if self._tidy is None:
            return
        try:
            await self._tidy()
        except StoreUnavailable as error:
            log.warning("store not tidied", error=str(error))
        except Exception:
            log.exception("tidying failed")

    async def work(self) -> None:
        """Do all that is due now, and show it; what opponents do goes on beside."""
        if not self._reachable:
            return
        self._looked = time.monotonic()
        try:
            settled = await self._table.settled()
            await asyncio.gather(*(self._serve(place, reply) for place, reply in settled))
            channels = await self._table.claim(self._reachable)
        except StoreUnavailable as error:
            log.warning("deadlines not read", error=str(error))
            return
        for channel in channels:
            if answered(channel) is not None:
                answer = asyncio.create_task(self._serve(channel), name=f"answer {channel}")
                self._answers.add(answer)
                answer.add_done_callback(self._answers.discard)
        await asyncio.gather(*(self._serve(channel) for channel in channels if answered(channel) is None))

    async def _serve(self, channel: Channel, settled: Reply | None = None) -> None:
        """Show what has been settled in a channel, or what is due there."""
        tracing.begin()
        async with self._serving if answered(channel) is None else self._answering:
            try:
                await self._settle(channel, settled)
            except StoreUnavailable as error:
                # The claim runs out, and then somebody else looks.
                log.warning("deadline not served", channel=str(channel), error=str(error))
            except CorruptGame as error:
                log.warning("game cannot be read", channel=str(channel), reason=str(error))
            except Exception:
                log.exception("deadline failed", channel=str(channel))

    async def _settle(self, channel: Channel, settled: Reply | None) -> None:
        with metrics.DEADLINE.timed(channel.platform):
            due = await self._table.due(channel) if settled is None else (channel, settled)
            if due is not None:
                place, reply = due
                await self._apps[place.platform].show(place, reply)

    def _idle(self) -> Mapping[metrics.Labels, float]:
        return {(): time.monotonic() - self._looked}


async def stop(keeping: "asyncio.Task[None]") -> None:
    """End a keeper's task."""
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping
