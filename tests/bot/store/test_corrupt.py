"""A value in Redis was damaged: that game says so and is kept as it is, and all others go on."""

from collections.abc import Sequence

import pytest

from bot.people import Channel
from bot.store import Change, CorruptGame, Outcome
from bot.store.redis_store import RedisStore

pytestmark = pytest.mark.asyncio(loop_scope="session")

HEADER, ACTIONS, CURRENT = "game:g1", "actions:g1", "current"

DAMAGE: dict[str, tuple[Sequence[str | bytes], ...]] = {
    "the header is no hash": (("DEL", HEADER), ("SET", HEADER, "x")),
    "the header is gone": (("DEL", HEADER),),
    "the version is gone": (("HDEL", HEADER, "_version"),),
    "the version is no number": (("HSET", HEADER, "_version", "two"),),
    "the version is zero": (("HSET", HEADER, "_version", "0"),),
    "the version is a fraction": (("HSET", HEADER, "_version", "1.5"),),
    "the version is not UTF-8": (("HSET", HEADER, "_version", b"\xff"),),
    "the actions are no list": (("DEL", ACTIONS), ("SET", ACTIONS, "x")),
    "the actions are gone": (("DEL", ACTIONS),),
    "an action is missing": (("RPOP", ACTIONS),),
    "an action is too many": (("RPUSH", ACTIONS, "draw"),),
    "an action is not UTF-8": (("LSET", ACTIONS, "0", b"\xc3\x28"),),
    "a value is not UTF-8": (("HSET", HEADER, "players", b"Ann\xff"),),
    "a name is not UTF-8": (("HSET", HEADER, b"\xfe", "x"),),
    "the count of actions is gone": (("HDEL", HEADER, "_length"),),
    "it was posted before it was played": (("HSET", HEADER, "_posted", "7"),),
    "posted is no number": (("HSET", HEADER, "_posted", "-"),),
    "the turn is no number": (("HSET", HEADER, "_turn", "١"),),
    "the revision is no number": (("HSET", HEADER, "_revision", "1e3"),),
    "the id is not UTF-8": (("SET", CURRENT, b"\xff"),),
    "the id is no text": (("DEL", CURRENT), ("RPUSH", CURRENT, "x")),
}
WRITABLE = {
    # Reading refuses these. A change of the game does not look at them, and leaves them as they are.
    "an action is not UTF-8",
    "a value is not UTF-8",
    "a name is not UTF-8",
    "it was posted before it was played",
    "posted is no number",
    "the turn is no number",
    "the revision is no number",
}


async def damage(store: RedisStore, channel: Channel, commands: Sequence[Sequence[str | bytes]]) -> None:
    """Do it with plain commands, as somebody at redis-cli would."""
    for name, key, *values in commands:
        await store._link.ask(name, f"bastide:{{{channel}}}:{key!s}", *values)


async def everything(store: RedisStore, channel: Channel) -> dict[bytes, object]:
    """All that is kept for a channel, to see that nothing changed."""
    keys = sorted(await store._link.scan(f"bastide:{{{channel}}}:*"))
    return {key: await store._link.ask("DUMP", key) for key in keys}


@pytest.mark.parametrize("kind", DAMAGE)
async def test_a_damaged_game_is_refused_and_kept(store: RedisStore, channel: Channel, kind: str) -> None:
    """Reading raises CorruptGame, nothing is changed, and a game beside it is played on."""
    healthy = Channel(channel.platform, ("7", "healthy"))
    for each in (channel, healthy):
        change = Change(header={"players": "Ann"}, append=["draw", "place 0,1 0"], people=["discord:1"])
        await store.create(each, "g1", change, over="", once="new")
        await store.shown(each, "g1", 1, "text", revision=1)
    await damage(store, channel, DAMAGE[kind])
    before = await everything(store, channel)

    with pytest.raises(CorruptGame) as caught:
        await store.load(channel)
    assert str(channel) in str(caught.value)
    if "id" not in kind:
        assert caught.value.game == "g1"
        if kind == "the header is gone":
            assert await store.load_game(channel, "g1") is None
        else:
            with pytest.raises(CorruptGame):
                await store.load_game(channel, "g1")
    if kind not in WRITABLE:
        for version in (0, 1, 2):
            try:
                outcome = await store.commit(channel, "g1", version, Change(append=["x"]), once="tap")
            except CorruptGame:
                continue
            assert outcome is Outcome.STALE
    await store.rebuild_indexes()
    assert await everything(store, channel) == before

    assert await store.commit(healthy, "g1", 1, Change(append=["x"]), once="tap") is Outcome.DONE
    listed = [each async for each in store.channels(channel.platform)]
    assert sorted(map(str, listed)) == sorted(map(str, (channel, healthy)))
    assert healthy in await store.games_of("discord:1")


@pytest.mark.parametrize("kind", [kind for kind in DAMAGE if "version" in kind or "header" in kind])
async def test_the_version_of_a_damaged_game_is_refused(
    store: RedisStore, channel: Channel, kind: str
) -> None:
    """A cached game is not taken for the present one when the version cannot be read."""
    await store.create(channel, "g1", Change(append=["draw"]), over="", once="new")
    await damage(store, channel, DAMAGE[kind])
    with pytest.raises(CorruptGame):
        await store.version(channel)


@pytest.mark.parametrize("kind", [kind for kind in DAMAGE if "id" not in kind])
async def test_a_new_game_can_be_made_over_a_damaged_one(
    store: RedisStore, channel: Channel, kind: str
) -> None:
    """The channel is not lost with its game: the damaged one goes to the archive, for repair."""
    await store.create(channel, "g1", Change(append=["draw", "pass"]), over="", once="new")
    await damage(store, channel, DAMAGE[kind])
    with pytest.raises(CorruptGame) as caught:
        await store.load(channel)
    assert await store.create(channel, "g2", Change(), over=caught.value.game, once="next") is Outcome.DONE
    assert await store.load(channel) is not None
    assert list(await store.archive(channel)) == ["g1"]


async def test_a_damaged_list_of_a_person_harms_nobody_else(
    store: RedisStore, channel: Channel, person: str
) -> None:
    """Whose list is damaged gets none until it is rebuilt; games and other people's lists go on."""
    await store._link.ask("SET", f"bastide:games:{person}", "damage")
    change = Change(people=[person, f"{person}2"])
    assert await store.create(channel, "g1", change, over="", once="new") is Outcome.DONE
    assert list(await store.games_of(f"{person}2")) == [channel]
    await store.rebuild_indexes()
    assert list(await store.games_of(person)) == [channel]


async def test_damaged_settings_of_a_person_are_read_as_far_as_possible(
    store: RedisStore, person: str
) -> None:
    """A letter that cannot be read is left out."""
    await store._link.ask("HSET", f"bastide:person:{person}", "language", b"pl\xff")
    assert await store.person_get(person) == {"language": "pl"}
