"""Results of finished games, and answers to the tile of the day."""

import pytest

from bot.people import Channel
from bot.store import Store
from bot.store.redis_store import RedisStore
from tests.bot.store.test_contract import new_game

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_result_is_entered_once(store: Store, channel: Channel, person: str) -> None:
    """The first entry stands; entering it again changes nothing."""
    assert await store.results.add(channel, "g1", "first", people=[person], when=5) is True
    assert await store.results.add(channel, "g1", "second", people=[person], when=5) is False
    assert await store.results.of_channel(channel) == ["first"]
    assert await store.results.of_person(person) == [(channel, "g1", "first")]
    assert (channel, "g1", "first") in await store.results.everything()


async def test_results_come_by_time(store: Store, channel: Channel, person: str) -> None:
    """Whatever the order of writing, the oldest comes first, and the latest is known for each person."""
    other = f"{person}-2"
    await store.results.add(channel, "g2", "later", people=[person, other], when=7.5)
    await store.results.add(channel, "g1", "earlier", people=[person], when=3)
    assert await store.results.of_channel(channel) == ["earlier", "later"]
    assert [text for _, _, text in await store.results.of_person(person)] == ["earlier", "later"]
    assert await store.results.latest([person, other, "nobody"]) == {person: "later", other: "later"}
    assert await store.results.latest([]) == {}


async def test_a_result_is_replaced_and_removed(store: Store, channel: Channel, person: str) -> None:
    """A replaced text is found everywhere but with whom it was taken from; a removed one nowhere."""
    other = f"{person}-2"
    await store.results.add(channel, "g1", "old", people=[person, other], when=1)
    await store.results.replace(channel, "g1", "new", without=[person])
    assert await store.results.of_channel(channel) == ["new"]
    assert await store.results.of_person(person) == []
    assert await store.results.latest([person, other]) == {other: "new"}
    await store.results.remove(channel, "g1", people=[person, other])
    assert await store.results.of_channel(channel) == []
    assert await store.results.of_person(other) == []


async def test_results_move_with_their_channel(store: RedisStore, channel: Channel, person: str) -> None:
    """A chat that gets a new number keeps its results, for itself and for its people."""
    new = Channel(channel.platform, ("8", "42"))
    await new_game(store, channel, "g3")
    await store.results.add(channel, "g1", "first", people=[person], when=1)
    await store.results.add(channel, "g2", "second", people=[person, f"{person}-2"], when=2)
    await store.rename_channel(channel, new)
    await store.rename_channel(channel, new)
    assert await store.results.of_channel(channel) == []
    assert await store.results.of_channel(new) == ["first", "second"]
    assert await store.results.of_person(person) == [(new, "g1", "first"), (new, "g2", "second")]


async def test_an_answer_replaces_an_earlier_one(store: Store, person: str) -> None:
    """One answer a person and day; what is known about the person is the latest."""
    await store.answers.put("2031-05-01", person, "first", "one")
    await store.answers.put("2031-05-01", person, "second", "two")
    await store.answers.put("2031-05-02", person, "next", "three")
    assert (await store.answers.on("2031-05-01"))[person] == "second"
    assert (await store.answers.on("2031-05-02"))[person] == "next"
    assert await store.answers.about(person) == "three"
    assert await store.answers.on("2031-05-03") == {}
    assert await store.answers.about(f"{person}-2") == ""


async def test_answers_are_kept_for_some_weeks(store: RedisStore, person: str) -> None:
    """A day's answers go away by themselves."""
    await store.answers.put("2031-06-01", person, "text", "about")
    assert 50 * 86400 < await store._link.ask("TTL", "bastide:{tiles}:day:2031-06-01") <= 60 * 86400
