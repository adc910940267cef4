"""A program that is killed again and again while a short game is played with it, whatever shows the game."""

import asyncio
from abc import ABC, abstractmethod
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.clock import SystemClock
from bot.people import Channel, Person
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord
from tests.bot.chaos.matrix import KILLS, ROUNDS
from tests.bot.table.club import Club

TAPS = 100
PATIENCE = 10.0
"""Seconds after which people press once more, when nothing comes of it."""
RECORD = GameRecord(("Ann", "Bo"), bag=("base/U", "base/V") * ROUNDS, actions=("draw",))


@dataclass(kw_only=True)
class Victim(ABC):
    """A program that shows a game, and whoever kills that all the time.

    ``kills`` counts by the turn that was announced last; ``done`` are the program's calls that were done, and
    ``doomed`` tells that the next one will not be.
    """

    launch: Callable[[], Awaitable[Process]]
    process: Process | None = None
    kills: Counter[str] = field(default_factory=Counter)
    done: int = 0
    doomed: bool = False
    _dying: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    @abstractmethod
    def turn(self) -> str:
        """The turn that was announced last, "" for none."""

    @property
    @abstractmethod
    def clean(self) -> bool:
        """Whether one message can be pressed."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has come to its end."""

    @abstractmethod
    async def tap(self) -> None:
        """Whose turn it is presses the first spot, or no figure."""

    @abstractmethod
    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for this. Raises TimeoutError after so long as people wait."""

    @property
    def may_kill(self) -> bool:
        """Whether it can be killed once more."""
        return not self.dead and self.kills.total() < KILLS

    @property
    def dead(self) -> bool:
        """Whether no program runs."""
        return self.process is None or self.process.returncode is not None

    async def kill(self) -> None:
        """End the program at once."""
        assert self.process is not None
        async with self._dying:
            self.kills[self.turn] += 1
            self.process.kill()
            await self.process.wait()

    async def called(self) -> None:
        """A call was done: kill the program after every other one, before it knows; or before the next."""
        self.done += 1
        self.doomed = bool(self.done % 2)
        if not self.doomed and self.may_kill:
            await self.kill()

    async def revive(self) -> None:
        """Start the program again, if it is dead, as often as it is killed while it catches up."""
        while await self._is_dead():
            self.process = await self.launch()
            await self.wait(lambda: self.dead or self.clean)

    async def _is_dead(self) -> bool:
        """Whether no program runs, nor one that has been killed and does not know yet."""
        async with self._dying:
            return self.dead

    async def wait(self, condition: Callable[[], bool]) -> None:
        """Wait for this, but no longer than people do."""
        with suppress(TimeoutError):
            await self.until(condition)

    async def play(self) -> None:
        """Play the game to its end, however often the program has to be started for that."""
        for _ in range(TAPS):
            await self.revive()
            if self.over:
                break
            await self.tap()


def called_too_often(announced: Counter[str], kills: Counter[str]) -> set[str]:
    """The turns that called somebody twice though no kill came between, or more often."""
    return {turn for turn, times in announced.items() if times > 1 + bool(kills[turn])}


async def lay_out(folder: Path, channel: Channel, people: tuple[Person, ...]) -> None:
    """Put the game into the store in a folder, where nobody shows it yet."""
    store = await open_store("", folder)
    club = Club(Table(store, SystemClock()), store, Texts.load())
    club.channel = channel
    club.clock.time = SystemClock().now()
    await club.set_up(RECORD, people)
    await store.close()
