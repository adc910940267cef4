"""Games beyond the current ones: amended, put aside, undone, listed; and everything about one person."""

import pytest

from bot.people import Channel
from bot.store import Change, Outcome, Store, keys
from bot.store.keys import ChannelKeys
from bot.store.protocol import Cut, StoredGame
from bot.store.redis_store import RedisStore
from tests.bot.store.test_contract import new_game

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_earlier_game_can_be_amended(store: Store, channel: Channel, person: str) -> None:
    """An amendment changes the game that it names, and neither what is current nor who is listed."""
    await new_game(store, channel, "old", header={"name": "Ann"}, append=["x"])
    await new_game(store, channel, "new", over="old", people=[person])
    change = Change(header={"name": "#1"}, people=())
    assert await store.amend(channel, "old", 1, change) is Outcome.DONE
    assert await store.load_game(channel, "old") == StoredGame("old", 2, {"name": "#1"}, ("x",))
    assert await store.version(channel) == ("new", 1)
    assert await store.archive(channel) == ["old"]
    assert await store.games_of(person) == [channel]


async def test_an_amendment_needs_the_version_that_it_saw(store: Store, channel: Channel) -> None:
    """The current game can be amended too, but never over somebody else's change."""
    await new_game(store, channel)
    assert await store.amend(channel, "g1", 2, Change(header={"a": "1"})) is Outcome.STALE
    assert await store.amend(channel, "g1", 1, Change(header={"a": "1"})) is Outcome.DONE
    assert await store.commit(channel, "g1", 1, Change(), once="") is Outcome.STALE
    assert await store.commit(channel, "g1", 2, Change(), once="") is Outcome.DONE


async def test_what_is_cut_away_is_remembered(store: Store, channel: Channel) -> None:
    """Each change that keeps fewer actions notes what went; others note nothing."""
    await new_game(store, channel, append=["a", "b b", "c"])
    await store.commit(channel, "g1", 1, Change(keep=1, append=["d"]), once="")
    await store.commit(channel, "g1", 2, Change(append=["e"]), once="")
    await store.commit(channel, "g1", 3, Change(keep=9), once="")
    await store.commit(channel, "g1", 4, Change(keep=0), once="")
    assert await store.undone(channel, "g1") == [Cut(1, 1, ("b b", "c")), Cut(4, 0, ("a", "d", "e"))]
    assert await store.undone(channel, "g2") == []


async def test_only_the_latest_cuts_are_kept(store: Store, channel: Channel) -> None:
    """Undoing again and again does not fill the store."""
    await new_game(store, channel)
    for number in range(25):
        await store.commit(channel, "g1", 2 * number + 1, Change(append=[f"{number}"]), once="")
        await store.commit(channel, "g1", 2 * number + 2, Change(keep=0), once="")
    assert [cut.actions for cut in await store.undone(channel, "g1")] == [(f"{n}",) for n in range(5, 25)]


async def test_a_game_can_be_put_aside_for_a_while(store: RedisStore, channel: Channel) -> None:
    """What is put aside is found by its id alone, and goes away by itself."""
    change = Change(header={"a": "1", "b": None}, append=["x", "y"])
    await store.put_aside(channel, "aside", change, 100)
    await store.put_aside(channel, "aside", change, 1000)
    assert await store.load_game(channel, "aside") == StoredGame("aside", 1, {"a": "1"}, ("x", "y"))
    assert await store.load(channel) is None
    assert list(await store.archive(channel)) == []
    for key in (f"bastide:{{{channel}}}:game:aside", f"bastide:{{{channel}}}:actions:aside"):
        assert 900 < await store._link.ask("TTL", key) <= 1000


async def test_everything_is_every_game_once(store: Store, channel: Channel) -> None:
    """Current games, earlier ones and those put aside are all listed."""
    await new_game(store, channel, "old")
    await new_game(store, channel, "new", over="old")
    await store.put_aside(channel, "aside", Change(), 100)
    listed = [game async for place, game in store.everything() if place == channel]
    assert sorted(listed) == ["aside", "new", "old"]


async def test_a_secret_is_the_same_for_everyone(store: Store, channel: Channel) -> None:
    """It is made when first asked for, is long, and differs from name to name."""
    name = channel.platform
    first = await store.secret(name)
    assert await store.secret(name) == first
    assert len(first) >= 32
    assert await store.secret(f"{name} 2") != first


async def test_a_person_is_forgotten(store: RedisStore, channel: Channel, person: str) -> None:
    """Settings, indexes, answers and once-only keys of a person go; those of another stay."""
    other = f"{person}-2"
    await new_game(store, channel, people=[person, other])
    for key in (person, other):
        await store.person_set(key, {"language": "pl"})
        await store.answers.put("2030-01-01", key, "text", "about")
    await store.commit(channel, "g1", 1, Change(), once=f"{person}:tap")
    await store.commit(channel, "g1", 2, Change(), once=f"{other}:tap")
    await store.forget(person)
    await store.forget(person)
    assert dict(await store.person_get(person)) == {}
    assert dict(await store.person_get(other)) == {"language": "pl"}
    assert person not in await store.answers.on("2030-01-01")
    assert (await store.answers.on("2030-01-01"))[other] == "text"
    assert (await store.answers.about(person), await store.answers.about(other)) == ("", "about")
    assert await store._link.scan(f"*{person}*") == await store._link.scan(f"*{other}*")
    assert len(await store._link.scan(f"bastide:{{{channel}}}:once:{other}:*")) == 1


async def test_what_is_put_aside_has_one_room(
    store: RedisStore, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of everything that is put aside the oldest makes way, wherever it lies; nothing is refused."""
    await store._link.ask("DEL", keys.ASIDE)
    monkeypatch.setattr("bot.store.shelf.MOST_ASIDE", 3)
    places = [Channel(channel.platform, (f"{number}",)) for number in range(5)]
    for number, place in enumerate(places):
        await store.put_aside(place, "aside", Change(header={"a": "1"}, append=["x"]), 100 + number)
    found = [await store.load_game(place, "aside") is not None for place in places]
    assert found == [False, False, True, True, True]
    actions = [await store._link.ask("EXISTS", ChannelKeys(place).actions("aside")) for place in places]
    assert actions == [0, 0, 1, 1, 1]


async def test_what_is_put_aside_takes_so_many_bytes(
    store: RedisStore, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large games make room for fewer; one that is larger than all the room is kept alone."""
    await store._link.ask("DEL", keys.ASIDE)
    monkeypatch.setattr("bot.store.shelf.ROOM_ASIDE", 1000)
    for number, size in enumerate((400, 300, 200, 350)):
        await store.put_aside(channel, f"g{number}", Change(header={"a": "1" * size}), 100 + number)
    found = [await store.load_game(channel, f"g{number}") is not None for number in range(4)]
    assert found == [False, True, True, True]
    await store.put_aside(channel, "g9", Change(header={"a": "1" * 2000}), 200)
    found = [await store.load_game(channel, f"g{number}") is not None for number in (1, 2, 3, 9)]
    assert found == [False, False, False, True]


async def test_a_quota_is_counted_for_all_or_for_none(store: RedisStore, channel: Channel) -> None:
    """Whoever has had the most is named, and nobody else is charged for it; each counter ends."""
    ann, bo, place = f"{channel}:ann", f"{channel}:bo", f"{channel}:place"
    for _ in range(2):
        assert await store.spend("x", {ann: 2, place: 3}, 100) == ""
    assert await store.spend("x", {ann: 2, place: 3}, 100) == ann
    assert await store.spend("y", {ann: 2, place: 3}, 100) == ""
    assert await store.spend("x", {bo: 2, place: 3}, 100) == ""
    assert await store.spend("x", {bo: 2, place: 3}, 100) == place
    for who in (ann, bo, place):
        assert 90 < await store._link.ask("TTL", keys.quota("x", who)) <= 100
