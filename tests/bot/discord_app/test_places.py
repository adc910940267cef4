"""Threads that sleep or are locked, rights that come and go, messages that are deleted: the game is found."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.live.trouble import TroubleKind
from bot.store import open_store
from bot.texts import Texts
from tests.bot.discord_app.club import Club, short_bag
from tests.bot.discord_app.stage import commands
from tests.discord_server import DiscordServer, Payload
from tests.discord_server.api import Call
from tests.discord_server.world import INVITED, MANAGE_THREADS, SEND_MESSAGES


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    """A Discord on this machine. No request may be a wrong one."""
    async with DiscordServer() as server:
        yield server
        assert not server.problems, "\n".join(server.problems)


@pytest.fixture
async def club(
    server: DiscordServer,
    texts: Texts,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> AsyncIterator[Club]:
    """A game in which it is Ann's turn; in a thread where the test says so."""
    monkeypatch.setattr("core.records.record.full_bag", short_bag)
    store = await open_store("memory://", tmp_path)
    club = Club(server, store, texts, thread=getattr(request, "param", "") == "thread")
    await club.start()
    await club.begin()
    yield club
    await club.stop()
    await store.close()


in_a_thread = pytest.mark.parametrize("club", ["thread"], indirect=True)


def link(club: Club, message: Payload) -> str:
    """The address of a message."""
    return f"https://discord.com/channels/{club.guild['id']}/{club.room['id']}/{message['id']}"


async def trouble(club: Club, kind: TroubleKind) -> None:
    """Wait until the place cannot be shown its game, for this reason."""
    async with asyncio.timeout(60):
        while club.trouble is not kind:
            await asyncio.sleep(0.002)


@in_a_thread
async def test_a_sleeping_thread_is_woken_while_a_tile_is_laid(club: Club) -> None:
    """Its message cannot be edited: a new one wakes the thread, calls nobody, and the old one is closed."""
    old, called = club.live, club.called()
    await club.server.archive(club.room)
    await club.tap(club.ann, "place 1")
    await club.settle()
    assert club.live["id"] != old["id"]
    assert not club.room["thread_metadata"]["archived"]
    assert old["components"] == []
    assert club.called() == called
    await club.finish()


@in_a_thread
async def test_a_sleeping_thread_is_woken_by_the_next_turn(club: Club) -> None:
    """The new turn's message wakes it, and then the old one's buttons go."""
    await club.tap(club.ann, "place 1")
    await club.settle()
    old = club.live
    await club.server.archive(club.room)
    await club.tap(club.ann, "pass")
    await club.settle()
    assert old["components"] == []
    assert club.called() == ["Ann", "Bo"]
    await club.finish()


@in_a_thread
async def test_a_locked_thread_is_shown_its_game_when_it_is_unlocked(club: Club) -> None:
    """A move that was made before the lock was known counts, which the person is told; then it is shown."""

    async def lock(call: Call) -> None:
        if call.method == "PATCH" and call.path.startswith("/channels/"):
            await club.server.lock(club.room)

    club.server.before.append(lock)
    asked = await club.insist(lambda: club.press(club.ann, "place 1"))
    club.server.before.clear()
    assert "thread is closed" in club.answer(asked)[0]["content"]
    await trouble(club, TroubleKind.CLOSED)
    await club.server.unlock(club.room)
    await club.settle()
    await club.check_live()
    await club.finish()


@in_a_thread
async def test_who_manages_threads_shows_it_in_a_locked_one(club: Club) -> None:
    """With that right nothing is in the way."""
    await club.server.permit(club.parent, INVITED | MANAGE_THREADS)
    await club.server.lock(club.room)
    await club.tap(club.ann, "place 1")
    await club.settle()
    await club.check_live()


@pytest.mark.parametrize("by", ["channel", "role"])
async def test_rights_that_are_given_back_show_the_game(club: Club, by: str) -> None:
    """What came about while the bot could not write is shown as soon as it can, without anybody's tap."""
    place = club.guild if by == "role" else club.room
    await club.tap(club.ann, "place 1")
    await club.settle()
    taken = asyncio.Event()

    async def take(call: Call) -> None:
        if call.path.startswith("/channels/") and not taken.is_set():
            taken.set()
            await club.server.permit(place, INVITED & ~SEND_MESSAGES)

    club.server.before.append(take)
    asked = await club.insist(lambda: club.press(club.ann, "pass"))
    assert "may not show it here" in club.answer(asked)[0]["content"]
    await trouble(club, TroubleKind.RIGHT)
    await club.server.permit(place, INVITED)
    await club.settle()
    await club.check_live()
    assert club.called() == ["Ann", "Bo"]
    await club.finish()


@pytest.mark.parametrize("command", ["game", "board", "draw"])
async def test_a_deleted_live_message_is_brought_back(club: Club, command: str) -> None:
    """Whoever looks for the game finds it again."""
    old = club.live
    await club.server.remove(old)
    await club.server.command(club.ann, club.room, command)
    await club.server.until(lambda: bool(club.server.buttons(club.room)))
    await club.settle()
    await club.check_live()
    assert club.live["id"] != old["id"]
    assert club.called() == ["Ann"]
    await club.finish()


async def test_an_old_button_leads_to_a_live_message_that_was_deleted(club: Club) -> None:
    """Pressed in a message of an earlier moment, it brings the live one back and loses its own buttons."""
    old = club.live
    offered = old["components"]
    await club.tap(club.ann, "place 1")
    await club.settle()
    await club.tap(club.ann, "pass")
    await club.settle()
    await club.server.remove(club.live)
    # A message that was closed, as somebody's program may still show it.
    old["components"] = offered
    asked = await club.insist(
        lambda: club.server.press(club.ann, old, commands(old)["place 1"], wait=False), changes=False
    )
    await club.settle()
    (told,) = club.answer(asked)
    assert link(club, club.live) in told["content"]
    assert old["components"] == []
    await club.check_live()
    await club.finish()


async def test_a_bot_that_was_removed_shows_the_game_when_it_is_back(club: Club) -> None:
    """Without a place to show anything it does not try all the time; added again, it shows the game."""
    assert club.app is not None
    club.clock.pass_by(hours=1)
    await club.server.remove_bot(club.guild)
    reply = await club.table.face(club.channel)
    assert reply is not None
    assert club.app._client is not None
    while club.app._client.get_guild(int(club.guild["id"])) is not None:
        await asyncio.sleep(0.002)
    displays = club.displays
    assert displays is not None
    displays.look(club.channel, doubt=True)
    await trouble(club, TroubleKind.NO_PLACE)
    async with asyncio.timeout(60):
        while displays.busy:
            await asyncio.sleep(0.002)
    await club.server.remove(club.live)
    await club.server.add_bot(club.guild)
    await club.server.until(lambda: bool(club.server.buttons(club.room)))
    await club.settle()
    await club.check_live()
    await club.finish()


async def test_an_answer_without_its_picture(club: Club) -> None:
    """Where Discord refuses the picture of an answer, it is given in words."""
    club.server.fail(
        "PATCH", "/webhooks/*", status=413, code=40005, times=100, when=lambda call: bool(call.files)
    )
    (told,) = await club.ask(club.ann, "board")
    assert "may not send pictures" in told["content"]
    assert told["attachments"] == []
