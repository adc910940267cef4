"""Alone against the computer in a channel on Discord."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord_app.places import DM
from bot.games.loading import Games
from bot.people import Channel
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.computer import short_bag
from tests.bot.discord_app.club import Club
from tests.bot.discord_app.stage import commands
from tests.discord_server import DiscordServer


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    """A Discord on this machine. No request may be a wrong one."""
    async with DiscordServer() as server:
        yield server
        assert not server.problems, "\n".join(server.problems)


@pytest.fixture
async def club(server: DiscordServer, tmp_path: Path, texts: Texts) -> AsyncIterator[Club]:
    """A place with a running bot."""
    store = await open_store("memory://", tmp_path)
    assert isinstance(store, RedisStore)
    club = Club(server, store, texts)
    await club.start()
    yield club
    await club.stop()
    await store.close()


@pytest.mark.parametrize("private", [False, True], ids=["in a channel", "in private"])
async def test_one_person_plays_a_whole_game(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, private: bool
) -> None:
    """Opponents are a blank of /new; only the person is ever mentioned, once for each turn of theirs."""
    if private:
        club.room = club.server.world.private(club.ann)
        club.channel = Channel("discord", (DM, club.room["id"]))
    monkeypatch.setattr("core.records.record.full_bag", short_bag)
    await club.say(club.ann, "new", order="joined", opponents=2, level="gentle")
    await club.settle()
    assert ("join" in commands(club.live)) != private
    await club.tap(club.ann, "start")
    await club.settle()
    while True:
        game = await Games(club.store).current(club.channel)
        assert game is not None
        if game.opponent_decides:
            assert "undo" in commands(club.live)
            club.clock.pass_by(seconds=2)
            await club.look_at_the_clock()
            assert club.keeper is not None
            await asyncio.gather(*club.keeper._answers)
        else:
            move = next((name for name in commands(club.live) if name.split()[0] in {"place", "pass"}), None)
            if move is None:
                break
            await club.tap(club.ann, move)
        await club.settle()
        club.check()
    assert club.called() == ["Ann", "Ann"]
    assert "wins" in club.live["content"]
    assert "⚙ Bastide 2 (gentle)" in club.live["content"]
