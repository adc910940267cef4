"""Those who tap, on any platform: at an asked rate, whatever the bot does, and only what is shown to them."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from benchmarks._load_games import NAMES, Live, Stage, moves
from bot.store import Store

PATIENCE: Final = 20.0
"""Seconds after the last tap for which answers are waited for; what is not there then was dropped."""
AGAIN: Final = 2.0
"""Seconds that a player takes to go on with their turn: from the tile to the figure."""


@dataclass
class Tap:
    """A tap, and when it was answered and shown; None as long as it was not."""

    at: float
    counted: bool
    what: str
    acknowledged: float | None = None
    shown: float | None = None
    pictured: float | None = None
    refused: str = ""

    @property
    def done(self) -> bool:
        """Whether nothing more is to come of it."""
        return bool(self.refused) or (self.acknowledged is not None and self.pictured is not None)


@dataclass
class Seen:
    """What one place shows: the version, the moves that its buttons offer, and whose decision it is."""

    live: Live
    version: int = 0
    offers: dict[str, str] = field(default_factory=dict)
    seat: int = 0
    message: Any = None
    tap: Tap | None = None
    unpictured: list[Tap] = field(default_factory=list)
    ready_at: float = 0.0


class Players(ABC):
    """The players of one platform. A platform says how games get there and how a tap is made."""

    def __init__(self, rng: random.Random, rest: float) -> None:
        self._rng = rng
        self._rest = rest
        self._seen: dict[str, Seen] = {}
        self._going_on: deque[Seen] = deque()
        self._waiting: deque[Seen] = deque()
        self._taps: list[Tap] = []
        self._heard = asyncio.Event()
        self._late: list[float] = []
        self.starved = 0
        self._touched: set[str] = set()
        self.problems: list[str] = []

    @abstractmethod
    async def start(self) -> dict[str, str]:
        """Start the platform's server; the settings that a bot needs for it."""

    @abstractmethod
    async def stop(self) -> None:
        """End the server."""

    @abstractmethod
    async def prepare(self, store: Store, games: int, prepared: Sequence[Stage]) -> None:
        """Put so many live games into as many places."""

    @abstractmethod
    async def tap(self, seen: Seen, command: str, tap: Tap) -> None:
        """Let whoever has to decide tap the button of a place's message."""

    def begin(self, place: str, live: Live, offers: dict[str, str], message: object) -> None:
        """A place has its first message."""
        seen = Seen(live, 1, offers, live.seat, message)
        self._seen[place] = seen
        self._waiting.append(seen)

    def acknowledged(self, tap: Tap | None, refused: str = "") -> None:
        """The platform was told that a tap has arrived, perhaps with words that it counted for nothing."""
        if tap is None:
            return
        self._heard.set()
        tap.acknowledged = tap.acknowledged or perf_counter()
        if refused:
            tap.refused = refused
            self.problems.append(refused)

    def shown(
        self,
        place: str,
        version: int,
        offers: dict[str, str],
        heading: str,
        message: object,
        *,
        pictured: bool,
    ) -> None:
        """A message of the place was posted or edited."""
        seen = self._seen.get(place)
        if seen is None or version < seen.version:
            return
        now = perf_counter()
        if pictured:
            pending, seen.unpictured = seen.unpictured, []
            for tap in (*pending, *(() if seen.tap is None else (seen.tap,))):
                tap.pictured = now
            self._heard.set()
        if version == seen.version:
            return
        seen.version, seen.offers, seen.message = version, offers, message
        named = [seat for seat, name in enumerate(NAMES) if name in heading]
        if named:
            seen.seat = named[0]
        if seen.tap is not None:
            seen.tap.acknowledged = seen.tap.acknowledged or now
            seen.tap.shown = now
            if seen.tap.pictured is None:
                seen.unpictured.append(seen.tap)
        seen.tap = None
        possible = moves(tuple(offers))
        if not possible:
            return
        lays = any(command.startswith("place") for command in possible)
        seen.ready_at = now + (self._rest if lays else min(self._rest, AGAIN))
        (self._waiting if lays else self._going_on).append(seen)

    async def play(self, rate: float, warm: float, seconds: float) -> None:
        """Tap at the rate: ``warm`` seconds that do not count, then ``seconds`` that do."""
        begun = perf_counter()
        due = begun + self._rng.expovariate(rate)
        while due < begun + warm + seconds:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            counted = due >= begun + warm
            seen = self._next(perf_counter())
            if seen is None:
                self.starved += counted
            else:
                if counted:
                    self._late.append(perf_counter() - due)
                await self._tap(seen, counted=counted)
            due += self._rng.expovariate(rate)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._all_done()

    async def _all_done(self) -> None:
        while any(not tap.done for tap in self._taps):
            self._heard.clear()
            await self._heard.wait()

    def _next(self, now: float) -> Seen | None:
        """The game that is moved next: a turn that goes on first, then whichever has waited longest."""
        for queue in (self._going_on, self._waiting):
            if queue and queue[0].ready_at <= now:
                return queue.popleft()
        return None

    async def _tap(self, seen: Seen, *, counted: bool) -> None:
        command = self._rng.choice(moves(tuple(seen.offers)))
        seen.tap = tap = Tap(perf_counter(), counted, f"{command} in {seen.live.channel}")
        self._taps.append(tap)
        if counted:
            self._touched.add(seen.live.game)
        await self.tap(seen, command, tap)

    def result(self) -> dict[str, Any]:
        """What was measured: seconds for each tap that counted, and how many were dropped."""
        counted = [tap for tap in self._taps if tap.counted]
        kept = [tap for tap in counted if tap.done and not tap.refused]
        lost = [tap for tap in counted if not tap.done]
        self.problems += [f"{tap.what}: {_state(tap)}" for tap in lost]
        return {
            "taps": len(counted),
            "dropped": len(counted) - len(kept),
            "starved": self.starved,
            "games_touched": len(self._touched),
            "ack": [tap.acknowledged - tap.at for tap in kept if tap.acknowledged is not None],
            "words": [tap.shown - tap.at for tap in kept if tap.shown is not None],
            "picture": [tap.pictured - tap.at for tap in kept if tap.pictured is not None],
            "late": self._late,
            "shown_by": max((tap.pictured or tap.at for tap in counted), default=0.0)
            - min((tap.at for tap in counted), default=0.0),
            "problems": self.problems[:5],
        }


def _state(tap: Tap) -> str:
    """How far a tap has come that was dropped."""
    if tap.shown is not None:
        return "without a picture"
    return "no answer" if tap.acknowledged is None else "not shown"
