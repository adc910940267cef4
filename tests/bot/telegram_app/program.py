"""The real program as a process, started over and over on one folder."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.telegram_server import TOKEN, BotApiServer

Launch = Callable[[], Awaitable[Process]]


@asynccontextmanager
async def launching(
    server: BotApiServer, data: Path, secrets: Iterable[str] = (), **settings: str
) -> AsyncIterator[Launch]:
    """Starts ``python -m bot`` with this folder for its games, and waits until it is ready.

    At the end all processes are stopped; none may have said the token, or one of the ``secrets`` by then.
    """
    environment = {
        "PATH": os.environ["PATH"],
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_API_BASE": server.base,
        "BASTIDE_WEB": "off",
        "BASTIDE_DATA": str(data),
        "BASTIDE_LOG": "debug",
    } | settings
    running: list[Process] = []

    async def start() -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env=environment, stdout=PIPE, stderr=PIPE
        )
        running.append(process)
        assert process.stdout is not None
        async with asyncio.timeout(60):
            ready = (await process.stdout.readline()).decode()
        assert "telegram=@BastideTestBot" in ready, (await process.communicate())[1].decode()
        return process

    yield start
    for process in running:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        _, said = await process.communicate()
        assert not [secret for secret in (TOKEN, *secrets) if secret in said.decode()]
