"""What ends by itself, and what stays."""

import pytest

from bot.people import Channel
from bot.store import Change, Outcome
from bot.store.keys import ChannelKeys, person
from bot.store.redis_store import RedisStore

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def ttl(store: RedisStore, key: str) -> int:
    """Seconds that a key has left; -1 for good."""
    return int(await store._link.ask("TTL", key))


@pytest.mark.parametrize(("platform", "most"), [("web", 90 * 24 * 3600), ("telegram", -1), ("discord", -1)])
async def test_a_web_room_ends_when_nothing_happens_there(
    store: RedisStore, channel: Channel, platform: str, most: int
) -> None:
    """Each change lets it last anew, all of it to one moment; a chat's games stay."""
    place = Channel(platform, channel.place or (channel.platform,))
    names = ChannelKeys(place)
    await store.create(place, "old", Change(append=["a"]), over="", once="")
    await store.create(place, "g", Change(header={"a": "1"}, append=["a", "b"]), over="old", once="")
    kept = [names.current, names.archive, names.game("g"), names.actions("g"), names.undone("g")]
    if most > 0:
        for name in kept:
            await store._link.ask("EXPIRE", name, 5)
    assert await store.commit(place, "g", 1, Change(keep=1, append=["c"]), once="") is Outcome.DONE
    left = {await ttl(store, name) for name in kept}
    assert max(left) - min(left) <= 1
    assert most - 60 <= min(left) <= most
    assert (await ttl(store, names.game("old")) > 0) is (most > 0)


async def test_what_a_web_person_has_chosen_ends_with_the_cookie(store: RedisStore, channel: Channel) -> None:
    """People of a platform are known for good."""
    name = channel.platform
    for key, lasts in ((f"web:{name}", 400 * 24 * 3600), (f"telegram:{name}", -1)):
        await store.person_set(key, {"zone": "UTC"})
        assert lasts - 60 <= await ttl(store, person(key)) <= lasts
        await store.person_set(key, {"zone": None})


async def test_a_room_that_has_ended_is_a_free_one(
    store: RedisStore, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is found of it, nothing is damaged, and another game can begin."""
    place = Channel("web", (channel.platform,))
    monkeypatch.setattr("bot.store.keys.ENDS_OF_PLACES", {"web": -10})
    await store.create(place, "g", Change(append=["a"], people=["web:1"]), over="", once="")
    assert await store.load(place) is None
    assert await store.version(place) is None
    assert await store.load_game(place, "g") is None
    assert place not in await store.games_of("web:1")
    monkeypatch.undo()
    assert await store.create(place, "h", Change(), over="", once="") is Outcome.DONE
