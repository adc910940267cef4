"""While the server does not answer nobody waits for it, and when it is back all goes on by itself."""

import asyncio
import contextlib
import random
import signal
from collections.abc import Callable

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry

from bot.people import Channel
from bot.store import Change, Outcome, StoreUnavailable
from bot.store.connection.patience import Watch
from bot.store.redis_store import RedisStore
from tests.bot.store.lossy_proxy import LossyProxy
from tests.bot.store.redis_server import RedisServer, until

Connect = Callable[..., RedisStore]

PATIENCE = 1.0


def asking() -> list[str]:
    """The tasks that ask whether a server is back."""
    return [task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith("store ")]


async def fails(store: RedisStore, channel: Channel) -> float:
    """The seconds that a call takes to fail."""
    clock = asyncio.get_running_loop().time
    began = clock()
    with pytest.raises(StoreUnavailable, match="cannot be used now"):
        await store.load(channel)
    return clock() - began


@pytest.mark.parametrize("away", ["hangs", "is gone"])
async def test_only_the_first_callers_wait(
    connect: Connect, server: RedisServer, channel: Channel, away: str
) -> None:
    """Five who ask at once wait for one patience together; whoever comes later does not wait at all."""
    store = connect(server.url, patience=PATIENCE)
    await store.create(channel, "g1", Change(), over="", once="new")
    server.send(signal.SIGSTOP) if away == "hangs" else await asyncio.to_thread(server.kill)
    clock = asyncio.get_running_loop().time
    began = clock()
    await asyncio.gather(*(fails(store, channel) for _ in range(5)))
    assert clock() - began < 3 * PATIENCE
    assert store.down
    assert sum([await fails(store, channel) for _ in range(20)]) < 2 * PATIENCE


async def test_no_caller_of_many_waits_for_ever(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """More callers than there are connections: each has its answer in time, again and again."""
    store = connect(server.url, patience=PATIENCE)
    for _ in range(3):
        await store.back()
        await store.load(channel)
        server.send(signal.SIGSTOP)
        async with asyncio.timeout(60):
            await asyncio.gather(*(fails(store, channel) for _ in range(80)))
        server.send(signal.SIGCONT)


async def test_it_goes_on_when_the_server_is_back(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """Whoever waits for the store is told, and calls go through again; then nobody asks any more."""
    store = connect(server.url, patience=PATIENCE)
    await store.create(channel, "g1", Change(), over="", once="new")
    assert not store.down
    await store.back()
    await asyncio.to_thread(server.kill)
    await fails(store, channel)
    waiting = [asyncio.create_task(store.back()) for _ in range(3)]
    assert len(asking()) == 1
    await fails(store, channel)
    assert not any(waiter.done() for waiter in waiting)
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(60):
        await asyncio.gather(*waiting)
    assert not store.down
    assert await store.commit(channel, "g1", 1, Change(), once="tap") is Outcome.DONE
    await until(lambda: not asking())


async def test_nothing_is_asked_while_all_is_well(
    connect: Connect, proxy: LossyProxy, channel: Channel
) -> None:
    """The only questions whether the server is there are those of an outage."""
    store = connect(proxy.url, patience=PATIENCE)
    await store.create(channel, "g1", Change(), over="", once="new")
    await store.load(channel)
    assert not asking()
    assert not any(b"PING" in request for request in proxy.requests)
    proxy.mute = True
    await fails(store, channel)
    sent = len(proxy.requests)
    await until(lambda: len(proxy.requests) > sent)
    proxy.mute = False
    await store.back()
    await until(lambda: not asking())


async def test_a_server_that_refuses_is_there(
    connect: Connect, proxy: LossyProxy, server: RedisServer, channel: Channel
) -> None:
    """Refusals leave other calls alone, and a server is back that refuses even to say that it is there."""
    proxy.target = server.port
    store = connect(proxy.url, patience=PATIENCE)
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "-ping", "-hset")
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="hset"):
            await store.person_set("discord:1", {"a": "b"})
        assert not store.down
        assert await store.load(channel) is None
    proxy.mute = True
    await fails(store, channel)
    proxy.mute = False
    await store.back()
    assert await store.load(channel) is None


async def test_a_server_that_still_loads_its_data_is_not_there_yet(
    connect: Connect, start_server: Callable[..., RedisServer], channel: Channel
) -> None:
    """A big server answers long before it can be used: the store waits until it can."""
    server = start_server(
        **{"appendonly": "no", "key-load-delay": "1000", "loading-process-events-interval-bytes": "1024"}
    )
    store = connect(server.url, patience=PATIENCE)
    await store.create(channel, "g1", Change(), over="", once="new")
    with server.client() as client:
        client.mset({f"other {number}": random.randbytes(1000) for number in range(1500)})
        client.save()
    await asyncio.to_thread(server.kill)
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    with Redis(port=server.port, retry=Retry(NoBackoff(), 0)) as client:
        await until(lambda: loads(client))
    with pytest.raises(StoreUnavailable, match="loading"):
        await store.load(channel)
    assert store.down
    await store.back()
    assert await store.version(channel) == ("g1", 1)
    await starting


def loads(client: Redis) -> bool:
    """Whether a server still loads its data."""
    try:
        client.ping()
    except BusyLoadingError:
        return True
    except RedisConnectionError:
        return False
    raise AssertionError("it was loaded too fast")


async def test_whoever_asks_without_a_pause_keeps_nobody_from_finding_out(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """A loop that does nothing but ask ends when the server is back."""
    store = connect(server.url, patience=PATIENCE)
    await asyncio.to_thread(server.kill)
    await fails(store, channel)
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    async with asyncio.timeout(60):
        while True:
            try:
                await store.load(channel)
            except StoreUnavailable:
                continue
            break
    await starting


async def test_a_call_that_gets_through_ends_the_outage(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """Somebody who waits longer than others, and is answered, has found out for everyone."""
    store = connect(server.url, patience=10)
    await store.ready()
    server.send(signal.SIGSTOP)
    second = asyncio.create_task(store.load(channel))
    await asyncio.sleep(0)
    store._link._patience = PATIENCE
    await fails(store, channel)
    assert asking()
    server.send(signal.SIGCONT)
    assert await second is None
    assert not store.down
    assert not asking()


async def test_closing_ends_the_questions(connect: Connect, server: RedisServer, channel: Channel) -> None:
    """Nothing runs on after the store is closed, and nobody waits for it any more."""
    store = connect(server.url, patience=PATIENCE)
    await asyncio.to_thread(server.kill)
    await fails(store, channel)
    waiting = asyncio.create_task(store.back())
    await asyncio.sleep(0)
    assert not waiting.done()
    await store.close()
    await waiting
    assert not asking()


async def test_a_lost_cancellation_keeps_nobody_asking() -> None:
    """What is asked may swallow that it was cancelled: whoever closes the watch does not wait for ever."""
    asked = asyncio.Event()

    async def ask() -> None:
        asked.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        raise RedisConnectionError("as redis-py says it when its own limit ends at the same moment")

    watch = Watch("a store", ask)
    watch.lost("no answer")
    await asked.wait()
    async with asyncio.timeout(30):
        await watch.close()
    assert asking() == []
