"""Notices are there where the table has an address, and nowhere else: as a bot that runs has it."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bot.pushing.service import raw
from tests.bot.web_app.page import opened

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def bot(folder: Path, **settings: str) -> AsyncIterator[str]:
    """The address of a web table that runs as its operator starts it."""
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "REDIS_URL": "memory://"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", stdout=PIPE, cwd=folder,
        env=environment | {"BASTIDE_WEB": "127.0.0.1:0", **settings},
    )  # fmt: skip
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


@pytest.mark.parametrize("public", ["", "https://table.example.org"])
async def test_an_address_is_all_that_it_takes(tmp_path: Path, public: str) -> None:
    """With it a page gets our key, which no operator has to make; without it there is no trace of it."""
    async with bot(tmp_path, BASTIDE_PUBLIC_URL=public) as site, opened(site, "friday") as ann:
        async with ann.session.get(f"{site}r/friday") as answer:
            (told,) = re.findall(r'data-notices="(.*?)"', await answer.text())
        assert bool(told) == bool(public)
        if public:
            await ann.socket.send_json({"type": "notices", "key": True})
            assert len(raw((await ann.expect("notices"))["key"])) == 65
