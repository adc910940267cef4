"""Another server takes over behind one address: what the old one refuses is repeated over new connections."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest

from bot.people import Channel
from bot.store import Change, Outcome, StoreUnavailable
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import RedisServer, until
from tests.bot.store.switch import Switch

EMPTY = Change()
Connect = Callable[..., RedisStore]


@pytest.fixture
async def servers(start_server: Callable[..., RedisServer]) -> tuple[RedisServer, RedisServer]:
    """A primary and its replica."""
    primary = start_server(**{"repl-diskless-sync-delay": "0"})
    replica = start_server(replicaof=f"127.0.0.1 {primary.port}")
    with replica.client() as client:
        await until(lambda: client.info("replication")["master_link_status"] == "up")
    return primary, replica


@pytest.fixture
async def switch(servers: tuple[RedisServer, RedisServer]) -> AsyncIterator[Switch]:
    """The address of both."""
    switch = Switch(servers[0])
    await switch.start()
    yield switch
    await switch.stop()


def promote(replica: RedisServer, primary: RedisServer) -> None:
    """Let them change their parts."""
    with replica.client() as ours, primary.client() as theirs:
        ours.execute_command("REPLICAOF", "NO", "ONE")
        theirs.execute_command("REPLICAOF", "127.0.0.1", replica.port)


async def test_a_failover_behind_one_address_is_not_noticed(
    connect: Connect, servers: tuple[RedisServer, RedisServer], switch: Switch, channel: Channel
) -> None:
    """Connections to what is a replica by now answer READONLY; moves go over new ones, once each."""
    primary, replica = servers
    store = connect(switch.url)
    await store.create(channel, "g1", EMPTY, over="", once="new")
    await asyncio.gather(*(store.load(channel) for _ in range(20)))
    with primary.client() as client:
        client.wait(1, 5000)
    await asyncio.to_thread(promote, replica, primary)
    switch.server = replica
    outcome = await store.commit(channel, "g1", 1, Change(append=["move"]), once="tap")
    assert outcome is Outcome.DONE
    assert await store.commit(channel, "g1", 1, Change(append=["move"]), once="tap") is Outcome.REPEATED
    # Transactions and plain commands go there as well.
    await store.person_set("web:1", {"a": "b", "c": None})
    await store.deadline_set(channel, 7)
    await store.ready()
    with replica.client() as client:
        assert client.hget(f"bastide:{{{channel}}}:game:g1", "_version") == b"2"
    assert not store.down


async def test_a_call_waits_until_the_address_leads_to_the_new_primary(
    connect: Connect, servers: tuple[RedisServer, RedisServer], switch: Switch, channel: Channel
) -> None:
    """Between the change of parts and the change of address a move waits, and nobody is told anything."""
    primary, replica = servers
    store = connect(switch.url)
    await store.create(channel, "g1", EMPTY, over="", once="new")
    with primary.client() as client:
        client.wait(1, 5000)
    await asyncio.to_thread(promote, replica, primary)
    moving = asyncio.create_task(store.commit(channel, "g1", 1, Change(append=["move"]), once="tap"))
    before = switch.connections
    await until(lambda: switch.connections > before + 2)
    switch.server = replica
    assert await moving is Outcome.DONE


async def test_a_replica_for_good_is_told_and_read_from(
    connect: Connect, servers: tuple[RedisServer, RedisServer], channel: Channel
) -> None:
    """After the patience of the first nobody else waits so long, and looking goes on all the time."""
    primary, replica = servers
    await connect(primary.url).create(channel, "g1", EMPTY, over="", once="new")
    with primary.client() as client:
        client.wait(1, 5000)
    store = connect(replica.url, patience=3)
    with pytest.raises(StoreUnavailable, match="read only"):
        await store.commit(channel, "g1", 1, EMPTY, once="tap")
    assert not store.down
    began = time.monotonic()
    for _ in range(3):
        with pytest.raises(StoreUnavailable, match="read only"):
            await store.commit(channel, "g1", 1, EMPTY, once="tap")
        assert await store.load(channel) is not None
    assert time.monotonic() - began < 3
    with replica.client() as client:
        client.execute_command("REPLICAOF", "NO", "ONE")
    assert await store.commit(channel, "g1", 1, EMPTY, once="tap") is Outcome.DONE


async def test_a_replica_without_its_primary_is_waited_for(
    connect: Connect, start_server: Callable[..., RedisServer], channel: Channel
) -> None:
    """MASTERDOWN: it serves nothing, until it is one that does."""
    replica = start_server(replicaof="127.0.0.1 1")
    with replica.client() as client:
        client.config_set("replica-serve-stale-data", "no")
    store = connect(replica.url)
    loading = asyncio.create_task(store.load(channel))
    await asyncio.sleep(0.2)
    assert not loading.done()
    with replica.client() as client:
        client.execute_command("REPLICAOF", "NO", "ONE")
    assert await loading is None


async def test_too_few_replicas_are_waited_for(
    connect: Connect, start_server: Callable[..., RedisServer], channel: Channel
) -> None:
    """NOREPLICAS passes when they are back."""
    server = start_server(**{"min-replicas-to-write": "1"})
    store = connect(server.url)
    moving = asyncio.create_task(store.create(channel, "g1", EMPTY, over="", once="new"))
    await asyncio.sleep(0.2)
    assert not moving.done()
    with server.client() as client:
        client.config_set("min-replicas-to-write", "0")
    assert await moving is Outcome.DONE


async def test_a_cluster_that_is_down_is_waited_for(
    connect: Connect, start_server: Callable[..., RedisServer], channel: Channel
) -> None:
    """CLUSTERDOWN: slots that nobody serves now are served soon."""
    server = start_server(**{"cluster-enabled": "yes"})
    store = connect(server.url)
    moving = asyncio.create_task(store.create(channel, "g1", EMPTY, over="", once="new"))
    await asyncio.sleep(0.2)
    assert not moving.done()
    with server.client() as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
    assert await moving is Outcome.DONE
