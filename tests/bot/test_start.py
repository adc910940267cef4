"""``python -m bot`` as a process, on stores that are not as they should be."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.settings import open_to_others
from tests.bot.store.redis_server import RedisServer, free_port
from tests.env_example import example_settings

READY_SECONDS = 60


@asynccontextmanager
async def bot(
    folder: Path, *arguments: str, stdin: str = os.devnull, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot as a process with these settings and no others; it is ended after the test."""
    environment = {name: value for name, value in os.environ.items() if name not in example_settings()}
    given = os.open(stdin, os.O_RDONLY)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        env={**environment, "PYTHONPATH": str(Path.cwd()), **settings},
        cwd=folder,
        stdin=given,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    os.close(given)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def test_a_bot_on_a_full_store_starts_and_is_not_healthy(
    start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """It serves what can be served; ``/health`` and ``health`` say why it is not well, until it is."""
    server = start_server(maxmemory="1")
    web = f"127.0.0.1:{free_port()}"
    settings = {"REDIS_URL": server.url, "BASTIDE_WEB": web}
    async with bot(tmp_path, **settings) as process, aiohttp.ClientSession() as session:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), READY_SECONDS)
        assert line.startswith(b"bastide ready: "), (await process.communicate())[1].decode()
        async with session.get(f"http://{web}/health") as response:
            assert response.status == 503
            assert await response.json() == {"status": "unavailable", "reason": "store full"}
        async with bot(tmp_path, "health", **settings) as asking:
            _, told = await asking.communicate()
            assert asking.returncode == 1
            assert b"Its memory is full: give it more (maxmemory)" in told
            assert len(told.splitlines()) == 1
        with server.client() as client:
            client.config_set("maxmemory", "0")
        async with session.get(f"http://{web}/health") as response:
            assert response.status == 200


async def test_tokens_that_others_can_read_are_told_at_the_start(tmp_path: Path) -> None:
    """The first line of the log says what to do about the file; one for its owner alone needs nothing."""
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=\n")
    file.chmod(0o640)
    assert open_to_others(file)
    async with bot(tmp_path, REDIS_URL="memory://", BASTIDE_WEB=f"127.0.0.1:{free_port()}") as process:
        assert process.stderr is not None
        line = await asyncio.wait_for(process.stderr.readline(), READY_SECONDS)
    assert b"Others can read .env and the tokens in it: chmod 600 .env" in line
    file.chmod(0o600)
    assert not open_to_others(file)
    assert not open_to_others(tmp_path / "none")
