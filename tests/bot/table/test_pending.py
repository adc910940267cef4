"""What has to be shown again after a crash."""

from bot.people import Channel
from bot.request import Request
from bot.store import Change
from bot.table.table import Table
from tests.bot.table.club import ANN, BO, CHANNEL, Club, Counter, keys, last_word, show


async def pending(club: Club, table: Table | None = None) -> list[tuple[Channel, object]]:
    """All that is pending on the platform."""
    return [entry async for entry in (table or club.table).pending("web")]


async def commit_and_die(club: Club, *commands: str) -> None:
    """Ann's moves are stored by a worker that shows nothing of them."""
    for number, command in enumerate(commands):
        reply = await club.table.handle(Request(CHANNEL, ANN, command, f"before the crash {number}"))
        assert reply.refusal is None


async def test_what_was_shown_is_not_pending(club: Club) -> None:
    """A game whose version the place has seen is left alone."""
    await club.begin()
    assert await pending(club) == []


async def test_a_move_that_was_not_shown_is_shown_once(club: Club) -> None:
    """After a crash between commit and message, another worker shows the same turn as an edit, once."""
    scene = await club.begin()
    await commit_and_die(club, "place 1")
    other = Table(club.store, club.clock, Counter())
    [(channel, reply)] = [entry async for entry in other.pending("web")]
    assert channel == CHANNEL
    assert reply.scene is not None
    assert (reply.scene.version, reply.scene.turn, reply.scene.notify) == (scene.version + 1, 1, ())
    assert last_word(reply) is None
    assert reply.shown.live is not None
    assert reply.shown.live.turn == 1
    await show(other, channel, reply)
    assert await pending(club, other) == []


async def test_a_turn_that_ended_unseen_is_closed_and_told(club: Club) -> None:
    """The old message gets its closing, and the next player is notified as if nothing had happened."""
    await club.begin()
    await commit_and_die(club, "place 1", "pass")
    [(_, reply)] = [entry async for entry in club.table.pending("web")]
    assert reply.scene is not None
    assert reply.scene.notify == (BO,)
    assert keys(last_word(reply)) == ("story.placed", "standings")


async def test_only_the_platform_that_is_asked_for(club: Club) -> None:
    """Another platform's games are not this one's to show."""
    await club.begin()
    await commit_and_die(club, "place 1")
    assert [entry async for entry in club.table.pending("telegram")] == []


async def test_a_game_that_cannot_be_read_does_not_stop_the_others(club: Club) -> None:
    """A corrupt game is left out, all others are shown."""
    await club.begin()
    await commit_and_die(club, "place 1")
    await club.store.create(
        Channel("web", ("broken",)), "broken", Change(header={"status": "lobby"}), over="", once=""
    )
    assert [channel for channel, _ in await pending(club)] == [CHANNEL]
