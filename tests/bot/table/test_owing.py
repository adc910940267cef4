"""A place that was not shown its game is looked at until it is, by whichever process there is."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.games.loading import Games
from bot.people import Channel
from bot.request import Reply, Request
from bot.shown import Post, Shown
from bot.store import Change
from bot.table.table import Table
from bot.timing.owing import owed, owing
from tests.bot.table.club import ANN, BO, CHANNEL, Club, Counter, show


async def looked(club: Club, table: Table) -> Sequence[tuple[Channel, Reply]]:
    """What a worker finds to be shown now."""
    found = [await table.due(channel) for channel in await table.claim({CHANNEL.platform})]
    return [each for each in found if each is not None]


def test_the_deadline_of_a_place_has_a_name_of_its_own() -> None:
    """It is told from the place itself and from other deadlines."""
    assert owing(owed(CHANNEL)) == CHANNEL
    assert owing(CHANNEL) is None
    assert owing(Channel("web", ("daily", "club"))) is None


async def test_what_a_dead_worker_did_not_show_another_shows_within_a_minute(club: Club) -> None:
    """A worker that dies between move and picture leaves a deadline behind, and so does each after it."""
    await club.begin()
    await club.table.handle(Request(CHANNEL, ANN, "place 1", "before the crash"))
    other = Table(club.store, club.clock, Counter())
    assert await looked(club, other) == []
    for _ in range(3):
        club.clock.time += timedelta(seconds=61)
        assert [channel for channel, _ in await looked(club, other)] == [CHANNEL]
    late = await other.face(CHANNEL)
    assert late is not None
    assert late.late
    await show(other, CHANNEL, late)
    club.clock.time += timedelta(hours=1)
    assert await looked(club, other) == []


async def test_what_was_shown_leaves_no_deadline(club: Club) -> None:
    """A place that has seen everything is not looked at."""
    await club.begin()
    await club.play(ANN, "place 1")
    club.clock.time += timedelta(hours=1)
    assert await looked(club, club.table) == []


async def test_a_place_with_old_buttons_is_looked_at_too(club: Club) -> None:
    """The scene is there, the buttons of the turn before are not taken yet: that is owed as well."""
    await club.begin()
    reply = await club.table.handle(Request(CHANNEL, ANN, "place 1", "1"))
    assert reply.scene is not None
    live = Post("2", reply.scene.game, reply.scene.turn, reply.scene.version)
    old = Post("1", reply.scene.game, 0)
    shown = Shown(live=live, past=(old,), called=live.about, revision=reply.shown.revision + 1)
    assert await club.table.shown(CHANNEL, live.game, live.version, shown, settled=False)
    club.clock.time += timedelta(minutes=2)
    ((_, owed_reply),) = await looked(club, club.table)
    assert set(owed_reply.closings) == {0}
    assert [channel async for channel, _ in club.table.pending("web")] == [CHANNEL]


async def test_two_notes_of_the_same_state_are_not_both_taken(club: Club) -> None:
    """Whoever notes second is told so, and what the first has noted stands."""
    await club.begin()
    reply = await club.table.handle(Request(CHANNEL, ANN, "place 1", "1"))
    assert reply.scene is not None
    about = (CHANNEL, reply.scene.game, reply.scene.version)
    first, second = (
        Shown(live=Post(name, reply.scene.game, 1), revision=reply.shown.revision + 1) for name in "ab"
    )
    assert await club.table.shown(*about, first, settled=True)
    assert not await club.table.shown(*about, second, settled=True)
    game = await Games(club.store).current(CHANNEL)
    assert game is not None
    assert game.shown == first


async def test_what_is_shown_goes_on_to_the_next_game(club: Club) -> None:
    """The message of the game before is known to the next one, which takes its buttons."""
    await club.begin()
    await club.play(ANN, "end yes")
    before = club.replies[-1].scene
    assert before is not None
    reply = await club.say(BO, "new")
    assert reply.shown.live is not None
    assert (reply.shown.live.game, reply.shown.live.turn) == (before.game, before.turn)
    assert reply.closings == {}


async def test_a_game_of_before_is_read(club: Club) -> None:
    """Games that were stored with one live message as text are shown on with it: their message is edited."""
    channel = Channel("telegram", ("-100", "7"))
    await club.store.create(channel, "old", Change(header={"x": "y"}), over="", once="")
    assert Shown.of_old("telegram", "old", "-100/5/6", 3, 8) == Shown(
        live=Post("-100/5", "old", 3, 8),
        notice=Post("-100/6", "old", 3, 8),
        called=("old", 3),
        noticed=("old", 8),
        posts=4,
    )
    assert Shown.of_old("discord", "old", "123", 3, 8).live == Post("123", "old", 3, 8)
    assert Shown.of_old("discord", "old", "", 0, 0) == Shown()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"live": 5}', '{"past": "x"}'])
def test_what_cannot_be_read_is_said_to_be(text: str) -> None:
    """Whatever stands there, the reader gets one kind of error."""
    with pytest.raises(ValueError, match="cannot be read"):
        Shown.from_text(text)


async def test_a_place_whose_game_has_ended_by_itself_is_looked_at_once(club: Club) -> None:
    """A room's game does at the web table; its deadline goes with it."""
    await club.store.deadline_set(club.channel, club.clock.now().timestamp())
    (claimed,) = await club.table.claim({"web"})
    assert await club.table.due(claimed) is None
    club.clock.pass_by(days=1)
    assert await club.table.claim({"web"}) == []
