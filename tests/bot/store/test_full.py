"""A store whose memory is full: looking, leaving, ending and forgetting go on, and it says what it needs."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.store import Change, Outcome, StoreFull, open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from tests.bot.store.redis_server import RedisServer

ROOM = Channel("web", ("friday",))
ANN, BO, CID = Person("web", "1", "Ann"), Person("web", "2", "Bo"), Person("web", "3", "Cid")


def full(server: RedisServer, memory: str = "1") -> None:
    """Let the server's memory be full, or, with "0", let it have all that there is."""
    with server.client() as client:
        client.config_set("maxmemory", memory)


@pytest.fixture
async def opened(server: RedisServer, tmp_path: Path) -> AsyncIterator[RedisStore]:
    """A store with room."""
    store = await open_store(server.url, tmp_path)
    yield store
    await store.close()


class Evening:
    """A game of three, on one store."""

    def __init__(self, store: RedisStore) -> None:
        self.store = store
        self.table = Table(store, SystemClock())

    async def say(self, who: Person, command: str) -> Reply:
        """Say something, whatever the answer."""
        return await self.table.handle(Request(ROOM, who, command, ""))

    async def begin(self) -> None:
        """Let the game begin."""
        for who, command in ((ANN, "new order=joined"), (BO, "join"), (CID, "join"), (ANN, "start")):
            reply = await self.say(who, command)
            assert reply.refusal is None, reply.refusal


async def test_a_full_store_is_looked_at_left_and_forgotten(server: RedisServer, opened: RedisStore) -> None:
    """Only what needs memory is refused, and that tells the cause."""
    evening = Evening(opened)
    await evening.begin()
    full(server)
    for command in ("place 1", "settings me confirm=on", "daily 18:00 Europe/Warsaw"):
        reply = await evening.say(ANN, command)
        assert reply.refusal is not None
        assert reply.refusal.key == "refusal.store_full", command
    for command in ("board", "game", "games", "export", "help", "rescue", "stats"):
        assert (await evening.say(ANN, command)).refusal is None, command
    reply = await evening.say(CID, "resign yes")
    assert reply.refusal is None
    reply = await evening.say(BO, "forget me yes")
    assert reply.answer is not None
    assert [line.key for line in reply.answer.lines] == ["forget.done"]
    stored = await opened.load(ROOM)
    assert stored is not None
    assert "Bo" not in "".join(stored.header.values())
    assert await opened.games_of(BO.key) == []
    full(server, "0")
    assert list(await opened.games_of(ANN.key)) in ([], [ROOM])


async def test_a_game_is_ended_in_a_full_store(server: RedisServer, opened: RedisStore) -> None:
    """Its end is kept, noted as shown, and the next game begins as soon as there is room."""
    evening = Evening(opened)
    await evening.begin()
    full(server)
    ended = await evening.say(ANN, "end yes")
    assert ended.refusal is None
    assert ended.scene is not None
    assert ended.shown is not None
    assert await evening.table.shown(
        ROOM,
        ended.scene.game,
        ended.scene.version,
        replace(ended.shown, revision=ended.shown.revision + 1),
        settled=True,
    )
    refused = await evening.say(ANN, "new")
    assert refused.refusal is not None
    assert refused.refusal.key == "refusal.store_full"
    full(server, "0")
    assert (await evening.say(ANN, "new")).refusal is None


async def test_a_lobby_is_left_in_a_full_store(server: RedisServer, opened: RedisStore) -> None:
    """Nobody is held in a game that has not begun."""
    evening = Evening(opened)
    await evening.say(ANN, "new")
    await evening.say(BO, "join")
    full(server)
    assert (await evening.say(BO, "leave")).refusal is None
    assert (await evening.say(CID, "join")).refusal is not None


async def test_a_full_store_opens_and_is_not_ready(
    server: RedisServer, opened: RedisStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It opens, says what is wrong, and is not ready until there is room; then its lists are right."""
    await opened.create(ROOM, "g1", Change(people=[ANN.key]), over="", once="new")
    with server.client() as client:
        client.delete(f"bastide:games:{ANN.key}")
    full(server)
    again = await open_store(server.url, tmp_path)
    assert "Its memory is full: give it more (maxmemory)" in caplog.text
    with pytest.raises(StoreFull, match="give it more"):
        await again.ready()
    assert await again.games_of(ANN.key) == []
    full(server, "0")
    await again.ready()
    assert list(await again.games_of(ANN.key)) == [ROOM]
    await again.close()


async def test_only_what_is_pressing_is_changed(server: RedisServer, opened: RedisStore) -> None:
    """A full store makes a pressing change whole, and any other not at all."""
    await opened.create(ROOM, "g1", Change(header={"a": "1"}, append=["draw"]), over="", once="new")
    full(server)
    change = Change(header={"a": "2", "b": "3"}, keep=0, append=["pass", "draw"], people=())
    with pytest.raises(StoreFull):
        await opened.commit(ROOM, "g1", 1, Change(header={"a": "2"}), once="tap")
    pressing = Change(change.header, change.keep, change.append, change.people, pressing=True)
    assert await opened.commit(ROOM, "g1", 1, pressing, once="tap") is Outcome.DONE
    assert await opened.commit(ROOM, "g1", 1, pressing, once="tap") is Outcome.REPEATED
    stored = await opened.load(ROOM)
    assert stored is not None
    assert (stored.version, stored.header, stored.actions) == (2, {"a": "2", "b": "3"}, ("pass", "draw"))
