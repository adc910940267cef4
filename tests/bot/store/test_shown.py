"""What a place is shown: noted in order, kept from game to game, and read from games of earlier days."""

import asyncio

import pytest

from bot.people import Channel
from bot.store import Change, CorruptGame, Outcome, StoredGame
from bot.store.redis_store import RedisStore
from tests.bot.store.test_contract import EMPTY, new_game

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def current(store: RedisStore, channel: Channel) -> StoredGame:
    """The game that must be there."""
    game = await store.load(channel)
    assert game is not None
    return game


async def set_fields(store: RedisStore, channel: Channel, game: str, **fields: str | bytes) -> None:
    """Write fields of a header by hand."""
    for name, value in fields.items():
        await store._link.ask("HSET", f"bastide:{{{channel}}}:game:{game}", name, value)


async def test_what_a_place_is_shown_is_kept(store: RedisStore, channel: Channel) -> None:
    """Nothing is noted at first; then the text, its revision and the version that was seen."""
    await new_game(store, channel)
    game = await current(store, channel)
    assert (game.posted, game.shown, game.revision) == (0, "", 0)
    assert await store.shown(channel, "g1", 1, "ü {live: 1}", revision=1)
    game = await current(store, channel)
    assert (game.posted, game.shown, game.revision) == (1, "ü {live: 1}", 1)


async def test_a_revision_is_noted_once(store: RedisStore, channel: Channel) -> None:
    """Whoever knows less than what is stored, or more, notes nothing and is told so."""
    await new_game(store, channel)
    assert not await store.shown(channel, "g1", 1, "ahead", revision=2)
    assert await store.shown(channel, "g1", 1, "one", revision=1)
    assert not await store.shown(channel, "g1", 1, "other", revision=1)
    assert not await store.shown(channel, "g1", 1, "back", revision=0)
    assert await store.shown(channel, "g1", 1, "two", revision=2)
    assert not await store.shown(channel, "g1", 1, "one", revision=1)
    game = await current(store, channel)
    assert (game.shown, game.revision) == ("two", 2)


async def test_the_same_call_may_be_repeated(store: RedisStore, channel: Channel) -> None:
    """Whoever did not hear the answer asks again, and is told that it is noted."""
    await new_game(store, channel)
    for _ in range(3):
        assert await store.shown(channel, "g1", 1, "one", revision=1)
    game = await current(store, channel)
    assert (game.posted, game.shown, game.revision) == (1, "one", 1)


async def test_of_many_who_note_at_once_one_does(store: RedisStore, channel: Channel) -> None:
    """Two workers never write over what the other has noted."""
    await new_game(store, channel)
    for revision in range(1, 6):
        texts = [f"{revision} {number}" for number in range(20)]
        noted = await asyncio.gather(
            *(store.shown(channel, "g1", 1, text, revision=revision) for text in texts)
        )
        assert noted.count(True) == 1
        assert (await current(store, channel)).shown == texts[noted.index(True)]


async def test_what_was_seen_never_goes_backwards_nor_ahead(store: RedisStore, channel: Channel) -> None:
    """A text about an older version leaves the number as it is; one of the future counts as the present."""
    await new_game(store, channel)
    for version in (1, 2):
        await store.commit(channel, "g1", version, EMPTY, once=f"tap {version}")
    seen = []
    for revision, version in enumerate((2, 1, 0, 9, 3), start=1):
        assert await store.shown(channel, "g1", version, str(version), revision=revision)
        game = await current(store, channel)
        assert game.shown == str(version)
        seen.append(game.posted)
    assert seen == [2, 2, 2, 3, 3]


async def test_nothing_is_noted_for_a_game_that_is_not_there(store: RedisStore, channel: Channel) -> None:
    """A note about an unknown game makes none."""
    assert not await store.shown(channel, "g1", 1, "text", revision=1)
    assert await store.load(channel) is None
    assert await store.load_game(channel, "g1") is None


async def test_noting_is_no_change_of_the_game(store: RedisStore, channel: Channel) -> None:
    """A move and the note about an earlier picture do not hinder each other."""
    await new_game(store, channel)
    assert await store.shown(channel, "g1", 1, "text", revision=1)
    assert await store.commit(channel, "g1", 1, EMPTY, once="tap") is Outcome.DONE
    game = await current(store, channel)
    assert (game.version, game.posted, game.shown) == (2, 1, "text")


async def test_the_next_game_goes_on_with_what_is_shown(store: RedisStore, channel: Channel) -> None:
    """Messages of the game before are remembered; what was seen is counted anew."""
    await new_game(store, channel)
    await store.shown(channel, "g1", 1, "one", revision=1)
    await store.shown(channel, "g1", 1, "two", revision=2)
    await new_game(store, channel, "g2", over="g1")
    game = await current(store, channel)
    assert (game.posted, game.shown, game.revision) == (0, "two", 2)
    assert await store.shown(channel, "g2", 1, "three", revision=3)
    old = await store.load_game(channel, "g1")
    assert old is not None
    assert (old.posted, old.shown) == (1, "two")


async def test_nothing_is_noted_beside_the_current_game(store: RedisStore, channel: Channel) -> None:
    """A message that was posted while a new game began is not lost: it has to be noted there."""
    await new_game(store, channel)
    await store.shown(channel, "g1", 1, "one", revision=1)
    await new_game(store, channel, "g2", over="g1")
    assert not await store.shown(channel, "g1", 1, "two", revision=2)
    assert await store.shown(channel, "g2", 0, "two", revision=2)
    game = await current(store, channel)
    assert (game.posted, game.shown) == (0, "two")


async def test_what_is_shown_moves_with_its_channel(store: RedisStore, channel: Channel) -> None:
    """A group that gets a new id keeps its messages."""
    await new_game(store, channel)
    await store.shown(channel, "g1", 1, "one", revision=1)
    new = Channel(channel.platform, ("7", "moved"))
    await store.rename_channel(channel, new)
    assert not await store.shown(channel, "g1", 1, "two", revision=2)
    assert await store.shown(new, "g1", 1, "two", revision=2)


async def test_an_amendment_leaves_it_alone(store: RedisStore, channel: Channel) -> None:
    """A game that is amended is to be shown again, in the message that is there."""
    await new_game(store, channel)
    await store.shown(channel, "g1", 1, "one", revision=1)
    assert await store.amend(channel, "g1", 1, Change(header={"a": "b"})) is Outcome.DONE
    game = await current(store, channel)
    assert (game.version, game.posted, game.shown, game.revision) == (2, 1, "one", 1)


async def test_the_one_message_of_an_old_game_is_read(store: RedisStore, channel: Channel) -> None:
    """Games of earlier days name one message; what is noted now takes its place."""
    await new_game(store, channel)
    await set_fields(store, channel, "g1", _posted="1", _message="chat/5", _turn="3")
    game = await current(store, channel)
    assert (game.message, game.message_turn, game.message_game) == ("chat/5", 3, "g1")
    assert (game.posted, game.shown, game.revision) == (1, "", 0)
    assert await store.shown(channel, "g1", 1, "one", revision=1)
    game = await current(store, channel)
    assert (game.message, game.message_turn, game.message_game, game.shown) == ("", 0, "", "one")


async def test_the_message_of_an_old_game_is_known_to_the_next_ones(
    store: RedisStore, channel: Channel
) -> None:
    """However many games begin before anything is shown, the message is still about the first."""
    await new_game(store, channel)
    await set_fields(store, channel, "g1", _posted="1", _message="chat/5", _turn="3")
    for number in (2, 3):
        await new_game(store, channel, f"g{number}", over=f"g{number - 1}")
        game = await current(store, channel)
        assert (game.message, game.message_turn, game.message_game) == ("chat/5", 3, "g1")
        assert (game.posted, game.shown, game.revision) == (0, "", 0)
    assert await store.shown(channel, "g3", 1, "one", revision=1)


@pytest.mark.parametrize("field", ["_version", "_posted", "_revision"])
async def test_what_cannot_be_counted_is_not_written_over(
    store: RedisStore, channel: Channel, field: str
) -> None:
    """A game whose numbers are damaged says so, and stays as it is."""
    await new_game(store, channel)
    await set_fields(store, channel, "g1", **{field: "x"})
    with pytest.raises(CorruptGame):
        await store.shown(channel, "g1", 1, "one", revision=1)
    with pytest.raises(CorruptGame):
        await store.load(channel)


async def test_damage_of_what_is_shown_harms_no_game(store: RedisStore, channel: Channel) -> None:
    """Neither the game itself nor the next one is lost by what was noted about messages."""
    await new_game(store, channel)
    await set_fields(store, channel, "g1", _shown=b"\xffone", _revision="4")
    assert (await current(store, channel)).shown == "\N{REPLACEMENT CHARACTER}one"
    await set_fields(store, channel, "g1", _revision="4.5")
    await new_game(store, channel, "g2", over="g1")
    game = await current(store, channel)
    assert (game.shown, game.revision) == ("", 0)
    await set_fields(store, channel, "g2", _message=b"\xff", _turn="-1")
    await new_game(store, channel, "g3", over="g2")
    assert (await current(store, channel)).message == ""


async def test_a_mended_game_keeps_what_is_shown(store: RedisStore, channel: Channel) -> None:
    """Its place is shown the mended game, in the message that is there, if that is still known."""
    for game, revision, kept in (("g1", "7", ("one", 7)), ("g2", "x", ("", 0))):
        await new_game(store, channel, game, over="" if game == "g1" else "g1", append=["draw"])
        await set_fields(store, channel, game, _shown="one", _revision=revision, _length="9")
        remains = await store.workshop.look(channel, game)
        assert await store.workshop.mend(channel, game, remains, {"a": "b"}, ["draw"])
        mended = await current(store, channel)
        assert (mended.posted, mended.shown, mended.revision) == (0, *kept)
