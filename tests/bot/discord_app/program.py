"""The real program as a process, started over and over on one folder."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.discord_server import DiscordServer

Launch = Callable[[], Awaitable[Process]]


def settings(server: DiscordServer, data: Path, **others: str) -> dict[str, str]:
    """The environment of a program that plays on this server only, with this folder for its games."""
    return {
        "PATH": os.environ["PATH"],
        "DISCORD_TOKEN": server.token,
        "DISCORD_API_BASE": server.api_base,
        "DISCORD_GATEWAY": server.gateway,
        "BASTIDE_DATA": str(data),
        "BASTIDE_WEB": "off",
        "BASTIDE_LOG": "debug",
        **others,
    }


@asynccontextmanager
async def launching(
    server: DiscordServer, data: Path, secrets: Iterable[str] = (), **others: str
) -> AsyncIterator[Launch]:
    """Starts ``python -m bot`` with this folder for its games, and waits until it is ready.

    At the end all processes are stopped; none may have said the token, or one of the ``secrets`` by then.
    """
    log = data / "program.log"
    running: list[Process] = []

    async def start() -> Process:
        with log.open("ab") as said:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", env=settings(server, data, **others), stdout=PIPE, stderr=said
            )
        running.append(process)
        assert process.stdout is not None
        async with asyncio.timeout(60):
            ready = (await process.stdout.readline()).decode()
        assert ready.startswith("bastide ready: discord=Bastide "), log.read_text()
        return process

    try:
        yield start
    finally:
        for process in running:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
            await process.communicate()
    assert not [secret for secret in (server.token, *secrets) if secret in log.read_text()]
