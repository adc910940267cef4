"""Several workers for one Discord bot: each serves its shards, and no shard is served twice."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.claims import Claims
from bot.clock import SystemClock
from bot.discord_app.app import DiscordApp
from bot.errors import StartError
from bot.live.trouble import TroubleKind
from bot.people import Channel
from bot.request import Reply
from bot.scene import Phrase, Scene
from bot.shards import Shards
from bot.store.redis_store import RedisStore
from bot.store.workers.holder import Holder
from bot.table.table import Table
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour
from tests.bot.discord_app.stage import QUICK
from tests.bot.store.redis_server import RedisServer
from tests.bot.workers.conftest import ROOT, claiming
from tests.discord_server import DiscordServer, Payload


@pytest.fixture
async def server(store: RedisStore, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    """A Discord of our own. No request may break the published description."""
    await store._link.ask("FLUSHALL")
    async with DiscordServer() as running:
        # An app that stops puts back what was there before; here others go on in the same process.
        monkeypatch.setattr(Route, "BASE", running.api_base)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(running.gateway))
        yield running
        assert running.problems == []


@pytest.fixture
def worker(server: DiscordServer, store: RedisStore, texts: Texts) -> Any:
    """Makes workers, each with claims of its own, which run until the test leaves them."""

    @asynccontextmanager
    async def work(shards: str = "", **settings: Any) -> AsyncIterator[tuple[DiscordApp, Claims]]:
        async with AsyncExitStack() as parts:
            claims = await parts.enter_async_context(claiming(store, "discord", **settings))
            app = DiscordApp(
                token=server.token,
                api_base=server.api_base,
                gateway=server.gateway,
                table=Table(store, SystemClock()),
                texts=texts,
                painter=OneColour(),
                language="en",
                patience=QUICK,
                shards=Shards.parse(shards) if shards else None,
                claims=claims,
            )
            await app.start()
            parts.push_async_callback(app.stop)
            yield app, claims

    return work


class Programs:
    """Processes of the bot, on one store."""

    def __init__(self, server: DiscordServer, url: str, folder: Path) -> None:
        self._settings = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": server.token,
            "DISCORD_API_BASE": server.api_base,
            "DISCORD_GATEWAY": server.gateway,
            "BASTIDE_WEB": "off",
            "REDIS_URL": url,
        }
        self._folder = folder

    @asynccontextmanager
    async def run(self, shards: str) -> AsyncIterator[Process]:
        """A process that is ready."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot",
            env=self._settings | {"DISCORD_SHARDS": shards}, stdout=PIPE, stderr=PIPE, cwd=self._folder,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            async with asyncio.timeout(60):
                ready = await process.stdout.readline()
            assert ready.startswith(b"bastide ready: discord=Bastide "), (await process.communicate())[1]
            yield process
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
            await process.communicate()

    async def end(self, process: Process) -> tuple[int | None, str]:
        """How a process ends by itself, and its last words."""
        async with asyncio.timeout(60):
            _, said = await process.communicate()
        return process.returncode, said.decode().splitlines()[-1]


async def lobby(server: DiscordServer, channel: Payload, *people: Payload) -> None:
    """Let people open a lobby and join it."""
    first, *others = people
    await server.command(first, channel, "new")
    await server.until(lambda: bool(server.buttons(channel)))
    for person in others:
        message, ids = server.buttons(channel)[-1]
        await server.press(person, message, next(id_ for id_ in ids if id_.endswith(":join")))
    count = f"({len(people)} of"
    await server.until(lambda: count in server.world.public(channel)[-1]["content"])


async def test_each_process_serves_its_shards(
    server: DiscordServer, shared_redis: RedisServer, store: RedisStore, tmp_path: Path
) -> None:
    """A guild each; one that is killed is back at once, and one that was replaced says so and ends."""
    programs = Programs(server, shared_redis.url, tmp_path)
    rooms = [server.world.add_channel(server.world.add_guild(shard=shard)) for shard in (0, 1)]
    ann, bo = server.world.add_user("Ann"), server.world.add_user("Bo")
    async with AsyncExitStack() as running:
        starting = (running.enter_async_context(programs.run(shards)) for shards in ("0/2", "1/2"))
        first, second = await asyncio.gather(*starting)
        assert sorted(server.shards) == [(0, 2), (1, 2)]
        for room in rooms:
            await lobby(server, room, ann, bo)
        held = await store.leases.held()
        assert {what: holder.pid for what, holder in held.items()} == {
            "discord:4242:0": first.pid,
            "discord:4242:1": second.pid,
        }
        second.kill()
        await second.wait()
        async with programs.run("1/2") as again:
            message, ids = server.buttons(rooms[1])[-1]
            await server.press(bo, message, next(id_ for id_ in ids if id_.endswith(":leave")))
            await server.until(lambda: "(1 of" in server.world.public(rooms[1])[-1]["content"])
            other = Holder.here()
            await store._link.ask("SET", "bastide:lease:discord:4242:1", other.text)
            status, sentence = await programs.end(again)
            assert status == 1
            assert sentence.startswith("Shard 1 of 2 of the Discord bot bastide was taken over by another")
            assert str(other) in sentence
            assert sentence.count(". ") == 0
        await lobby(server, server.world.add_channel(server.world.guilds[int(rooms[0]["guild_id"])]), ann, bo)


async def test_a_second_bot_for_a_shard_does_not_start(worker: Any, server: DiscordServer) -> None:
    """It connects nothing: it waits for a dead one's claim to end, and then says who is alive."""
    async with worker("0-0/2") as (_, claims):
        with pytest.raises(StartError, match=r"^Shard 0 of 2 of the Discord bot bastide") as caught:
            async with worker("0/2"):
                pass
        assert str(claims.me) in str(caught.value)
        async with worker("1/2"):
            assert server.shards == [(0, 2), (1, 2)]


async def test_whoever_has_the_first_shard_registers_the_commands(worker: Any, server: DiscordServer) -> None:
    """All others read only which numbers they have."""
    async with worker("1/2"):
        assert server.world.commands == []
        async with worker("0/2"):
            commands = server.world.commands
            assert commands
            del commands[0]
            async with worker("2/4"):
                assert server.world.commands is commands


async def test_a_standby_takes_over(worker: Any, server: DiscordServer) -> None:
    """It starts at once, is connected to nothing as long as the first is, and goes on where that stopped."""
    room = server.world.add_channel(server.world.add_guild())
    ann, bo = server.world.add_user("Ann"), server.world.add_user("Bo")
    async with AsyncExitStack() as first:
        await first.enter_async_context(worker())
        async with worker(standby=True) as (second, _):
            await lobby(server, room, ann)
            assert not await second.reachable()
            assert server.shards == [(0, 1)]
            await first.aclose()
            async with asyncio.timeout(60):
                while not await second.reachable():
                    await asyncio.sleep(0.02)
            message, ids = server.buttons(room)[-1]
            await server.press(bo, message, next(id_ for id_ in ids if id_.endswith(":join")))
            await server.until(lambda: "(2 of" in server.world.public(room)[-1]["content"])
    async with worker(standby=True):
        pass


async def test_without_a_range_all_shards_that_discord_recommends_are_served(
    worker: Any, server: DiscordServer, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one process, one after the other, at the pace that the library keeps."""

    async def at_once(*_: object, **__: object) -> None:
        """Discord's pause of five seconds is the library's matter."""

    monkeypatch.setattr("bot.discord_app.client.BastideClient.before_identify_hook", at_once)
    server.recommend(3)
    room = server.world.add_channel(server.world.add_guild(shard=2))
    ann = server.world.add_user("Ann")
    async with worker():
        assert server.shards == [(0, 3), (1, 3), (2, 3)]
        assert sorted(await store.leases.held()) == [f"discord:4242:{shard}" for shard in range(3)]
        await lobby(server, room, ann)


async def test_places_of_other_shards_are_shown_too(worker: Any, server: DiscordServer) -> None:
    """Whoever keeps the time may show any place; that of a guild that the bot left is given up."""
    rooms = [server.world.add_channel(server.world.add_guild(shard=1)) for _ in range(3)]
    shown, left, closed = (Channel("discord", (room["guild_id"], room["id"])) for room in rooms)
    server.world.absent.add(int(left.place[0]))
    for channel in (left, closed):
        server.world.permissions[int(channel.place[1])] = 0
    reply = Reply(scene=Scene(lines=(Phrase("choice.tutorial"),), game="g1", version=1))
    async with worker("0/2") as (app, _):
        displays = app._client.desk.displays
        displays.show(shown, reply)
        kinds = [trouble.kind for trouble in [await displays.show(place, reply) for place in (left, closed)]]
        assert kinds == [TroubleKind.NO_PLACE, TroubleKind.RIGHT]
        await server.until(lambda: bool(server.world.public(rooms[0])))
