"""Several real workers, each started again when it ends, and what hands them Telegram's updates."""

import asyncio
import json
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from aiohttp import ClientError, ClientSession, ClientTimeout, web

from tests.bot.store.redis_server import free_port
from tests.discord_server import DiscordServer
from tests.telegram_server import TOKEN, BotApiServer

ROOT: Final = Path(__file__).parents[3]
PATIENCE: Final = 4.0
"""Seconds for which the balancer waits for a worker before it gives an update to another."""
SEVERE: Final = ("error", "critical")


@dataclass(eq=False)
class Worker:
    """One ``python -m bot``, which is started again whenever it ends.

    ``refused`` are the last words of those that could not start, ``fallen`` those of any that ended by
    itself after it was ready. ``ready`` tells whether it serves, as far as anybody knows.
    """

    number: int
    folder: Path
    environment: dict[str, str]
    web_port: int = field(default_factory=free_port)
    hook_port: int = field(default_factory=free_port)
    process: Process | None = None
    ready: bool = False
    killed: bool = False
    frozen: bool = False
    starts: int = 0
    refused: list[str] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    _keeping: asyncio.Task[None] | None = None

    @property
    def site(self) -> str:
        """Where its web table is."""
        return f"http://127.0.0.1:{self.web_port}/"

    @property
    def hook(self) -> str:
        """Where it takes updates."""
        return f"http://127.0.0.1:{self.hook_port}/hook"

    @property
    def log(self) -> Path:
        """What all its processes have logged."""
        return self.folder / f"worker-{self.number}.log"

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self.process is not None and self.process.returncode is None

    def start(self) -> None:
        """Run it from now on."""
        self._keeping = asyncio.create_task(self._keep(), name=f"worker {self.number}")

    def kill(self) -> None:
        """End it at once; it is started again."""
        if self.process is not None and self.running:
            self.killed = True
            self.ready = False
            self.process.kill()

    def freeze(self) -> None:
        """Stop it where it is."""
        self._send(signal.SIGSTOP)
        self.frozen = True

    def thaw(self) -> None:
        """Let it go on."""
        self._send(signal.SIGCONT)
        self.frozen = False

    def _send(self, number: signal.Signals) -> None:
        if self.process is not None and self.running:
            self.process.send_signal(number)

    async def stop(self) -> int | None:
        """End it in order, for good: its status."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        self.thaw()
        self._send(signal.SIGTERM)
        if self.process is None:
            return None
        try:
            async with asyncio.timeout(30):
                await self.process.communicate()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
        return self.process.returncode

    async def _keep(self) -> None:
        while True:
            self.starts += 1
            self.killed = False
            with self.log.open("ab") as said:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "bot",
                    env=self.environment
                    | {
                        "BASTIDE_WEB": f"127.0.0.1:{self.web_port}",
                        "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{self.hook_port}",
                    },
                    stdout=PIPE, stderr=said, cwd=self.folder,
                )  # fmt: skip
            assert self.process.stdout is not None
            line = await self.process.stdout.readline()
            begun = self.ready = line.startswith(b"bastide ready: ")
            status = await self.process.wait()
            self.ready = False
            if not self.killed:
                words = (self.log.read_text().splitlines() or [""])[-1]
                (self.fallen if begun else self.refused).append(f"status {status}: {words}")
                await asyncio.sleep(0.3)

    def severe(self) -> list[str]:
        """What was logged as an error."""
        found = []
        for line in self.log.read_text().splitlines() if self.log.exists() else ():
            try:
                entry = json.loads(line)
            except ValueError:
                # A start error is a plain sentence for whoever started it; anything else is a surprise.
                found += [line] if line.startswith(("Traceback", "Fatal", "  File")) else []
            else:
                if entry.get("level") in SEVERE or "Traceback" in line:
                    found.append(line)
        return found


def environment(discord: DiscordServer, telegram: BotApiServer, url: str, hook: str) -> dict[str, str]:
    """What all workers are told."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_BASE": discord.api_base,
        "DISCORD_GATEWAY": discord.gateway,
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_API_BASE": telegram.base,
        "TELEGRAM_WEBHOOK_URL": hook,
        "REDIS_URL": url,
        "BASTIDE_LOG_FORMAT": "json",
    }


class Balancer:
    """Takes what Telegram posts and hands it to a live worker at random; a refusal makes Telegram post again.

    Of the next ``twice`` updates each goes to two workers at once, which may be the same.
    """

    def __init__(self, chance: random.Random) -> None:
        self.workers: Sequence[Worker] = ()
        self.twice = 0
        self.port = free_port()
        self._chance = chance
        self._session: ClientSession | None = None
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """What Telegram is told."""
        return f"http://127.0.0.1:{self.port}/hook"

    async def start(self) -> None:
        """Listen."""
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/hook", self._take)
        self._session = ClientSession(timeout=ClientTimeout(total=PATIENCE))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    async def stop(self) -> None:
        """Listen no more."""
        if self._session is not None:
            await self._session.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _take(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {
            name: value
            for name, value in request.headers.items()
            if name.startswith("X-Telegram") or name == "Content-Type"
        }
        live = [worker for worker in self.workers if worker.ready]
        if not live:
            return web.Response(status=502)
        times = 1
        if self.twice:
            self.twice, times = self.twice - 1, 2
        chosen = [self._chance.choice(live) for _ in range(times)]
        found = await asyncio.gather(*(self._post(worker, body, headers) for worker in chosen))
        return web.Response(status=max(found))

    async def _post(self, worker: Worker, body: bytes, headers: dict[str, str]) -> int:
        assert self._session is not None
        with suppress(ClientError, TimeoutError, ConnectionError):
            async with self._session.post(worker.hook, data=body, headers=headers) as response:
                return response.status
        return 502


def left_behind(folder: Path) -> list[str]:
    """The processes that still run in a folder, or in one below it: their command lines."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            where = (process / "cwd").readlink()
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if words and (where == folder or folder in where.parents):
                found.append(words)
    return found
