"""Redis goes away, answers badly, or answers get lost: the store says so, and goes on by itself."""

import asyncio
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.errors import StartError
from bot.people import Channel
from bot.store import Change, Outcome, StoreUnavailable, open_store
from bot.store.redis_store import RedisStore
from tests.bot.store.lossy_proxy import LossyProxy
from tests.bot.store.redis_server import RedisServer

EMPTY = Change()
Connect = Callable[..., RedisStore]


async def test_a_change_whose_answer_was_lost_is_done_once(
    connect: Connect, proxy: LossyProxy, channel: Channel
) -> None:
    """The caller is told DONE, the move is there once, and a redelivered tap is REPEATED."""
    store = connect(proxy.url)
    proxy.lose_answer_to = b"new game"
    assert await store.create(channel, "g1", EMPTY, over="", once="new game") is Outcome.DONE
    assert proxy.lost == 1
    for version in range(1, 4):
        tap = f"tap {version}"
        proxy.lose_answer_to = tap.encode()
        change = Change(append=[tap])
        assert await store.commit(channel, "g1", version, change, once=tap) is Outcome.DONE
        assert proxy.lost == version + 1
        assert await store.commit(channel, "g1", version, change, once=tap) is Outcome.REPEATED
    game = await store.load(channel)
    assert game is not None
    assert game.actions == ("tap 1", "tap 2", "tap 3")


async def test_a_repeated_call_for_good_is_recognised(
    connect: Connect, proxy: LossyProxy, channel: Channel
) -> None:
    """If the store gives up before it hears, the same tap sent again does not move twice."""
    store = connect(proxy.url, patience=1)
    await store.create(channel, "g1", EMPTY, over="", once="new")
    proxy.lose_answer_to = b"the tap"
    sending = asyncio.create_task(store.commit(channel, "g1", 1, Change(append=["move"]), once="the tap"))
    while not proxy.lost:
        await asyncio.sleep(0)
    await proxy.stop()
    with pytest.raises(StoreUnavailable):
        await sending
    await proxy.start()
    await store.back()
    assert await store.commit(channel, "g1", 1, Change(append=["move"]), once="the tap") is Outcome.REPEATED
    game = await store.load(channel)
    assert game is not None
    assert game.actions == ("move",)


async def test_the_store_reconnects_by_itself(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """While Redis is away calls fail in time; when it is back the same store plays on."""
    store = connect(server.url, patience=1)
    await store.create(channel, "g1", EMPTY, over="", once="new")
    server.kill()
    calls = (store.load(channel), store.commit(channel, "g1", 1, EMPTY, once="tap"), store.ready())
    async with asyncio.timeout(60):
        errors = await asyncio.gather(*calls, return_exceptions=True)
    for error in errors:
        assert isinstance(error, StoreUnavailable)
        assert re.match(r"The store redis://127.0.0.1:\d+/0 cannot be used now: ", str(error))
    server.start()
    await store.back()
    assert await store.commit(channel, "g1", 1, EMPTY, once="tap") is Outcome.DONE


async def test_a_short_outage_is_not_noticed(connect: Connect, server: RedisServer, channel: Channel) -> None:
    """A call that meets a restart of Redis waits for it."""
    store = connect(server.url)
    await store.create(channel, "g1", EMPTY, over="", once="new")
    server.kill()
    calls = [
        asyncio.create_task(store.commit(channel, "g1", 1, Change(append=["move"]), once="tap")),
        asyncio.create_task(store.load(channel)),
    ]
    await asyncio.sleep(0.2)
    await asyncio.to_thread(server.start)
    assert await calls[0] is Outcome.DONE
    await calls[1]


async def test_a_server_that_hangs_is_unavailable(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """No call waits longer than the patience, and the connections are fit for use afterwards."""
    store = connect(server.url, patience=1)
    await store.create(channel, "g1", Change(append=["draw"]), over="", once="new")
    server.send(signal.SIGSTOP)
    async with asyncio.timeout(60):
        outcomes = await asyncio.gather(*(store.load(channel) for _ in range(60)), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {StoreUnavailable}
    server.send(signal.SIGCONT)
    await store.back()
    games = await asyncio.gather(*(store.load(channel) for _ in range(60)))
    assert {game.actions for game in games if game} == {("draw",)}


async def test_a_cancelled_call_leaves_no_answer_for_the_next(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """Whoever is cancelled while waiting spoils no connection for others."""
    store = connect(server.url, patience=2)
    await store.create(channel, "g1", Change(header={"a": "b"}), over="", once="new")
    for _ in range(20):
        calls = [asyncio.create_task(store.person_get("discord:1")) for _ in range(20)]
        await asyncio.sleep(0.001)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        game = await store.load(channel)
        assert game is not None
        assert game.header == {"a": "b"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"maxmemory": "100kb", "maxmemory-policy": "noeviction"}, "maxmemory"),
        ({"replicaof": "127.0.0.1 1"}, "read only"),
        ({"min-replicas-to-write": "1"}, "[Nn]ot enough good replicas"),
    ],
)
async def test_a_server_that_refuses_to_write_is_unavailable(
    connect: Connect,
    start_server: Callable[..., RedisServer],
    channel: Channel,
    options: dict[str, str],
    reason: str,
) -> None:
    """A full, read-only or lonely server changes nothing and says why."""
    store = connect(start_server(**options).url, patience=1)
    with pytest.raises(StoreUnavailable, match=reason):
        await store.create(channel, "g1", Change(append=["draw"]), over="", once="new")
    assert await store.load(channel) is None


async def test_a_full_server_can_be_read(connect: Connect, server: RedisServer, channel: Channel) -> None:
    """Who only looks at a game still sees it."""
    store = connect(server.url)
    await store.create(channel, "g1", Change(append=["draw"]), over="", once="new")
    before = await store.load(channel)
    with server.client() as client:
        client.config_set("maxmemory", "1")
    assert await store.load(channel) == await store.load_game(channel, "g1") == before
    with pytest.raises(StoreUnavailable, match="maxmemory"):
        await store.commit(channel, "g1", 1, EMPTY, once="tap")


async def test_a_move_counts_even_if_its_index_cannot_be_written(
    connect: Connect, server: RedisServer, channel: Channel, person: str
) -> None:
    """The change is DONE; the lists are wrong for a while and caught up with as soon as possible."""
    store = connect(server.url)
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "-sadd")
        assert await store.create(channel, "g1", Change(people=[person]), over="", once="new") is Outcome.DONE
        with pytest.raises(StoreUnavailable, match="sadd"):
            await store.games_of(person)
        client.execute_command("ACL", "SETUSER", "default", "+sadd")
    assert list(await store.games_of(person)) == [channel]
    assert [each async for each in store.channels(channel.platform)] == [channel]


async def test_a_wrong_password_is_told_at_once(
    start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """No waiting, one sentence, and the password is not in it."""
    server = start_server(requirepass="right")
    async with asyncio.timeout(60):
        with pytest.raises(StartError) as caught:
            await open_store(f"redis://:secret@127.0.0.1:{server.port}", tmp_path, patience=600)
    assert "password" in str(caught.value)
    assert "secret" not in str(caught.value)
    store = await open_store(f"redis://:right@127.0.0.1:{server.port}/0", tmp_path)
    assert store.describe() == f"redis://127.0.0.1:{server.port}/0"
    await store.close()
