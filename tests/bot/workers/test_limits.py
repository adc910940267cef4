"""What platforms count together for all workers: shared out, or agreed on in the store."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.gate import Gate, alone
from bot.store.connection.link import Link
from bot.store.redis_store import RedisStore
from bot.store.workers.pacing import RedisPacing
from bot.telegram_app.pace import Others, Pace, Paces
from tests.bot.store.redis_server import RedisServer, until

GROUP = -100


def two() -> int:
    """How many workers there are."""
    return 2


class Crowd:
    """Calls that all want to pass a gate, and stay until they are let go."""

    def __init__(self, gate: Gate, calls: int) -> None:
        self.inside = 0
        self._gate = gate
        self._go = asyncio.Event()
        self._tasks = [asyncio.create_task(self._call()) for _ in range(calls)]

    async def _call(self) -> None:
        async with self._gate:
            self.inside += 1
            await self._go.wait()

    async def settled(self) -> int:
        """How many have passed once nobody moves any more."""
        for _ in range(100):
            await asyncio.sleep(0)
        return self.inside

    async def leave(self) -> None:
        """Let all go on, those who wait as soon as they may."""
        self._go.set()
        await asyncio.gather(*self._tasks)


async def test_a_gate_is_shared_out_among_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its part, which changes when workers come and go; with very many, one call."""
    monkeypatch.setattr("bot.gate.SECOND", 0.05)
    workers = 3
    gate = Gate(9, lambda: workers)
    crowd = Crowd(gate, 5)
    assert await crowd.settled() == 3
    await crowd.leave()
    workers = 1
    crowd = Crowd(gate, 12)
    await until(lambda: crowd.inside == 9)
    assert await crowd.settled() == 9
    await crowd.leave()
    workers = 100
    crowd = Crowd(gate, 3)
    await until(lambda: crowd.inside == 1)
    assert await crowd.settled() == 1
    await crowd.leave()


async def test_a_call_is_counted_once(store: RedisStore) -> None:
    """However often it is asked for; beyond half of what is allowed calls are spread over the time."""
    about = {"calls": 4, "seconds": 60.0}
    for call in ("a", "a", "b"):
        assert await store.pacing.begin("counted", call, calls=4, seconds=60.0) == 0
    wait = await store.pacing.begin("counted", "c", calls=4, seconds=60.0)
    assert 15 < wait <= 20
    await store.pacing.end("counted", "b", calls=4, seconds=60.0)
    assert await store._link.ask("ZCARD", "bastide:pace:counted") == 2
    assert 0 < await store._link.ask("PTTL", "bastide:pace:counted") <= about["seconds"] * 1000


async def test_all_workers_keep_a_groups_pace_together(store: RedisStore) -> None:
    """However many want to write into one group at once, no more do than Telegram takes."""
    pace = Pace(4, 0.8)
    workers = [Paces(pace, Others("4242", store.pacing, two)) for _ in range(2)]
    made: list[float] = []

    async def call(paces: Paces) -> None:
        async with paces.turn(GROUP):
            made.append(asyncio.get_running_loop().time())

    await asyncio.gather(*(call(paces) for paces in workers for _ in range(5)))
    assert len(made) == 10
    # The server counts in milliseconds.
    assert min(later - made[at] for at, later in enumerate(made[4:])) > pace.seconds - 0.01


async def test_a_worker_alone_asks_nobody(store: RedisStore) -> None:
    """As long as no other serves the bot, its pace is its own matter; in private chats there is none."""
    for workers, chat in ((alone, GROUP), (two, 7)):
        async with Paces(Pace(4, 60.0), Others("alone", store.pacing, workers)).turn(chat):
            pass
    assert await store._link.ask("EXISTS", f"bastide:pace:telegram:alone:{GROUP}") == 0
    assert await store._link.ask("EXISTS", "bastide:pace:telegram:alone:7") == 0


async def test_without_the_store_each_keeps_its_own_pace() -> None:
    """Nobody is held up because workers cannot agree."""
    link = Link.to("redis://127.0.0.1:1/0", patience=0.1)
    paces = Paces(Pace(4, 60.0), Others("4242", RedisPacing(link), two))
    async with asyncio.timeout(30):
        async with paces.turn(GROUP):
            pass
    assert paces.wait(GROUP) == 0
    await link.close()


async def test_a_full_store_still_counts(start_server: Callable[..., RedisServer], tmp_path: Path) -> None:
    """Limits are kept when nothing else can be stored."""
    server = start_server(maxmemory="1")
    link = Link.to(server.url)
    pacing = RedisPacing(link)
    assert await pacing.begin("full", "a", calls=2, seconds=60.0) == 0
    assert await pacing.begin("full", "b", calls=2, seconds=60.0) > 0
    await link.close()
