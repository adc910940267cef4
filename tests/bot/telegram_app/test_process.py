"""The real program: ``python -m bot`` as a process, killed without warning in the middle of a turn."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.program import Launch, launching
from tests.telegram_server import SERVER_ERROR, Message

pytestmark = pytest.mark.slow


@pytest.fixture
async def launch(world: World, tmp_path: Path) -> AsyncIterator[Launch]:
    """Starts the bot over and over on one folder, and waits until it is ready."""
    async with launching(world.server, tmp_path / "data") as start:
        yield start


async def test_a_killed_bot_goes_on_where_it_was(world: World, launch: Launch) -> None:
    """SIGKILL between a move and its picture: the next process shows it, and its buttons work."""
    first = await launch()
    chat, server = world.group, world.server
    await chat.say(world.ann, "/new")
    await chat.press(world.bo, "Join")
    await chat.until(lambda: "(2 of" in chat.last.text)
    await chat.press(world.ann, "Start")
    await chat.until(lambda: len(chat.from_bot) == 2 and bool(chat.last.photo))
    message: Message = chat.last
    (mover,) = [user for user in (world.ann, world.bo) if user.id in message.mentions]
    server.inject("editMessageMedia", SERVER_ERROR, times=1000)
    before = message.text
    await chat.press(mover, "1")
    await chat.until(lambda: bool(server.made("editMessageMedia")))
    first.kill()
    await first.wait()
    server.recover()
    assert message.text == before
    second = await launch()
    await chat.until(lambda: message.text != before and "Pass" in message.labels, "the move's picture")
    assert len(chat.from_bot) == 2
    await chat.press(mover, "Pass")
    await chat.until(lambda: len(chat.from_bot) == 3 and not message.buttons)
    second.send_signal(signal.SIGTERM)
    assert await second.wait() == 0


async def test_a_wrong_token_ends_the_program(world: World) -> None:
    """One sentence on standard error, exit status 1, no token in it."""
    environment = {
        "PATH": os.environ["PATH"],
        "TELEGRAM_TOKEN": "4242:wrong",
        "TELEGRAM_API_BASE": world.server.base,
        "BASTIDE_WEB": "off",
        "REDIS_URL": "memory://",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=environment, stdout=PIPE, stderr=PIPE
    )
    said, complained = (text.decode() for text in await process.communicate())
    assert process.returncode == 1
    assert said == ""
    assert complained.splitlines()[-1].startswith("Telegram rejects TELEGRAM_TOKEN")
    assert "4242:wrong" not in complained
