"""A cluster of three primaries with replicas: games go on while parts of it fail, and no move is lost."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.finding import Grade
from bot.operations.doctor import examine
from bot.people import Channel, Person
from bot.request import Request
from bot.settings import Settings
from bot.store import Change, Outcome, OutcomeUnknown, StoreUnavailable, keys, open_store
from bot.store.keys import ChannelKeys
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from tests.bot.store.redis_cluster import RedisCluster, soon
from tests.bot.store.redis_server import RedisServer
from tests.bot.store.told import told
from tests.bot.table.club import Counter, Hands

Connect = Callable[..., RedisStore]

PATIENCE = 10.0
"""Seconds: a failover takes about two here, on a busy machine more."""


@pytest.fixture
def whole(cluster: RedisCluster) -> Iterator[RedisCluster]:
    """The cluster, which the test may damage."""
    yield cluster
    cluster.settle()


@pytest.fixture
async def store(connect: Connect, cluster: RedisCluster) -> RedisStore:
    """A store on it with much patience and a replica that must have each move."""
    return connect(f"{cluster.url}?wait_replicas=1", patience=PATIENCE)


def apart(cluster: RedisCluster, platform: str) -> list[Channel]:
    """A channel for each primary."""
    found: dict[int, Channel] = {}
    for number in range(1000):
        channel = Channel(platform, (str(number),))
        found.setdefault(cluster.primary_of(ChannelKeys(channel).current).port, channel)
    return list(found.values())


async def play(store: RedisStore, channel: Channel, done: asyncio.Event) -> list[str]:
    """Move until it is over, each move once; the moves that were told to be made."""
    told: list[str] = []
    number = 0
    while not done.is_set():
        number += 1
        move = f"{channel.place[-1]}-{number}"
        while True:
            try:
                game = await store.version(channel)
                assert game is not None
                outcome = await store.commit(channel, "g1", game[1], Change(append=[move]), once=move)
            except StoreUnavailable:
                await asyncio.sleep(0.05)
                continue
            if outcome is not Outcome.STALE:
                told.append(move)
                break
        await asyncio.sleep(0)
    return told


@pytest.mark.parametrize("how", ["killed", "asked to"])
async def test_moves_survive_a_failover(
    whole: RedisCluster, store: RedisStore, channel: Channel, how: str
) -> None:
    """While a primary dies, or hands over, people move: what they were told is there, in order, once."""
    channels = apart(whole, channel.platform)
    assert len(channels) == 3
    for each in channels:
        assert await store.create(each, "g1", Change(), over="", once="new") is Outcome.DONE
    done = asyncio.Event()
    playing = [asyncio.create_task(play(store, each, done)) for each in channels]
    key = ChannelKeys(channels[0]).current
    primary, replica = await asyncio.to_thread(whole.primary_of, key), whole.replica_of(key)
    await asyncio.sleep(0.2)
    if how == "killed":
        await asyncio.to_thread(primary.kill)
    else:
        with replica.client() as client:
            client.execute_command("CLUSTER", "FAILOVER")
    await asyncio.to_thread(_until_primary, replica)
    if how == "killed":
        # Until a replica is back no move can be promised.
        await asyncio.to_thread(primary.start)
    before = [await _version(store, each) for each in channels]
    async with asyncio.timeout(60):
        while any(
            [await _version(store, each) < then + 5 for each, then in zip(channels, before, strict=True)]
        ):
            await asyncio.sleep(0.05)
    done.set()
    for each, answers in zip(channels, await asyncio.gather(*playing), strict=True):
        game = await store.load(each)
        assert game is not None
        assert list(game.actions) == answers


async def test_the_other_parts_go_on(whole: RedisCluster, connect: Connect, channel: Channel) -> None:
    """While one primary hangs, whoever plays elsewhere does not wait, and the store says what is down."""
    for node in whole.nodes:
        with node.client() as client:
            client.config_set("cluster-require-full-coverage", "no")
            client.config_set("cluster-replica-no-failover", "yes")
    store = connect(whole.url, patience=1.0)
    channels = apart(whole, channel.platform)
    for each in channels:
        await store.create(each, "g1", Change(), over="", once="new")
    # The deadlines lie on one of them, too: that is the one which is lost.
    lost = whole.primary_of(keys.DEADLINES)
    hurt = next(each for each in channels if whole.primary_of(ChannelKeys(each).current) is lost)
    well = [each for each in channels if each != hurt]
    await asyncio.to_thread(lost.kill)
    with pytest.raises(StoreUnavailable):
        await store.commit(hurt, "g1", 1, Change(), once="tap")
    assert store.down
    for each in well:
        change = Change(append=["x"], deadlines={each: 7.0}, people=[f"{channel.platform}:1"])
        assert await store.commit(each, "g1", 1, change, once="tap") is Outcome.DONE
    for node in whole.nodes:
        if node is not lost:
            with node.client() as client:
                client.config_set("cluster-require-full-coverage", "yes")
                client.config_set("cluster-replica-no-failover", "no")
    async with asyncio.timeout(60):
        await store.back()
    # What could not be written with the moves is written when deadlines are claimed.
    patient = connect(whole.url, patience=PATIENCE)
    await patient.ready()
    assert set(well) <= set(await store.deadlines_due(8.0, platforms=(channel.platform,)))
    assert set(await store.games_of(f"{channel.platform}:1")) == set(well)


async def test_a_script_is_known_again_after_a_failover(
    cluster: RedisCluster, connect: Connect, channel: Channel
) -> None:
    """A node that has forgotten all scripts, as one that has just taken over, is told them anew."""
    store = connect(cluster.url)
    await store.create(channel, "g1", Change(), over="", once="new")
    with cluster.primary_of(ChannelKeys(channel).current).client() as client:
        client.script_flush()
    assert await store.commit(channel, "g1", 1, Change(), once="tap") is Outcome.DONE


async def test_a_slot_that_moves_takes_its_games_with_it(
    cluster: RedisCluster, connect: Connect, channel: Channel
) -> None:
    """ASK and MOVED are followed, in the middle of a migration and after it."""
    store = connect(cluster.url)
    await store.create(channel, "g1", Change(append=["a"]), over="", once="new")
    key = ChannelKeys(channel).current
    source = cluster.primary_of(key)
    target = next(
        node
        for node in cluster.nodes
        if node is not source and cluster.primary_of(_key_of(cluster, node)) is node
    )
    with source.client() as old, target.client() as new:
        slot = old.execute_command("CLUSTER", "KEYSLOT", key)
        ids = [client.execute_command("CLUSTER", "MYID") for client in (old, new)]
        for there, back in ((False, True), (True, False)):
            giver, taker = (new, old) if there else (old, new)
            here, away = (ids[1], ids[0]) if there else (ids[0], ids[1])
            taker.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", here)
            giver.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", away)
            names = giver.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100)
            port = source.port if there else target.port
            giver.execute_command("MIGRATE", "127.0.0.1", port, "", 0, 5000, "KEYS", *names)
            version = await _version(store, channel)
            assert await store._link.batch([("GET", key), ("EXISTS", key)], atomic=True) == [b"g1", 1]
            # Of several keys, some of which there are none, no node knows now: the move waits for the end.
            moving = asyncio.create_task(
                store.commit(channel, "g1", version, Change(append=["b"]), once=str(back))
            )
            await asyncio.sleep(0.2)
            assert not moving.done()
            for node in cluster.nodes:
                with node.client() as client:
                    if client.info("replication")["role"] == "master":
                        client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", away)
            assert await moving is Outcome.DONE
            version = await _version(store, channel)
            assert (
                await store.commit(channel, "g1", version, Change(append=["c"]), once=f"{back} 2")
                is Outcome.DONE
            )
    game = await store.load(channel)
    assert game is not None
    assert game.actions == ("a", "b", "c", "b", "c")


async def test_too_few_replicas_make_a_move_unsure(
    whole: RedisCluster, connect: Connect, channel: Channel
) -> None:
    """With wait_replicas a move that no replica has told to have may be lost, and is not told to be made."""
    store = connect(f"{whole.url}?wait_replicas=2", patience=1.0)
    with pytest.raises(OutcomeUnknown, match="only 1 of 2 replicas"):
        await store.create(channel, "g1", Change(), over="", once="new")
    assert not store.down
    enough = connect(f"{whole.url}?wait_replicas=1")
    assert await enough.version(channel) == ("g1", 1)
    assert await enough.commit(channel, "g1", 1, Change(), once="tap") is Outcome.DONE


async def test_whoever_dies_between_two_slots_is_followed(
    cluster: RedisCluster, connect: Connect, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A channel on its way to its new slot arrives at the next start, wherever the move was cut off."""
    store = connect(cluster.url)
    new = Channel(channel.platform, ("9", "9"))
    await store.create(channel, "g1", Change(people=[f"{channel.platform}:1"]), over="", once="new")
    for cut in ("_arrive", "_tell"):

        async def die(*_: object) -> None:
            raise StoreUnavailable("cut off")

        with monkeypatch.context() as patch:
            patch.setattr(store._mover, cut, die)
            with pytest.raises(StoreUnavailable, match="cut off"):
                await store.rename_channel(channel, new)
        assert await store.version(channel) is None
        await store.rebuild_indexes()
        assert await store.version(new) == ("g1", 1)
        assert list(await store.games_of(f"{channel.platform}:1")) == [new]
        assert not await store._link.scan(f"bastide:{{{channel}}}:*")
        assert await store.commit(new, "g1", 1, Change(), once="new") is Outcome.REPEATED
        channel, new = new, channel


async def test_a_game_on_its_way_turns_back_where_its_place_is_taken(
    cluster: RedisCluster, connect: Connect, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has begun a game in the new place meanwhile: both games stay where they are."""
    store = connect(cluster.url)
    new = Channel(channel.platform, ("9", "9"))
    await store.create(channel, "g1", Change(), over="", once="new")
    bring = store._mover._bring

    async def late(*arguments: object) -> bool:
        await store.create(new, "g2", Change(), over="", once="new")
        return await bring(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(store._mover, "_bring", late)
    await store.rename_channel(channel, new)
    assert await store.version(channel) == ("g1", 1)
    assert await store.version(new) == ("g2", 1)
    assert not await store._link.scan(f"bastide:{{{channel}}}:mov*")


async def test_a_game_is_played_and_its_player_forgotten(
    cluster: RedisCluster, tmp_path: Path, channel: Channel
) -> None:
    """The table does on a cluster what it does elsewhere; of whom is forgotten no node has a key."""
    store = await open_store(cluster.url, tmp_path)
    table = Table(store, Hands(), Counter())
    people = [Person("discord", f"{number}{id(channel)}", f"P{number}") for number in (1, 2)]
    room = Channel("discord", (str(id(channel)), "2"))
    for who, command in ((0, "new order=joined"), (1, "join"), (0, "start"), (0, "place 1"), (0, "pass")):
        reply = await table.handle(Request(room, people[who], command, f"{who} {command}"))
        assert reply.scene is not None
    assert room in await store.games_of(people[0].key)
    await store.person_set(people[0].key, {"language": "pl"})
    await table.handle(Request(room, people[0], "forget me yes", "last"))
    await store.forget(people[0].key)
    assert not await store._link.scan(f"*{people[0].key}*")
    await store.close()


async def test_a_plain_address_of_a_node_leads_to_all_of_them(
    cluster: RedisCluster, tmp_path: Path, channel: Channel
) -> None:
    """Also of a replica. A database that a cluster has not is told."""
    for node in (cluster.nodes[0], cluster.nodes[-1]):
        store = await open_store(node.url, tmp_path)
        for each in apart(cluster, channel.platform):
            await store.ready()
            assert await store.load(each) is None
        assert store.describe().startswith("redis+cluster://")
        await store.close()


async def test_a_server_that_is_no_cluster_is_told(shared_server: RedisServer, tmp_path: Path) -> None:
    """One sentence says how its address has to begin."""
    text = await told(f"redis+cluster://127.0.0.1:{shared_server.port}", tmp_path)
    assert "It is no cluster: let REDIS_URL begin with redis://" in text


async def test_the_doctor_tells_of_each_node(cluster: RedisCluster, tmp_path: Path) -> None:
    """How many there are, and which of them could lose games, replicas included."""
    replica = cluster.nodes[-1]
    with replica.client() as client:
        client.config_set("appendfsync", "everysec")
        found = [
            finding
            async for finding in examine(Settings(redis_url=SecretStr(cluster.url), data=tmp_path))
            if finding.part == "store"
        ]
        client.config_set("appendfsync", "always")
    told = {finding.text: finding.grade for finding in found}
    assert told["a cluster, primaries: 3, replicas: 3."] is Grade.OK
    risks = [text for text, grade in told.items() if grade is Grade.NOTE]
    assert len(risks) == 2
    assert f"(127.0.0.1:{replica.port}) has appendfsync everysec" in risks[0]
    assert "?wait_replicas=1" in risks[1]


async def _version(store: RedisStore, channel: Channel) -> int:
    while True:
        try:
            found = await store.version(channel)
        except StoreUnavailable:
            await asyncio.sleep(0.05)
        else:
            assert found is not None
            return found[1]


def _until_primary(node: RedisServer) -> None:
    def is_primary() -> bool:
        with node.client() as client:
            return bool(client.info("replication")["role"] == "master")

    soon(is_primary)


def _key_of(cluster: RedisCluster, node: RedisServer) -> str:
    return next((key for key in map(str, range(1000)) if cluster.primary_of(key) is node), "nobody's")
