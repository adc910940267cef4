"""``python -m bot`` on a Discord of our own: real pictures, a real store, a real kill."""

import asyncio
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bot.discord_app.program import settings
from tests.bot.discord_app.stage import Stage, playable
from tests.discord_server import DiscordServer

READY_SECONDS = 60


@asynccontextmanager
async def bot(server: DiscordServer, data: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot as a process that has said that it is ready; it is killed in the end."""
    with (data.parent / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot",
            env=settings(server, data),
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            line = await asyncio.wait_for(process.stdout.readline(), READY_SECONDS)
            assert line.startswith(b"bastide ready: discord=Bastide "), (data.parent / "bot.log").read_text()
            yield process
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGKILL)
            await process.wait()


async def test_a_killed_bot_goes_on_where_it_was(tmp_path: Path) -> None:
    """The bot is killed in mid-turn and started again: the buttons of the same message play on."""
    chance = random.Random(7)
    async with DiscordServer() as server:
        stage = Stage(server)
        async with bot(server, tmp_path / "data"):
            await stage.open(order="joined")
            await stage.play(stage.bo, "join")
            await stage.play(stage.ann, "start")
            # The first picture takes a process that has to start, so its words may come before it.
            await server.until(lambda: bool(stage.last["attachments"]))
            (picture,) = stage.last["attachments"]
            assert len(server.world.files[picture["url"]]) > 10_000, "a real picture"
            assert len(picture["description"]) > 40
            for _ in range(6):
                await stage.play(stage.mover, chance.choice(playable(stage.last)))
            turn = stage.last["id"]
        async with bot(server, tmp_path / "data") as process:
            assert stage.last["id"] == turn
            await stage.play(stage.mover, chance.choice(playable(stage.last)))
            process.terminate()
            assert await asyncio.wait_for(process.wait(), 60) == 0
        assert not server.problems, "\n".join(server.problems)
    log = (tmp_path / "bot.log").read_text()
    assert server.token not in log
    assert not [interaction for interaction in server.world.interactions if interaction in log]


@pytest.mark.slow
async def test_a_killed_bot_keeps_time_when_it_is_back(tmp_path: Path) -> None:
    """A turn of a minute runs on while the bot is dead for twenty seconds, and the next process skips it."""
    async with DiscordServer() as server:
        stage = Stage(server)
        async with bot(server, tmp_path / "data"):
            await stage.open(order="joined", clock="1m", timeout="skip")
            await stage.play(stage.bo, "join")
            await stage.play(stage.ann, "start")
            first = stage.last["id"]
        await asyncio.sleep(20)
        assert stage.last["id"] == first
        async with bot(server, tmp_path / "data"):
            await server.until(lambda: stage.last["id"] != first, within=140)
            assert [user["global_name"] for user in stage.last["mentions"]] == ["Bo"]
            notices = [m for m in server.world.public(stage.channel) if "message_reference" in m]
            assert notices == []
        assert not server.problems
