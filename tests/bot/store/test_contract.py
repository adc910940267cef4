"""What the table may rely on, in every kind of store."""

import asyncio
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pytest

from bot.people import Channel
from bot.store import Change, Outcome, Store, StoredGame
from bot.store.redis_store import RedisStore

pytestmark = pytest.mark.asyncio(loop_scope="session")

EMPTY = Change()


async def new_game(
    store: Store,
    channel: Channel,
    game: str = "g1",
    *,
    over: str = "",
    header: Mapping[str, str | None] = MappingProxyType({}),
    append: Sequence[str] = (),
    people: Sequence[str] | None = None,
) -> None:
    """Make a game that must succeed."""
    change = Change(header=header, append=append, people=people)
    assert await store.create(channel, game, change, over=over, once=f"new {game}") is Outcome.DONE


async def test_there_is_no_game_at_first(store: Store, channel: Channel) -> None:
    """A channel without a game has nothing to load."""
    assert await store.load(channel) is None
    assert await store.version(channel) is None
    assert await store.load_game(channel, "g1") is None
    assert list(await store.archive(channel)) == []


async def test_a_created_game_is_loaded_as_it_was_made(store: Store, channel: Channel) -> None:
    """Creating stores header and actions under version 1."""
    await new_game(
        store, channel, header={"players": "Ann, Żółć 🐑", "none": None}, append=["draw", "place 0,1 90"]
    )
    assert await store.load(channel) == StoredGame(
        "g1", 1, {"players": "Ann, Żółć 🐑"}, ("draw", "place 0,1 90")
    )
    assert await store.version(channel) == ("g1", 1)


async def test_what_is_read_with_a_game_is_what_is_told_alone(
    store: RedisStore, channel: Channel, person: str
) -> None:
    """Or it is not told at all; what of it cannot be read does no harm to the game."""
    other = f"{person} too"
    await store.person_set(person, {"zone": "Europe/Warsaw"})
    await store.notes_set(person, {"a": "1"})
    assert await store.load_known(channel, [person], person) == (None, None)
    await new_game(store, channel, append=["draw"])
    stored, known = await store.load_known(channel, [person, other], person)
    assert stored == StoredGame("g1", 1, {}, ("draw",))
    alone = await store.known([person, other], person)
    assert alone == ({person: {"zone": "Europe/Warsaw"}, other: {}}, {"a": "1"})
    assert known in (alone, None)
    await store._link.ask("SET", f"bastide:person:{other}", "no table")
    assert await store.load_known(channel, [person, other], person) == (stored, None)


async def test_a_commit_changes_header_and_actions_in_one_step(store: Store, channel: Channel) -> None:
    """Fields are set and removed, actions cut and appended, and the version grows by one."""
    await new_game(store, channel, header={"a": "1", "b": "2"}, append=["x", "y", "z"])
    change = Change(header={"a": None, "b": "", "c": "3"}, keep=1, append=["p", "p"])
    assert await store.commit(channel, "g1", 1, change, once="tap") is Outcome.DONE
    assert await store.load(channel) == StoredGame("g1", 2, {"b": "", "c": "3"}, ("x", "p", "p"))


@pytest.mark.parametrize(("keep", "left"), [(None, "abc"), (0, ""), (1, "a"), (3, "abc"), (9, "abc")])
async def test_keep_cuts_to_the_first_actions(
    store: Store, channel: Channel, keep: int | None, left: str
) -> None:
    """A number of actions is kept; more than there are cuts nothing, None keeps all."""
    await new_game(store, channel, append=["a", "b", "c"])
    await store.commit(channel, "g1", 1, Change(keep=keep), once="tap")
    game = await store.load(channel)
    assert game is not None
    assert "".join(game.actions) == left


async def test_a_commit_on_an_old_version_is_stale(store: Store, channel: Channel) -> None:
    """Nothing changes when the caller saw an earlier or another game, or none at all."""
    assert await store.commit(channel, "g1", 1, EMPTY, once="early") is Outcome.STALE
    await new_game(store, channel)
    assert await store.commit(channel, "g1", 1, Change(append=["first"]), once="1") is Outcome.DONE
    assert await store.commit(channel, "g1", 1, Change(append=["second"]), once="2") is Outcome.STALE
    assert await store.commit(channel, "g2", 2, Change(append=["second"]), once="3") is Outcome.STALE
    game = await store.load(channel)
    assert game is not None
    assert (game.version, game.actions) == (2, ("first",))


async def test_a_once_only_key_works_once(store: Store, channel: Channel) -> None:
    """A tap that is delivered twice makes one move, however the game has moved on since."""
    await new_game(store, channel)
    tap = Change(append=["move"])
    assert await store.commit(channel, "g1", 1, tap, once="tap") is Outcome.DONE
    assert await store.commit(channel, "g1", 1, tap, once="tap") is Outcome.REPEATED
    assert await store.commit(channel, "g1", 2, tap, once="tap") is Outcome.REPEATED
    assert await store.create(channel, "g2", EMPTY, over="g1", once="tap") is Outcome.REPEATED
    assert await store.version(channel) == ("g1", 2)


async def test_a_stale_tap_may_be_tried_again(store: Store, channel: Channel) -> None:
    """A once-only key is used up by a change that was made, not by one that was refused."""
    await new_game(store, channel)
    assert await store.commit(channel, "g1", 9, EMPTY, once="tap") is Outcome.STALE
    assert await store.commit(channel, "g1", 1, EMPTY, once="tap") is Outcome.DONE


async def test_once_only_keys_of_two_channels_are_apart(store: Store, channel: Channel) -> None:
    """The same key in another channel is another tap."""
    other = Channel(channel.platform, ("7", "43"))
    await new_game(store, channel)
    await new_game(store, other)
    assert await store.commit(channel, "g1", 1, EMPTY, once="tap") is Outcome.DONE
    assert await store.commit(other, "g1", 1, EMPTY, once="tap") is Outcome.DONE


async def test_an_empty_once_only_key_is_not_remembered(store: Store, channel: Channel) -> None:
    """Changes that nobody can repeat need no key of their own."""
    await new_game(store, channel)
    assert await store.commit(channel, "g1", 1, EMPTY, once="") is Outcome.DONE
    assert await store.commit(channel, "g1", 2, EMPTY, once="") is Outcome.DONE


async def test_a_once_only_key_is_kept_for_a_week(store: RedisStore, channel: Channel) -> None:
    """What is remembered is forgotten again, after any redelivery."""
    await new_game(store, channel)
    key = f"bastide:{{{channel}}}:once:new g1"
    seconds = await store._link.ask("TTL", key)
    assert 0 <= 7 * 24 * 3600 - seconds < 60


async def test_a_new_game_replaces_the_one_that_the_caller_saw(store: Store, channel: Channel) -> None:
    """Creating is refused when another game is current by now, and when the id is taken."""
    await new_game(store, channel)
    assert await store.create(channel, "g2", EMPTY, over="", once="a") is Outcome.STALE
    assert await store.create(channel, "g2", EMPTY, over="g0", once="b") is Outcome.STALE
    await new_game(store, channel, "g2", over="g1")
    assert await store.create(channel, "g1", EMPTY, over="g2", once="c") is Outcome.STALE
    assert await store.version(channel) == ("g2", 1)


async def test_earlier_games_stay_readable(store: Store, channel: Channel) -> None:
    """The archive lists earlier games, newest last, and each is as it was."""
    await new_game(store, channel, append=["draw"], header={"players": "Ann"})
    await new_game(store, channel, "g2", over="g1")
    await new_game(store, channel, "g3", over="g2")
    assert list(await store.archive(channel)) == ["g1", "g2"]
    assert await store.load_game(channel, "g1") == StoredGame("g1", 1, {"players": "Ann"}, ("draw",))
    assert await store.load_game(channel, "g3") == await store.load(channel)
    assert await store.commit(channel, "g1", 1, EMPTY, once="late") is Outcome.STALE


async def test_channels_lists_those_with_a_game(store: Store, channel: Channel) -> None:
    """Every channel of the platform, each once, and no other platform's."""
    others = [Channel(channel.platform, ("7", str(number))) for number in range(3)]
    for each in (channel, *others):
        await new_game(store, each)
    await new_game(store, Channel(f"{channel.platform}-x", ("1",)))
    await new_game(store, channel, "g2", over="g1")
    found = [each async for each in store.channels(channel.platform)]
    assert sorted(map(str, found)) == sorted(map(str, (channel, *others)))


async def test_games_of_follows_who_sits_there(store: Store, channel: Channel, person: str) -> None:
    """Sitting down, standing up and a new game all count at once."""
    await new_game(store, channel, people=["discord:other"])
    assert list(await store.games_of(person)) == []
    await store.commit(channel, "g1", 1, Change(people=["discord:other", person]), once="join")
    assert list(await store.games_of(person)) == [channel]
    await store.commit(channel, "g1", 2, Change(append=["move"]), once="move")
    assert list(await store.games_of(person)) == [channel]
    await store.commit(channel, "g1", 3, Change(people=[]), once="leave")
    assert list(await store.games_of(person)) == []
    await store.commit(channel, "g1", 4, Change(people=[person]), once="join again")
    await new_game(store, channel, "g2", over="g1")
    assert list(await store.games_of(person)) == []


async def test_a_game_is_found_by_its_id(store: RedisStore, channel: Channel) -> None:
    """Among hundreds of channels the one is found where it is current now; nobody else's, and no other."""
    channels = [Channel(channel.platform, ("7", str(number))) for number in range(600)]
    await asyncio.gather(*(new_game(store, each, f"g{each.place[-1]}") for each in channels))
    await new_game(store, Channel(f"{channel.platform}-x", ("1",)), "elsewhere")
    await new_game(store, channels[3], "next", over="g3")
    await store._link.ask("SET", f"bastide:{{{channels[4]}}}:current", b"\xff")
    for game, place in (("g599", channels[599]), ("g0", channels[0]), ("next", channels[3])):
        assert await store.where_is(channel.platform, game) == place
    for game in ("g3", "g4", "elsewhere", "unknown", ""):
        assert await store.where_is(channel.platform, game) is None
    moved = Channel(channel.platform, ("7", "moved"))
    await store.rename_channel(channels[599], moved)
    assert await store.where_is(channel.platform, "g599") == moved


async def test_indexes_are_rebuilt_from_the_games(store: RedisStore, channel: Channel, person: str) -> None:
    """Lost, damaged and false entries of the indexes are all put right."""
    other = Channel(channel.platform, ("7", "43"))
    await new_game(store, channel, people=[person])
    await new_game(store, other, people=[person])
    ask = store._link.ask
    await ask("SREM", f"bastide:games:{person}", str(other))
    await ask("SADD", f"bastide:channels:{channel.platform}", f"{channel.platform}:no:game")
    assert await store.rebuild_indexes() >= 2
    assert list(await store.games_of(person)) == [channel, other]
    assert [each async for each in store.channels(channel.platform)] == [channel, other]
    await ask("DEL", f"bastide:games:{person}")
    await ask("SET", f"bastide:games:{person}", "damage")
    await store.rebuild_indexes()
    assert list(await store.games_of(person)) == [channel, other]


async def test_settings_of_a_person(store: Store, person: str) -> None:
    """Settings are set and removed one by one."""
    assert await store.person_get(person) == {}
    await store.person_set(person, {"language": "pl", "mute": "1"})
    await store.person_set(person, {"mute": None, "zone": "Europe/Praha"})
    assert await store.person_get(person) == {"language": "pl", "zone": "Europe/Praha"}
    await store.person_set(person, {"language": None, "zone": None})
    await store.person_set(person, {})
    assert await store.person_get(person) == {}


async def test_notes_are_kept_by_topic(store: Store, person: str) -> None:
    """What the bot notes for itself is set and removed piece by piece, apart from other topics and people."""
    topic = f"topic of {person}"
    assert await store.notes_get(topic) == {}
    await store.notes_set(topic, {"beat": "1", "gap": "2"})
    await store.notes_set(topic, {"gap": None, "end": "3"})
    assert await store.notes_get(topic) == {"beat": "1", "end": "3"}
    assert await store.notes_get(f"{topic}-other") == {}
    assert await store.person_get(topic) == {}
    await store.notes_set(topic, {"beat": None, "end": None})


async def test_deadlines_of_other_platforms_are_left_to_others(store: Store, channel: Channel) -> None:
    """A worker is given its platforms' channels, also when there are hundreds of others before them."""
    here, there = (f"{name}-{channel.place[-1]}" for name in ("here", "there"))
    others = [Channel(there, (str(number),)) for number in range(250)]
    mine = Channel(here, ("1",))
    for other in others:
        await store.deadline_set(other, 10.0)
    await store.deadline_set(mine, 20.0)
    assert await store.deadlines_due(30.0, platforms=("nowhere",)) == []
    assert await store.deadlines_due(30.0, platforms=(here, "nowhere")) == [mine]
    rest = [await store.deadlines_due(30.0, platforms=(there,)) for _ in range(4)]
    assert [len(claimed) for claimed in rest] == [100, 100, 50, 0]
    for due in (*others, mine):
        await store.deadline_clear(due)


async def test_a_deadline_is_due_from_its_time_on(store: Store, channel: Channel) -> None:
    """Setting it again moves it, clearing removes it."""
    await store.deadline_set(channel, 100.5)
    assert channel not in await store.deadlines_due(100.0)
    await store.deadline_set(channel, 200.0)
    assert channel not in await store.deadlines_due(150.0)
    assert channel in await store.deadlines_due(200.0)
    await store.deadline_clear(channel)
    assert channel not in await store.deadlines_due(9e9)


async def test_many_deadlines_are_set_and_cleared_at_once(store: Store, channel: Channel) -> None:
    """Each gets its own moment, None forgets one, and those that are not named stay as they are."""
    channels = [Channel(channel.platform, (str(number),)) for number in range(4)]
    await store.deadlines_set({channels[0]: 10.0, channels[1]: 10.0, channels[3]: 10.0})
    await store.deadlines_set({channels[0]: 20.5, channels[1]: None, channels[2]: 15.0})
    await store.deadlines_set({})
    platforms = (channel.platform,)
    assert await store.deadlines_due(12.0, platforms=platforms) == [channels[3]]
    assert await store.deadlines_due(20.4, platforms=platforms) == [channels[2]]
    assert await store.deadlines_due(20.5, platforms=platforms) == [channels[0]]
    await store.deadlines_set(dict.fromkeys(channels))
    assert await store.deadlines_due(9e9, platforms=platforms) == []


async def test_a_due_deadline_is_given_to_one_worker(store: Store, channel: Channel) -> None:
    """Of many workers one acts; if it dies, the deadline is due again after the lease."""
    await store.deadline_set(channel, 100.0)
    claims = await asyncio.gather(*(store.deadlines_due(101.0, lease=30.0) for _ in range(20)))
    assert sum(channel in claim for claim in claims) == 1
    assert channel not in await store.deadlines_due(130.0)
    assert channel in await store.deadlines_due(131.5)


async def test_a_channel_moves_with_everything(store: Store, channel: Channel, person: str) -> None:
    """A new id keeps the game, the earlier games, the once-only keys, the deadline and the lists."""
    new = Channel(channel.platform, ("7", "-100[?]*42"))
    await new_game(store, channel, "g0")
    await new_game(store, channel, over="g0", append=["draw"], people=[person])
    await store.commit(channel, "g1", 1, Change(append=["pass"]), once="tap")
    await store.deadline_set(channel, 50.0)
    before = await store.load(channel)
    for _ in range(2):
        await store.rename_channel(channel, new)
        assert await store.load(new) == before
    assert await store.load(channel) is None
    assert list(await store.archive(new)) == ["g0"]
    assert await store.load_game(new, "g0") is not None
    assert await store.commit(new, "g1", 2, EMPTY, once="tap") is Outcome.REPEATED
    assert await store.commit(new, "g1", 2, EMPTY, once="next") is Outcome.DONE
    assert list(await store.games_of(person)) == [new]
    assert [each async for each in store.channels(channel.platform)] == [new]
    due = await store.deadlines_due(60.0)
    assert new in due
    assert channel not in due


async def test_a_channel_does_not_move_onto_a_game(store: Store, channel: Channel) -> None:
    """Nothing happens when there is nothing to move, or when the new place has a game."""
    new = Channel(channel.platform, ("7", "43"))
    await store.rename_channel(channel, new)
    assert await store.load(new) is None
    await new_game(store, channel, append=["here"])
    await new_game(store, new, append=["there"])
    await store.rename_channel(channel, new)
    await store.rename_channel(channel, channel)
    for place, action in ((channel, "here"), (new, "there")):
        game = await store.load(place)
        assert game is not None
        assert game.actions == (action,)


async def test_impossible_changes_are_refused(store: Store, channel: Channel) -> None:
    """The store's own fields cannot be written, and a game has an id."""
    await new_game(store, channel)
    with pytest.raises(ValueError, match="_"):
        await store.commit(channel, "g1", 1, Change(header={"_version": "9"}), once="a")
    with pytest.raises(ValueError, match="keeps"):
        await store.commit(channel, "g1", 1, Change(keep=-1), once="b")
    with pytest.raises(ValueError, match="id"):
        await store.create(channel, "", EMPTY, over="g1", once="c")
    assert await store.version(channel) == ("g1", 1)


async def test_a_long_game_fits(store: Store, channel: Channel) -> None:
    """A whole record can be stored in one change."""
    actions = [f"place {number},{number} 90" for number in range(10_000)]
    await new_game(store, channel, append=actions)
    game = await store.load(channel)
    assert game is not None
    assert list(game.actions) == actions


async def test_the_store_answers(store: Store) -> None:
    """A store that is there is ready."""
    await store.ready()
    assert store.describe()
