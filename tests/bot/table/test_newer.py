"""What a newer program has stored is refused in one sentence, and neither mended nor written over."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.finding import Grade
from bot.operations.doctor import examine
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.settings import Settings
from bot.store import NewerGame, open_store
from bot.store.keys import ChannelKeys, person
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from tests.bot.store.redis_server import RedisServer

NEWER, OURS = Channel("web", ("newer",)), Channel("web", ("ours",))
ANN, BO = Person("web", "1", "Ann"), Person("web", "2", "Bo")
CHANGES = {
    "the game": ("_format", b"2"),
    "the game, beyond recognition": ("_format", b"2"),
    "what is shown": ("_shown", b'{"format": 2, "live": "elsewhere"}'),
    "the record": ("record", b'{"format": "bastide/2", "tiles": []}'),
    "the tiles": (
        "record",
        b'{"format": "bastide/1", "edition": 3, "players": ["Ann", "Bo"], "seed": "5eed", "actions": []}',
    ),
}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RedisServer]:
    """A server that both programs use."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def store(server: RedisServer, tmp_path: Path) -> AsyncIterator[RedisStore]:
    """The older program's store."""
    store = await open_store(server.url, tmp_path)
    yield store
    await store.close()


async def say(store: RedisStore, room: Channel, who: Person, command: str) -> Reply:
    """What the older program answers."""
    return await Table(store, SystemClock()).handle(Request(room, who, command, ""))


async def begin(store: RedisStore, room: Channel) -> str:
    """Let a game begin; returns its id."""
    for who, command in ((ANN, "new order=joined"), (BO, "join"), (ANN, "start")):
        assert (await say(store, room, who, command)).refusal is None
    stored = await store.load(room)
    assert stored is not None
    return stored.game


@pytest.mark.parametrize("kind", CHANGES)
async def test_a_newer_game_is_refused_and_left_as_it_is(
    store: RedisStore, server: RedisServer, kind: str
) -> None:
    """Whatever of it is in a newer format; other games go on, and no repair touches it."""
    game = await begin(store, NEWER)
    await begin(store, OURS)
    field, value = CHANGES[kind]
    names = ChannelKeys(NEWER)
    with server.client() as client:
        client.hset(names.game(game), field, value)
        if "beyond" in kind:
            client.hdel(names.game(game), "status", "_length")
            client.delete(names.actions(game))
        before = client.hgetall(names.game(game)), client.dump(names.actions(game))
        for command in ("board", "place 1", "new", "end yes", "rescue skip", "join"):
            refusal = (await say(store, NEWER, ANN, command)).refusal
            assert refusal is not None
            assert refusal.key == "refusal.newer_game", command
        help_ = (await say(store, NEWER, ANN, "help")).answer
        assert help_ is not None
        settings = Settings(REDIS_URL=server.url, _env_file=None)
        for repair in (False, True):
            bad = [f async for f in examine(settings, repair=repair) if f.part == f"game {NEWER} {game}"]
            assert [finding.grade for finding in bad] == [Grade.BAD]
            assert "was written by a newer Bastide: update this one; it is left as it is" in bad[0].text
        table = Table(store, SystemClock())
        assert [place async for place, _ in table.pending("web") if place == NEWER] == []
        await table.catch_up()
        assert (client.hgetall(names.game(game)), client.dump(names.actions(game))) == before
        assert (await say(store, OURS, BO, "forget me yes")).answer is not None
        assert client.hget(names.game(game), field) == value
    with pytest.raises(NewerGame):
        await table.face(NEWER)
    assert (await say(store, OURS, ANN, "board")).refusal is None


async def test_games_name_their_format_and_need_not(store: RedisStore, server: RedisServer) -> None:
    """Games that were stored before formats were noted are of the first."""
    game = await begin(store, OURS)
    with server.client() as client:
        assert client.hget(ChannelKeys(OURS).game(game), "_format") == b"1"
        client.hdel(ChannelKeys(OURS).game(game), "_format")
    assert (await say(store, OURS, ANN, "board")).refusal is None


async def test_newer_settings_are_kept(store: RedisStore, server: RedisServer) -> None:
    """They are read as far as they can be, and not changed."""
    with server.client() as client:
        client.hset(person(ANN.key), mapping={"format": "2", "confirm": "on", "earlier": "otherwise"})
        before = client.dump(person(ANN.key))
        refusal = (await say(store, OURS, ANN, "settings me zone=Europe/Prague")).refusal
        assert refusal is not None
        assert refusal.key == "refusal.newer_settings"
        assert (await say(store, OURS, ANN, "settings me")).refusal is None
        assert client.dump(person(ANN.key)) == before


async def test_a_newer_appointment_is_kept(store: RedisStore, server: RedisServer) -> None:
    """One that cannot be read is not called off."""
    await begin(store, OURS)
    assert (await say(store, OURS, ANN, "daily 18:00")).refusal is None
    with server.client() as client:
        key = "bastide:notes:appointments"
        assert client.hexists(key, str(OURS))
        client.hset(key, str(OURS), '{"format": 2}')
        client.zadd("bastide:deadlines", dict.fromkeys(client.zrange("bastide:deadlines", 0, -1), 1))
        table = Table(store, SystemClock())
        for channel in await table.claim({"web"}):
            await table.due(channel)
        assert client.hget(key, str(OURS)) == b'{"format": 2}'
        assert client.zcount("bastide:deadlines", 0, 1) == 0
