"""The web table as its operator starts it: a process of its own."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def web_table(folder: Path, **settings: str) -> AsyncIterator[str]:
    """The address of a running one with these settings. It ends as it should."""
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "BASTIDE_WEB": "127.0.0.1:0"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", stdout=PIPE, cwd=folder, env=environment | settings
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(60):
            while not (line := (await process.stdout.readline()).decode()).startswith("bastide ready: "):
                assert process.returncode is None
        yield line.split("web=")[1].split()[0]
    finally:
        process.send_signal(signal.SIGTERM)
        await process.communicate()
    assert process.returncode == 0
