"""A plain address that leads to a server in cluster mode, which refuses what touches two slots at once."""

from collections.abc import Callable
from pathlib import Path

from bot.people import Channel
from bot.store import Change, Outcome, open_store
from tests.bot.store.redis_server import RedisServer, free_port, until

CHANNELS = [
    Channel("discord", ("1", "2")),
    Channel("telegram", ("-100123", "7")),
    Channel("web", ("a {room} with }braces{",)),
]


async def test_every_change_of_a_channel_stays_in_its_slot(
    start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """Games are made, played, read, archived and listed in a cluster."""
    server = start_server(**{"cluster-enabled": "yes", "cluster-port": str(free_port())})
    with server.client() as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        await until(lambda: b"cluster_state:ok" in client.execute_command("CLUSTER", "INFO"))
    store = await open_store(server.url, tmp_path)
    for channel in CHANNELS:
        made = await store.create(channel, "g1", Change(people=["discord:1"]), over="", once="new")
        assert made is Outcome.DONE
        change = Change(header={"a": "b"}, keep=0, append=["draw"])
        assert await store.commit(channel, "g1", 1, change, once="tap") is Outcome.DONE
        assert await store.shown(channel, "g1", 2, "text", revision=1)
        made = await store.create(channel, "g2", Change(people=["discord:1"]), over="g1", once="again")
        assert made is Outcome.DONE
        old = await store.load_game(channel, "g1")
        assert old is not None
        assert (old.actions, old.posted) == (("draw",), 2)
        assert list(await store.archive(channel)) == ["g1"]
        await store.deadline_set(channel, 1.0)
    await store.person_set("discord:1", {"language": "pl", "mute": None})
    assert await store.rebuild_indexes() == 3
    assert sorted(map(str, await store.games_of("discord:1"))) == sorted(map(str, CHANNELS))
    assert len(await store.deadlines_due(2.0)) == 3
    moved = Channel("discord", ("1", "3"))
    await store.rename_channel(CHANNELS[0], moved)
    assert await store.version(moved) == ("g2", 1)
    await store.close()
