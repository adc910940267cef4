"""A storm: several real workers, a real store, both platforms, and everything that can fail, for a while.

    python -m tests.bot.chaos.storm --seconds 120 --seed 1 --store single

Once it is over, each place must be right within a minute, each move that anybody was shown as done is in
the record exactly once, and each place can go on. It prints a table; its status is 1 when anything is wrong.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.store import Store, StoreUnavailable, open_store
from bot.store.protocol import StoredGame
from bot.texts import Texts
from tests.bot.chaos.storm_faults import Platforms
from tests.bot.chaos.storm_games import judge, put_on_the_table
from tests.bot.chaos.storm_places import DiscordRoom, Place, TelegramGroup, WebRoom, heard
from tests.bot.chaos.storm_stores import Cluster, Single, StormStore
from tests.bot.chaos.storm_workers import Balancer, Worker, environment, left_behind
from tests.bot.web_app.page import opened
from tests.discord_server import DiscordServer
from tests.telegram_server import BotApiServer

STORES: Final[Mapping[str, Callable[[Path, random.Random], StormStore]]] = {
    "single": Single,
    "cluster": Cluster,
}
WORKERS: Final = 2
DISCORD_ROOMS: Final = 3
GROUPS: Final = 2
MOST_TAPS: Final = 75
"""So many taps a game has at least room for."""
BOUND: Final = 60.0
"""Seconds within which everything must be right once the faults are over."""
BEFORE: Final = 15.0
"""Seconds for which a fault may be felt: what a player is called twice for may lie so far back."""
MODEST: Final = 8.0
"""Seconds between two taps in a group: Telegram takes twenty messages a minute there."""


@dataclass
class Findings:
    """What a storm has shown. ``slowest`` is how long a place was wrong at most, in seconds."""

    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0
    last: float = 0.0
    trouble: list[str] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.lost or self.doubled or self.wrong or self.trouble)

    def table(self) -> str:
        """All of it, for people."""
        rows = [("seconds", f"{self.seconds:.0f}")]
        rows += [(name, str(times)) for name, times in sorted(self.faults.items())]
        rows += [
            ("faults", str(self.faults.total())),
            ("starts of workers", str(self.starts)),
            ("moves acknowledged", str(self.acknowledged)),
            ("lost", str(self.lost)),
            ("doubled", str(self.doubled)),
            ("places wrong", str(len(self.wrong))),
            ("other troubles", str(len(self.trouble))),
            ("longest time until a place was right again", f"{self.slowest:.1f} s"),
            ("all places right after the last fault", f"{self.last:.1f} s"),
        ]
        lines = ["| what | |", "|---|---:|", *(f"| {name} | {value} |" for name, value in rows)]
        return "\n".join([*lines, *self.wrong, *self.trouble])


class Storm:
    """One storm, in a folder of its own."""

    def __init__(self, folder: Path, *, store: str = "single", seed: int = 1, seconds: float = 120) -> None:
        self._folder = folder
        self._seconds = seconds
        self._chance = random.Random(seed)
        self._store: StormStore = STORES[store](folder, self._split())
        self._balancer = Balancer(self._split())
        self._texts = Texts.load()
        self._places: list[Place] = []
        self._workers: list[Worker] = []
        self._struck: list[float] = []
        self.findings = Findings()

    def _split(self) -> random.Random:
        return random.Random(self._chance.random())

    async def run(self) -> Findings:
        """All of it."""
        async with DiscordServer() as discord, BotApiServer() as telegram:
            await self._balancer.start()
            await self._store.start()
            direct = await open_store(self._store.direct, self._folder)
            try:
                await self._weather(discord, telegram, direct)
            finally:
                await direct.close()
                statuses = await asyncio.gather(*(worker.stop() for worker in self._workers))
                await self._store.stop()
                await self._balancer.stop()
            self.findings.trouble += [f"a worker ended with status {each}" for each in statuses if each]
            self.findings.trouble += [f"discord: {each}" for each in discord.problems]
            self.findings.trouble += [f"telegram: {each}" for each in telegram.problems]
        self._look_at_workers()
        return self.findings

    async def _weather(self, discord: DiscordServer, telegram: BotApiServer, direct: Store) -> None:
        web = await self._set_up(discord, telegram, direct)
        try:
            await self._rage(Platforms(discord, telegram, self._balancer, self._split()), direct)
            await self._calm(direct)
            await self._one_more(direct)
            await self._judge(direct)
        finally:
            await web.close()

    async def _set_up(self, discord: DiscordServer, telegram: BotApiServer, direct: Store) -> WebRoom:
        told = environment(discord, telegram, self._store.url, self._balancer.url)
        for number in range(WORKERS):
            shards = {"DISCORD_SHARDS": f"{number}/{WORKERS}"}
            self._workers.append(Worker(number, self._folder, told | shards))
        self._balancer.workers = self._workers
        pause = max(2.0, self._seconds / MOST_TAPS)
        rooms = [DiscordRoom(discord, n % WORKERS, self._split(), pause) for n in range(DISCORD_ROOMS)]
        groups = [TelegramGroup(telegram, self._split(), max(MODEST, pause)) for _ in range(GROUPS)]
        chats: list[DiscordRoom | TelegramGroup] = [*rooms, *groups]
        for place in chats:
            game = await put_on_the_table(direct, place.channel, place.people, self._texts, self._split())
            place.begin(game, 1)
        for worker in self._workers:
            worker.start()
        web = WebRoom(self._workers, self._split(), max(0.7, self._seconds / (1.5 * MOST_TAPS)))
        await self._wait(lambda: all(worker.ready for worker in self._workers), "workers")
        await web.open()
        for room in rooms:
            await discord.type(room._people[0], room.room, "game")
        for group in groups:
            await group.group.say(group._people[0], "/game")
        self._places = [*rooms, *groups, web]
        await self._wait(lambda: all(place.look() for place in self._places), "games that are shown")
        return web

    async def _wait(self, claim: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(2 * BOUND):
                while not claim():
                    await asyncio.sleep(0.05)
        except TimeoutError:
            logs = "\n".join(worker.log.read_text()[-3000:] for worker in self._workers)
            raise AssertionError(f"no {what}\n{logs}") from None

    async def _rage(self, platforms: Platforms, direct: Store) -> None:
        began = time.monotonic()
        tasks = [asyncio.create_task(place.play(), name=str(place.channel)) for place in self._places]
        tasks.append(asyncio.create_task(self._watch(direct), name="watch"))
        lanes: list[dict[str, Callable[[], Awaitable[None]]]] = [
            {"worker killed": self._kill, "worker frozen": self._freeze},
            dict(self._store.faults),
            dict(platforms.faults),
        ]
        raging = [
            asyncio.create_task(self._strike(lane, began + self._seconds, pause))
            for lane, pause in zip(lanes, (9.0, 7.0, 3.0), strict=True)
        ]
        try:
            await asyncio.gather(*raging)
        finally:
            platforms.recover()
            for task in (*tasks, *raging):
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception):
                    self.findings.trouble.append(f"a player failed: {outcome!r}")
            await self._store.mend()
            for worker in self._workers:
                worker.thaw()
        self.findings.seconds = time.monotonic() - began

    async def _strike(self, lane: dict[str, Callable[[], Awaitable[None]]], end: float, pause: float) -> None:
        """Let one fault of a kind follow the other, each name as often as the others."""
        chance, names = self._split(), list[str]()
        pause = min(pause, self._seconds / 6)
        while True:
            await asyncio.sleep(pause * chance.uniform(0.5, 1.5))
            if time.monotonic() >= end:
                return
            if not names:
                names = chance.sample(sorted(lane), len(lane))
            name = names.pop()
            self.findings.faults[name] += 1
            self._struck.append(time.monotonic())
            await lane[name]()
            self._struck.append(time.monotonic())

    async def _kill(self) -> None:
        self._chance.choice(self._workers).kill()

    async def _freeze(self) -> None:
        worker = self._chance.choice(self._workers)
        worker.freeze()
        await asyncio.sleep(self._chance.uniform(0.5, 6))
        worker.thaw()

    async def _watch(self, direct: Store) -> None:
        while True:
            for place in self._places:
                place.look()
                place.note(right=await place.right(direct))
            await asyncio.sleep(0.1)

    async def _calm(self, direct: Store) -> None:
        """Wait until all is right."""
        began = time.monotonic()
        wrong = list(self._places)
        while wrong and time.monotonic() < began + BOUND:
            rights = [await place.right(direct) for place in wrong]
            ready = all(worker.ready for worker in self._workers)
            for place, right in zip(wrong, rights, strict=True):
                place.look()
                place.note(right=right)
            # A late repetition may still come: what is right must be so together.
            wrong = self._places if not ready else [p for p, r in zip(wrong, rights, strict=True) if not r]
            await asyncio.sleep(0.1)
        self.findings.last = time.monotonic() - began
        self.findings.slowest = max(place.longest_wrong for place in self._places)
        for place in wrong:
            self.findings.wrong.append(
                f"{place.channel} is wrong: it shows {place.faces()}, and the store has "
                f"{await direct.version(place.channel)}"
            )

    async def _one_more(self, direct: Store) -> None:
        """Let each place go on by one turn, in which its player is called once."""
        before = heard(self._places)
        for place in self._places:
            if place.resting:
                continue
            moved = [await place.move() for _ in range(3)]
            if not any(moved):
                self.findings.wrong.append(f"{place.channel} cannot go on from {place.faces()}")
        end = time.monotonic() + BOUND
        for place in self._places:
            while not await place.right(direct) and time.monotonic() < end:
                await asyncio.sleep(0.1)
            place.look()
            if not await place.right(direct):
                self.findings.wrong.append(f"{place.channel} is not right after one more move")
        new = heard(self._places) - before
        again = [each for each, times in new.items() if times + before[each] > 1]
        self.findings.wrong += [f"{each} called twice in the calm" for each in again]

    def _troubled(self, first: float, second: float) -> bool:
        return any(first - BEFORE <= moment <= second for moment in self._struck)

    async def _judge(self, direct: Store) -> None:
        """Compare what was told with what is stored."""
        for place in self._places:
            stored = await self._load(direct, place)
            verdict = await judge(place.told, place.channel, stored, self._folder, self._texts)
            self.findings.acknowledged += verdict.acknowledged
            self.findings.lost += verdict.lost
            self.findings.doubled += verdict.doubled
            self.findings.wrong += [verdict.wrong] if verdict.wrong else []
            twice = place.called_twice(self._troubled)
            self.findings.wrong += [f"{place.channel} called twice without a fault: {each}" for each in twice]
        stored_web = await self._load(direct, self._places[-1])
        for worker in self._workers:
            async with opened(worker.site, "storm", "Cy") as page:
                scene = page.welcome["scene"]
                if (scene["game"], scene["version"]) != (stored_web.game, stored_web.version):
                    self.findings.wrong.append(f"worker {worker.number} shows a room of another moment")

    async def _load(self, direct: Store, place: Place) -> StoredGame:
        async with asyncio.timeout(BOUND):
            while True:
                with suppress(StoreUnavailable):
                    stored = await direct.load(place.channel)
                    assert stored is not None, f"{place.channel} has lost its game"
                    return stored
                await asyncio.sleep(0.1)

    def _look_at_workers(self) -> None:
        for worker in self._workers:
            self.findings.starts += worker.starts
            name = f"worker {worker.number}"
            self.findings.trouble += [f"{name} fell: {each}" for each in worker.fallen]
            self.findings.trouble += [f"{name} logged: {each[:2000]}" for each in worker.severe()]
        self.findings.trouble += [f"still running: {each}" for each in left_behind(self._folder)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one and print its table; the status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=120, help="how long faults come (120)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="which faults come (any)")
    parser.add_argument("--store", choices=sorted(STORES), default="single")
    parser.add_argument("--folder", type=Path, help="where logs are kept; else they go with the storm")
    given = parser.parse_args(arguments)
    say(f"storm: store {given.store}, seed {given.seed}, {given.seconds:.0f} seconds")
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        storm = Storm(folder.resolve(), store=given.store, seed=given.seed, seconds=given.seconds)
        findings = asyncio.run(storm.run())
    say(findings.table())
    return 0 if findings.fine else 1


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
