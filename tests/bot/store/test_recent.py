"""What is remembered of games that were read: only what is still true may be used, and it must be used."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.people import Channel
from bot.store import Change, Outcome, open_store
from bot.store.games import Recent
from bot.store.keys import ChannelKeys
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import RedisServer

ROOM = Channel("discord", ("1", "2"))
OTHER = Channel("discord", ("1", "3"))


@pytest.fixture
async def stores(tmp_path: Path) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """Two processes' stores on one server."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    one, two = await open_store(server.url, tmp_path), await open_store(server.url, tmp_path)
    yield one, two
    await one.close()
    await two.close()
    server.stop()


async def answers(store: RedisStore, channel: Channel) -> tuple[tuple[str, ...], Any]:
    """The game's actions as they are loaded, and what the server has sent in their place."""
    sent: list[Any] = []
    script = store._load_script

    async def heard(keys: Any, args: Any, reads: Any = ()) -> Any:
        sent.append(await script(keys, args, reads))
        return sent[-1]

    store._load_script = heard
    try:
        stored = await store.load(channel)
    finally:
        store._load_script = script
    assert stored is not None
    return stored.actions, sent[-1][2]


async def test_known_actions_are_not_sent_again(stores: tuple[RedisStore, RedisStore]) -> None:
    """Neither after a reading, nor after a change of one's own: appended, cut, or of the header alone."""
    store, _ = stores
    await store.create(ROOM, "g", Change(append=["draw", "place 0,1 0"]), over="", once="")
    assert await answers(store, ROOM) == (("draw", "place 0,1 0"), 2)
    changes = (Change(append=["pass"]), Change(header={"a": "b"}), Change(keep=1, append=["place 1,0 0"]))
    for version, change in enumerate(changes, 1):
        assert await store.commit(ROOM, "g", version, change, once="") is Outcome.DONE
    assert await answers(store, ROOM) == (("draw", "place 1,0 0"), 2)


async def test_what_others_have_done_is_read(stores: tuple[RedisStore, RedisStore]) -> None:
    """Another process's moves and undos, and whatever somebody has changed by hand under the same version."""
    store, other = stores
    await store.create(ROOM, "g", Change(append=["draw", "pass"]), over="", once="")
    await other.commit(ROOM, "g", 1, Change(keep=1, append=["abbey"]), once="")
    assert await answers(store, ROOM) == (("draw", "abbey"), [b"draw", b"abbey"])
    assert await answers(store, ROOM) == (("draw", "abbey"), 2)
    await store._link.ask("LSET", ChannelKeys(ROOM).actions("g"), 1, "pass")
    assert await answers(store, ROOM) == (("draw", "pass"), [b"draw", b"pass"])


async def test_a_change_of_an_older_game_than_is_known_is_not_guessed(
    stores: tuple[RedisStore, RedisStore],
) -> None:
    """A change follows actions that were never read here: they are read."""
    store, other = stores
    await store.create(ROOM, "g", Change(append=["draw"]), over="", once="")
    await other.commit(ROOM, "g", 1, Change(append=["pass"]), once="")
    await store.commit(ROOM, "g", 2, Change(append=["draw"]), once="")
    assert (await answers(store, ROOM))[0] == ("draw", "pass", "draw")


def test_no_more_is_remembered_than_is_allowed() -> None:
    """What was seen longest ago is forgotten."""
    recent = Recent(ids=1, actions=1)
    for channel in (ROOM, OTHER):
        recent.changed(channel, "g", 0, None, ["draw"])
    assert (recent.game(ROOM), recent.game(OTHER)) == (None, "g")
    assert (recent.actions(ROOM, "g").actions, recent.actions(OTHER, "g").actions) == ((), ("draw",))
