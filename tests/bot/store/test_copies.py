"""Copies of a whole store: everything comes back as it was, and no game in them is torn."""

import asyncio
import gzip
import io
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis import Redis

from bot.errors import StartError
from bot.people import Channel
from bot.store import Change, Outcome, open_store
from bot.store.connection.link import Link
from bot.store.copies.contents import EVERYTHING, pieces, restore
from bot.store.copies.file import BadCopy, CopyFile, Entry, Head, Sum, is_copied, opened, write_copy
from bot.store.keys import RESTORING, ChannelKeys
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_cluster import RedisCluster
from tests.bot.store.redis_server import RedisServer

HEAD = Head("1.2.3", "2030-01-01T12:00:00Z", "redis://elsewhere")
HERE, THERE = Channel("telegram", ("7",)), Channel("telegram", ("-1007",))

raw = st.binary(min_size=1, max_size=6) | st.text(alphabet="ab:{}\n\0 ü🐑", min_size=1, max_size=4).map(
    str.encode
)
names = st.one_of(
    raw.map(lambda name: b"bastide:person:" + name),
    raw.map(lambda name: b"bastide:{discord:1:2}:" + name),
    raw.map(lambda name: b"bastide:{discord:1:2}:game:" + name),
    raw.map(lambda name: b"bastide:{quota}:" + name),
    st.sampled_from([b"bastide:{results}:all", b"bastide:{results}:of:x", b"bastide:deadlines", b"bastide:"]),
)
scores = st.floats(allow_nan=False).map(repr).map(str.encode)
values = st.one_of(
    st.tuples(st.just("string"), st.tuples(st.binary(max_size=9))),
    st.tuples(st.sampled_from(["list", "set"]), st.lists(raw, min_size=1, max_size=4).map(tuple)),
    st.tuples(st.just("hash"), st.dictionaries(raw, st.binary(max_size=5), min_size=1, max_size=3)),
    st.tuples(st.just("zset"), st.dictionaries(raw, scores, min_size=1, max_size=3)),
)


@asynccontextmanager
async def linked(url: str) -> AsyncIterator[Link]:
    """A link for a while."""
    link = Link.to(url)
    try:
        yield link
    finally:
        await link.close()


async def copied(url: str, path: Path) -> Sum:
    """Copy a store into a file."""
    async with linked(url) as link:
        return await write_copy(path, HEAD, pieces(link))


async def put_back(url: str, path: Path, *, replace: bool = False) -> None:
    """Check a copy and put it back."""
    with opened(path) as copy:
        copy.check()
        async with linked(url) as link:
            await restore(link, copy.pieces(), replace=replace, alone=False)


def contents(client: Any) -> dict[bytes, tuple[object, int]]:
    """Everything, by key: the value, and when the key ends."""
    reading: dict[bytes, Callable[[bytes], object]] = {
        b"string": client.get,
        b"list": lambda key: client.lrange(key, 0, -1),
        b"set": client.smembers,
        b"hash": client.hgetall,
        b"zset": lambda key: client.zrange(key, 0, -1, withscores=True),
    }
    return {key: (reading[client.type(key)](key), client.pexpiretime(key)) for key in client.keys("*")}


def put(client: Redis, key: bytes, kind: str, value: object, until: int | None) -> None:
    """Write one key with plain commands."""
    command: Callable[..., object] = client.execute_command
    if kind == "string":
        assert isinstance(value, tuple)
        client.set(key, value[0])
    elif kind in {"list", "set"}:
        assert isinstance(value, tuple)
        command({"list": "RPUSH", "set": "SADD"}[kind], key, *value)
    elif kind == "hash":
        assert isinstance(value, dict)
        command("HSET", key, *(part for pair in value.items() for part in pair))
    else:
        assert isinstance(value, dict)
        command("ZADD", key, *(part for member, score in value.items() for part in (score, member)))
    if until is not None:
        client.pexpireat(key, until)


@given(
    held=st.dictionaries(names, st.tuples(values, st.none() | st.integers(10**6, 10**9)), max_size=8),
    packed=st.booleans(),
)
@settings(max_examples=25)
def test_whatever_a_store_holds_comes_back_as_it_was(
    shared_copies: tuple[Redis, Redis, str, str, Path],
    held: dict[bytes, tuple[tuple[str, object], int | None]],
    packed: bool,
) -> None:
    """Every kind of key, bytes that are no text, numbers of every size, and when a key ends."""
    source, target, here, there, folder = shared_copies
    source.flushdb()
    target.flushdb()
    now = int(time.time() * 1000)
    for key, ((kind, value), lasts) in held.items():
        put(source, key, kind, value, None if lasts is None else now + lasts)
    path = folder / ("copy.gz" if packed else "copy")
    total = asyncio.run(copied(here, path))
    assert total.keys == len(held)
    asyncio.run(put_back(there, path, replace=True))
    assert contents(target) == contents(source)
    assert (path.read_bytes()[:2] == b"\x1f\x8b") is packed


@pytest.fixture(scope="module")
def shared_copies(
    shared_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Redis, Redis, str, str, Path]:
    """Two databases that nobody else uses, their addresses, and a folder."""
    url = shared_server.url.removesuffix("/0")
    return (
        Redis(port=shared_server.port, db=8),
        Redis(port=shared_server.port, db=9),
        f"{url}/8",
        f"{url}/9",
        tmp_path_factory.mktemp("copies"),
    )


async def a_store(url: str, path: Path, game: str = "g1") -> RedisStore:
    """A store with one game."""
    store = await open_store(url, path)
    await store.create(
        HERE, game, Change(header={"a": "1"}, append=["draw"], people=["telegram:1"]), over="", once=""
    )
    return store


async def test_an_older_server_is_asked_what_is_left(server: RedisServer, tmp_path: Path) -> None:
    """Redis 6.2 tells no more: a key of an hour lasts that long in the copy, and one for good for good."""
    ends = int(time.time()) + 3600
    with server.client() as client:
        client.set("bastide:person:a", "1", exat=ends)
        client.set("bastide:person:b", "1")
        client.execute_command("ACL", "SETUSER", "default", "-pexpiretime")
    await copied(server.url, tmp_path / "copy")
    with opened(tmp_path / "copy") as copy:
        found = {entry.key: entry.until for piece in copy.pieces() for entry in piece}
    assert found.pop(b"bastide:person:b") is None
    until = found.pop(b"bastide:person:a")
    assert until is not None
    # What is left and the time of day are told one after the other.
    assert ends - 60 <= until / 1000 <= ends + 60
    assert not found


async def test_what_is_about_the_bot_that_runs_is_left_out(server: RedisServer, tmp_path: Path) -> None:
    """Leases, workers and probes would tell of a bot that does not run; indexes are made anew."""
    store = await a_store(server.url, tmp_path)
    with server.client() as client:
        for name in ("lease:discord", "workers", "probe:x", "person:telegram:1"):
            client.set(f"bastide:{name}", "1")
        client.set("another program's", "1")
        await copied(server.url, tmp_path / "copy")
        await store.close()
        client.flushall()
        await put_back(server.url, tmp_path / "copy")
        left = {key.decode() for key in client.keys("*") if b"}:once:" not in key}
    names = ChannelKeys(HERE)
    assert left == {names.current, names.game("g1"), names.actions("g1"), "bastide:person:telegram:1"}
    store = await open_store(server.url, tmp_path)
    assert list(await store.games_of("telegram:1")) == [HERE]
    assert await store.commit(HERE, "g1", 1, Change(append=["place"]), once="") is Outcome.DONE
    await store.close()


@pytest.mark.parametrize("when", ["listed", "read"])
async def test_a_place_that_moves_meanwhile_is_in_the_copy_once(
    server: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Whether its old name has been read by then or not: it has its game under the new one."""
    store = await a_store(server.url, tmp_path)
    scan, scans = Link.scan, 0

    async def scan_and_move(link: Link, pattern: str) -> set[bytes]:
        nonlocal scans
        if pattern != EVERYTHING:
            return await scan(link, pattern)
        scans += 1
        found = await scan(link, pattern) if when == "listed" else set()
        if scans == (2 if when == "read" else 1):
            await store.rename_channel(HERE, THERE)
        return found or await scan(link, pattern)

    monkeypatch.setattr(Link, "scan", scan_and_move)
    total = await copied(server.url, tmp_path / "copy")
    monkeypatch.undo()
    assert (total.places, total.games) == (1, 1)
    await store.close()
    with server.client() as client:
        client.flushall()
    await put_back(server.url, tmp_path / "copy")
    store = await open_store(server.url, tmp_path)
    assert await store.load(HERE) is None
    game = await store.load(THERE)
    assert game is not None
    assert (game.game, game.actions) == ("g1", ("draw",))
    await store.close()


async def test_a_game_that_begins_while_its_place_is_read_is_whole(
    server: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names were listed before: the new game is looked for, and the one before it is in the archive."""
    store = await a_store(server.url, tmp_path)
    scan, begun = Link.scan, False

    async def scan_and_begin(link: Link, pattern: str) -> set[bytes]:
        nonlocal begun
        found = await scan(link, pattern)
        if not begun:
            begun = True
            await store.create(HERE, "g2", Change(append=["draw", "place"]), over="g1", once="")
        return found

    monkeypatch.setattr(Link, "scan", scan_and_begin)
    assert (await copied(server.url, tmp_path / "copy")).games == 2
    monkeypatch.undo()
    await store.close()
    await put_back(server.url, tmp_path / "copy", replace=True)
    store = await open_store(server.url, tmp_path)
    assert list(await store.archive(HERE)) == ["g1"]
    game = await store.load(HERE)
    assert game is not None
    assert (game.game, game.actions) == ("g2", ("draw", "place"))
    await store.close()


async def test_a_copy_that_is_cut_or_damaged_anywhere_changes_nothing(
    server: RedisServer, tmp_path: Path
) -> None:
    """Wherever it ends and whichever byte is another one: one sentence, before a store is asked anything."""
    store = await a_store(server.url, tmp_path)
    await store.close()
    for name in ("copy", "copy.gz"):
        path = tmp_path / name
        await copied(server.url, path)
        whole = path.read_bytes()
        spoiled = [whole[:end] for end in range(len(whole))]
        spoiled += [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(len(whole))]
        harmless = set(range(3, 10)) if name == "copy.gz" else set()
        for number, content in enumerate(spoiled):
            # Flags, moment and kind of system in gzip's own head say nothing about what is in it.
            if number - len(whole) in harmless:
                continue
            with pytest.raises(BadCopy, match=r"cut|damaged|no copy|newer"):
                CopyFile(io.BytesIO(content), "copy").check()
        with pytest.raises(BadCopy):
            CopyFile(io.BytesIO(whole + whole), "copy").check()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"file": "bastide copy", "format": 2}, "newer Bastide: update"),
        ({"format": "bastide/1"}, "no copy of a store"),
        ([], "no copy of a store"),
    ],
)
async def test_other_files_are_told_from_copies(tmp_path: Path, line: object, said: str) -> None:
    """A game's own file is none, and one of a later format is not guessed at."""
    path = tmp_path / "copy"
    path.write_text(json.dumps(line) + "\n")
    with opened(path) as copy, pytest.raises(BadCopy, match=said):
        copy.check()


async def test_games_of_a_newer_program_are_not_put_back(server: RedisServer, tmp_path: Path) -> None:
    """An older one would refuse to play them, after the store had been emptied for them."""
    store = await a_store(server.url, tmp_path)
    await store.close()
    with server.client() as client:
        client.hset(ChannelKeys(HERE).game("g1"), "_format", "99")
    await copied(server.url, tmp_path / "copy")
    with pytest.raises(BadCopy, match="newer Bastide"):
        await put_back(server.url, tmp_path / "copy")


async def test_games_that_are_there_are_kept_unless_it_is_said(server: RedisServer, tmp_path: Path) -> None:
    """The sentence says how many would be lost; with ``replace`` nothing of them is left."""
    store = await a_store(server.url, tmp_path)
    await copied(server.url, tmp_path / "copy")
    await store.create(HERE, "g2", Change(), over="g1", once="")
    await store.person_set("telegram:9", {"zone": "Europe/Warsaw"})
    await store.close()
    with server.client() as client:
        before = contents(client)
        with pytest.raises(StartError, match=r"holds games \(2 in 1 places\).*--replace"):
            await put_back(server.url, tmp_path / "copy")
        assert contents(client) == before
        await put_back(server.url, tmp_path / "copy", replace=True)
        assert {key for key in client.keys("*") if b"g2" in key or b"person" in key} == set()


@pytest.mark.parametrize("sign", ["lease", "worker", "connection"])
async def test_nothing_is_put_back_under_a_running_bot(
    server: RedisServer, tmp_path: Path, sign: str
) -> None:
    """A lease, an entry among the workers or a connection is enough; an entry that has ended is none."""
    path = tmp_path / "copy"
    async with linked(server.url) as link:
        if sign == "connection":
            await link.ask("PING")
        with server.client() as client:
            client.zadd("bastide:workers", {"gone": 5})
            if sign == "lease":
                client.set("bastide:lease:telegram:1", "x")
            if sign == "worker":
                client.zadd("bastide:workers", {"here": time.time() + 60})
            if sign != "connection":
                await link.close()
            await write_copy(path, HEAD, nothing())
            with pytest.raises(StartError, match="A bot uses the store"):
                await put_back(server.url, path, replace=True)
            assert not client.exists(RESTORING)
            await link.close()
            client.flushall()
        await put_back(server.url, path)


async def nothing() -> AsyncIterator[tuple[Entry, ...]]:
    """No pieces."""
    for piece in list[tuple[Entry, ...]]():
        yield piece


async def test_a_part_of_a_copy_is_served_to_nobody(server: RedisServer, tmp_path: Path) -> None:
    """A store that becomes full in the middle: no bot starts, and repeating ends it."""
    path = tmp_path / "copy.gz"
    store = await a_store(server.url, tmp_path)
    for number in range(20):
        await store.person_set(f"telegram:{number}", {"zone": str(number) * 100_000})
    await copied(server.url, path)
    await store.close()
    with server.client() as client:
        wanted = contents(client)
        client.flushall()
        client.config_set("maxmemory", client.info("memory")["used_memory"] + 1_000_000)
        with pytest.raises(Exception, match="Its memory is full"):
            await put_back(server.url, path)
        assert 0 < len(client.keys("bastide:person:*")) < 20
        with pytest.raises(StartError, match=r"Only a part of a copy .* repeat python -m bot restore"):
            await open_store(server.url, tmp_path)
        client.config_set("maxmemory", 0)
        with pytest.raises(StartError, match="Only a part of a copy"):
            await open_store(server.url, tmp_path)
        await put_back(server.url, path)
        assert contents(client).keys() == {key for key in wanted if is_copied(key)}
    await (await open_store(server.url, tmp_path)).close()


async def test_a_copy_is_for_its_owner_and_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    """A failure in the middle leaves the copy that was there before, and nothing beside it."""
    path = tmp_path / "copy"
    await write_copy(path, HEAD, nothing())
    before = path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600

    async def failing() -> AsyncIterator[tuple[Entry, ...]]:
        yield (Entry(b"bastide:person:x", "string", (b"1",)),)
        raise StartError("away")

    with pytest.raises(StartError, match="away"):
        await write_copy(path, HEAD, failing())
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["copy"]
    with pytest.raises(StartError, match="cannot be written: No such file"):
        await write_copy(tmp_path / "nowhere" / "copy", HEAD, nothing())
    with pytest.raises(StartError, match="cannot be read: No such file"), opened(tmp_path / "none"):
        pass


def test_a_copy_can_be_read_by_people(tmp_path: Path) -> None:
    """The first line says what it is, every other is JSON."""
    asyncio.run(write_copy(tmp_path / "copy.gz", HEAD, nothing()))
    first, last = gzip.decompress((tmp_path / "copy.gz").read_bytes()).splitlines()
    assert json.loads(first) == {
        "file": "bastide copy", "format": 1, "version": "1.2.3", "when": "2030-01-01T12:00:00Z",
        "from": "redis://elsewhere",
    }  # fmt: skip
    assert json.loads(last)["pieces"] == 0


async def test_a_copy_leads_into_a_cluster_and_out_of_it(
    cluster: RedisCluster, server: RedisServer, tmp_path: Path
) -> None:
    """A store that has grown out of one server moves into a cluster, and could move back."""
    channels = [Channel("discord", ("1", str(number))) for number in range(9)]
    async with linked(server.url) as link:
        store = RedisStore(link)
        for channel in channels:
            await store.create(
                channel, "g1", Change(append=[str(channel)], people=["ann"]), over="", once="new"
            )
            await store.results.add(channel, "g1", "{}", when=1.0, people=["ann"])
    before = contents(server.client())
    await copied(server.url, tmp_path / "there")
    await put_back(cluster.url, tmp_path / "there", replace=True)
    await copied(cluster.url, tmp_path / "back")
    await put_back(server.url, tmp_path / "back", replace=True)
    kept = {key: value for key, (value, _) in before.items() if is_copied(key)}
    assert {key: value for key, (value, _) in contents(server.client()).items()} == kept
    assert len({cluster.primary_of(ChannelKeys(channel).current).port for channel in channels}) == 3
