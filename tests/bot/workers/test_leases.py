"""What only one worker may have: taken, kept, lost and left behind, on a real server."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.claims import Claims
from bot.errors import StartError
from bot.store import StoreUnavailable, open_store
from bot.store.connection.link import Link
from bot.store.keys import WORKERS
from bot.store.redis_store import RedisStore
from bot.store.workers.holder import Holder
from bot.store.workers.leases import RedisLeases
from tests.bot.store.redis_server import RedisServer, until
from tests.bot.workers.conftest import Hold, said

LONG = 60.0
"""Seconds that no test waits for."""


@pytest.fixture
async def claims(store: RedisStore) -> AsyncIterator[Claims]:
    """The claims of this process."""
    ours = Claims(store.leases, ["test"], lasts=LONG, renewed=0.05)
    await ours.start()
    yield ours
    await ours.close()


def dead_process() -> Holder:
    """A process of this machine that has ended."""
    process = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], stdout=-1, check=True)
    return replace(Holder.here(), pid=int(process.stdout))


async def test_only_one_has_it(store: RedisStore, what: str) -> None:
    """Whoever comes second is told who has it, until that one lets go of it."""
    ann, bo = Holder.here(), Holder.here()
    assert await store.leases.take(what, ann, LONG) is None
    assert await store.leases.take(what, ann, LONG) is None
    assert await store.leases.take(what, bo, LONG) == ann
    await store.leases.let_go(what, bo)
    assert (await store.leases.held())[what] == ann
    await store.leases.let_go(what, ann)
    assert await store.leases.take(what, bo, LONG) is None


async def test_whoever_was_killed_is_replaced_at_once(hold: Hold, claims: Claims, what: str) -> None:
    """Nobody waits for the lease of a process of this machine that is not there any more."""
    process = await hold(what, LONG)
    assert await said(process) == "has"
    assert not await claims.take_over(what, "The table")
    process.kill()
    await process.wait()
    assert await claims.take_over(what, "The table")


def test_whoever_has_ended_is_dead_before_anybody_has_noticed() -> None:
    """A process whose parent has not yet asked how it ended still has its number."""
    process = subprocess.Popen(["sleep", "60"])
    began = Path(f"/proc/{process.pid}/stat").read_text().split()[21]
    holder = replace(Holder.here(), pid=process.pid, began=began)
    assert not holder.gone()
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert holder.gone()
    assert process.wait() == -signal.SIGKILL


async def test_whoever_was_frozen_finds_that_it_was_replaced(hold: Hold, claims: Claims, what: str) -> None:
    """A stopped process keeps its claim until that ends; when it goes on it says that it has lost it."""
    process = await hold(what, 0.8)
    assert await said(process) == "has"
    process.send_signal(signal.SIGSTOP)
    await claims.take(what, "The table")
    process.send_signal(signal.SIGCONT)
    sentence = await said(process)
    assert sentence.startswith(f"The table was taken over by another bot, process {os.getpid()} on ")
    assert not claims.lost.done()


async def test_whoever_starts_beside_a_live_one_is_told_who_that_is(
    hold: Hold, claims: Claims, what: str
) -> None:
    """It waits for as long as a dead one's claim could last, and then names who has it."""
    await claims.take(what, "The table")
    process = await hold(what, 0.8)
    sentence = await said(process)
    assert sentence.startswith(f"The table is served by another bot already, {claims.me}: stop that one")
    assert sentence.count(". ") == 0


async def test_a_store_that_was_away_stops_nobody(
    start_server: Callable[..., RedisServer], tmp_path: Path, what: str
) -> None:
    """A worker whose store was away, or has lost the lease, has it again unless somebody else took it."""
    server = start_server()
    store = await open_store(server.url, tmp_path, patience=0.3)
    claims = Claims(store.leases, lasts=1.0, renewed=0.05)
    await claims.start()
    await claims.take(what, "The table")
    server.kill()
    with pytest.raises(StoreUnavailable):
        await store.ready()
    await asyncio.sleep(1.2)
    assert not claims.lost.done()
    server.start()
    with server.client() as client:
        client.flushall()
        await until(lambda: client.exists(f"bastide:lease:{what}") and client.zcard("bastide:workers"))
    assert not claims.lost.done()
    await claims.close()
    await store.close()


async def test_a_full_store_gives_and_renews_leases(
    start_server: Callable[..., RedisServer], tmp_path: Path, what: str
) -> None:
    """Starting stays possible, and so does taking over."""
    server = start_server(maxmemory="1")
    store = await open_store(server.url, tmp_path)
    ann, bo = replace(dead_process(), serves=("test",)), Holder.here()
    assert await store.leases.take(what, ann, LONG) is None
    assert await store.leases.take(what, ann, LONG) is None
    assert await store.leases.take(what, bo, LONG) is None
    assert await store.leases.enter(bo, LONG) == [bo]
    assert await store.leases.enter(bo, LONG) == [bo]
    await store.close()


async def test_an_entry_lasts_as_long_as_was_said(store: RedisStore) -> None:
    """To the fraction of a second: one that ended early would be missed by whoever asks between renewals."""
    await store._link.ask("DEL", WORKERS)
    seconds, fraction = map(int, await store._link.ask("TIME"))
    holder = Holder.here()
    assert await store.leases.enter(holder, 1.25) == [holder]
    ends = float(await store._link.ask("ZSCORE", WORKERS, holder.text))
    # Lua's numbers keep a tenth of a millisecond of a moment.
    assert ends >= seconds + fraction / 1e6 + 1.2499
    await store.leases.leave(holder)


@pytest.mark.parametrize(
    "doubtful",
    [{"boot": "another"}, {"boot": ""}, {"space": "pid:[1]"}, {"space": ""}, {"host": "elsewhere"}],
)
async def test_in_doubt_nobody_is_dead(store: RedisStore, what: str, doubtful: dict[str, Any]) -> None:
    """A number that means nothing here, as that of a process in another container, proves nothing."""
    dead = dead_process()
    assert dead.gone()
    elsewhere = replace(dead, **doubtful)
    assert not elsewhere.gone()
    assert await store.leases.take(what, elsewhere, LONG) is None
    assert await store.leases.take(what, Holder.here(), LONG) == elsewhere


async def test_a_number_that_was_given_anew_is_nobody(store: RedisStore, what: str) -> None:
    """Another process under the number of one that died is told by when it began."""
    here = Holder.here()
    assert not here.gone()
    assert replace(here, began=f"{int(here.began) - 1}").gone()
    assert not replace(here, began="").gone()


async def test_in_a_store_of_our_own_everybody_else_is_dead(store: RedisStore, what: str) -> None:
    """Only one bot can be on its folder, so a container that was killed starts again at once."""
    elsewhere = replace(Holder.here(), host="the container before")
    assert await store.leases.take(what, elsewhere, LONG) is None
    assert await RedisLeases(store._link, alone=True).take(what, Holder.here(), LONG) is None


async def test_what_cannot_be_read_holds(store: RedisStore, what: str) -> None:
    """A lease by a program that writes it otherwise is respected like any other."""
    await store._link.ask("SET", f"bastide:lease:{what}", "\u2603", "EX", 60)
    other = await store.leases.take(what, Holder.here(), LONG)
    assert other is not None
    assert str(other) == "a process that cannot be told"
    assert what in await store.leases.held()


async def test_workers_are_counted_by_what_they_serve(store: RedisStore) -> None:
    """All that run and no others; each counts for what it serves."""
    away = Holder.here(["discord"])
    one = Claims(store.leases, ["telegram", "web"], renewed=0.05)
    two = Claims(store.leases, ["web"], renewed=0.05)
    await one.start()
    await two.start()
    await until(lambda: one.sharing("web") == 2)
    assert (one.sharing("telegram"), two.sharing("telegram"), one.sharing("discord")) == (1, 1, 1)
    assert await store.leases.enter(replace(away, pid=dead_process().pid), LONG)
    assert away.id not in {worker.id for worker in await store.leases.workers()}
    await two.close()
    await until(lambda: one.sharing("web") == 1)
    await one.close()


async def test_a_store_that_cannot_be_reached_is_one_sentence() -> None:
    """Who has something cannot be known without the store."""
    link = Link.to("redis://127.0.0.1:1/0", patience=0.1)
    claims = Claims(RedisLeases(link), lasts=0.2, longer=0.0)
    with pytest.raises(StartError, match="cannot be used now"):
        await claims.start()
    with pytest.raises(StartError, match="cannot be used now"):
        await claims.take("test", "The table")
    await claims.close()
    await link.close()


async def test_what_several_workers_know_to_be_due_is_done_by_one(store: RedisStore, what: str) -> None:
    """By whoever asks first, as often as it tries, though neither has heard of the other yet."""
    one, two = (Claims(store.leases, ["telegram"], lasts=LONG) for _ in range(2))
    assert [await each.alone(what, LONG) for each in (two, one, two)] == [True, False, True]
    assert await one.alone(f"{what}:other", LONG)
    assert not [held for held in await store.leases.held() if what in held]
