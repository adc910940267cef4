"""A change without an answer: whether it may have been made is told, and never wrongly denied."""

import asyncio
import signal
from collections.abc import Awaitable, Callable

import pytest

from bot.people import Channel
from bot.store import Change, Outcome, OutcomeUnknown, StoreFull, StoreUnavailable
from bot.store.redis_store import RedisStore
from tests.bot.store.lossy_proxy import LossyProxy
from tests.bot.store.redis_server import RedisServer

Connect = Callable[..., RedisStore]
Act = Callable[[RedisStore, Channel], Awaitable[object]]

CHANGES: dict[str, Act] = {
    "create": lambda store, channel: store.create(channel, "g2", Change(), over="g1", once="tap"),
    "commit": lambda store, channel: store.commit(channel, "g1", 1, Change(append=["x"]), once="tap"),
    "amend": lambda store, channel: store.amend(channel, "g1", 1, Change(append=["x"])),
    "put aside": lambda store, channel: store.put_aside(channel, "g3", Change(), 100),
    "person": lambda store, channel: store.person_set(str(channel), {"a": "b"}),
    "notes": lambda store, channel: store.notes_set(str(channel), {"a": "b"}),
    "answers": lambda store, channel: store.answers.put("2030-01-01", str(channel), "text", "about"),
}
GAMES = {"create": "g2", "commit": "g1", "amend": "g1"}


async def all_of(store: RedisStore, channel: Channel) -> object:
    """What the changes could change."""
    return (
        await store.load(channel),
        await store.load_game(channel, "g3"),
        await store.person_get(str(channel)),
        await store.notes_get(str(channel)),
        (await store.answers.on("2030-01-01")).get(str(channel)),
    )


@pytest.mark.parametrize("kind", CHANGES)
async def test_a_change_whose_answer_stays_away_is_unknown_and_made(
    connect: Connect, proxy: LossyProxy, shared_server: RedisServer, channel: Channel, kind: str
) -> None:
    """The server does it and says so, but for longer than the patience nobody hears of it."""
    behind = connect(shared_server.url)
    await behind.create(channel, "g1", Change(), over="", once="new")
    before = await all_of(behind, channel)
    store = connect(proxy.url, patience=0.3)
    await store.ready()
    proxy.mute = True
    with pytest.raises(OutcomeUnknown, match="may have been made") as caught:
        await CHANGES[kind](store, channel)
    assert caught.value.game == GAMES.get(kind, "")
    assert await all_of(behind, channel) != before
    proxy.mute = False
    await store.back()
    if kind in {"create", "commit"}:
        assert await CHANGES[kind](store, channel) is Outcome.REPEATED


@pytest.mark.parametrize("kind", CHANGES)
async def test_without_a_connection_nothing_is_changed(
    connect: Connect, server: RedisServer, channel: Channel, kind: str
) -> None:
    """Nothing can have been sent, whether there was a connection before or not: that is certain."""
    known, fresh = (connect(server.url, patience=0.3) for _ in range(2))
    await known.create(channel, "g1", Change(), over="", once="new")
    before = await all_of(known, channel)
    await asyncio.to_thread(server.kill)
    for store in (known, fresh, known):
        with pytest.raises(StoreUnavailable) as caught:
            await CHANGES[kind](store, channel)
        assert type(caught.value) is StoreUnavailable
    await asyncio.to_thread(server.start)
    await known.back()
    assert await all_of(known, channel) == before


async def test_a_server_that_hangs_before_it_greets_has_got_nothing(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """A connection that was accepted and never answered on is none."""
    store = connect(server.url, patience=0.3)
    server.send(signal.SIGSTOP)
    with pytest.raises(StoreUnavailable) as caught:
        await store.create(channel, "g1", Change(), over="", once="new")
    assert type(caught.value) is StoreUnavailable
    server.send(signal.SIGCONT)
    await store.back()
    assert await store.load(channel) is None


async def test_whoever_waits_for_a_connection_has_sent_nothing(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """Of many who change something on a server that hangs, those with a connection cannot know."""
    store = connect(server.url, patience=2)
    await store.create(channel, "g1", Change(), over="", once="new")
    await asyncio.gather(*(store.ready() for _ in range(40)))
    server.send(signal.SIGSTOP)
    calls = [store.commit(channel, "g1", 1, Change(), once=f"tap {number}") for number in range(40)]
    errors = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(error) for error in errors} == {StoreUnavailable, OutcomeUnknown}
    server.send(signal.SIGCONT)
    await store.back()
    # What hung is carried out late, one of them, and none of those who were told that nothing was changed.
    await until_version(store, channel, 2)
    sure = [number for number, error in enumerate(errors) if type(error) is StoreUnavailable]
    for number in sure:
        assert await store.commit(channel, "g1", 1, Change(), once=f"tap {number}") is Outcome.STALE


async def until_version(store: RedisStore, channel: Channel, version: int) -> None:
    """Wait until the game has a version."""
    async with asyncio.timeout(60):
        while await store.version(channel) != ("g1", version):
            await asyncio.sleep(0.01)


REFUSALS = {
    "full": ("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
    "lonely": ("CONFIG SET min-replicas-to-write 1", "CONFIG SET min-replicas-to-write 0"),
    "forbidden": ("ACL SETUSER default -@write -@scripting", "ACL SETUSER default +@all"),
    "read-only": ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
    "cut off": ("CONFIG SET replica-serve-stale-data no", "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
}


async def refused(change: Act, store: RedisStore, channel: Channel) -> Exception:
    """How a change is refused.

    On a busy machine its patience may be over between an attempt and the answer to that; then nobody knows.
    """
    async with asyncio.timeout(60):
        while True:
            with pytest.raises(StoreUnavailable) as caught:
                await change(store, channel)
            if not isinstance(caught.value, OutcomeUnknown):
                return caught.value


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("state", REFUSALS)
async def test_what_a_server_refuses_is_not_changed(
    connect: Connect, server: RedisServer, channel: Channel, state: str, kind: str
) -> None:
    """A full, lonely, read-only or cut-off server has answered: that is certain too, and it is not down."""
    store = connect(server.url, patience=1.0)
    await store.create(channel, "g1", Change(), over="", once="new")
    before = await all_of(store, channel)
    *refuse, accept = REFUSALS[state]
    with server.client() as client:
        for command in refuse:
            client.execute_command(*command.split())
        told = await refused(CHANGES[kind], store, channel)
        client.execute_command(*accept.split())
    assert type(told) is (StoreFull if state == "full" else StoreUnavailable)
    assert not store.down
    assert await all_of(store, channel) == before


async def test_a_refusal_after_a_lost_answer_proves_nothing(
    connect: Connect, server: RedisServer, channel: Channel
) -> None:
    """The first attempt was carried out, the second is refused: the change must not be denied."""
    lossy = LossyProxy(server.port)
    await lossy.start()
    store = connect(lossy.url, patience=5)
    await store.create(channel, "g1", Change(), over="", once="new")
    with server.client() as client:
        lossy.lose_answer_to = b"the tap"
        lossy.when_lost = lambda: client.execute_command("ACL", "SETUSER", "default", "-evalsha")
        with pytest.raises(OutcomeUnknown, match="evalsha"):
            await store.commit(channel, "g1", 1, Change(append=["x"]), once="the tap")
    assert not store.down
    assert await store.version(channel) == ("g1", 2)
    await lossy.stop()
