"""The programs under load, as processes: a redis-server that syncs every change, and the bot itself."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from redis import Redis

from benchmarks._held import megabytes
from bot.processes.slow import stat_of
from tests.bot.store.redis_server import RedisServer

ROOT: Final = Path(__file__).resolve().parent.parent
TICKS: Final = os.sysconf("SC_CLK_TCK")
CHOSEN: Final = ("BASTIDE_DATA", "BASTIDE_MEMORY", "PYTHONPATH", "PYTHONSAFEPATH")
"""What whoever measures may have set for the bot."""
QUIET: Final = 0.1
"""A process that takes less of a core than this has nothing to do."""


def family(pid: int) -> Iterator[int]:
    """The process and whatever it has started that still runs."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from family(int(child))


def cpu(pid: int) -> float:
    """Seconds of CPU that the process and its children have taken, those that have ended included."""
    total = 0
    for each in family(pid):
        fields = stat_of(each)
        total += sum(map(int, fields[11:15] if each == pid else fields[11:13]))
    return total / TICKS


def own_cpu(pid: int) -> float:
    """Seconds of CPU that the process itself has taken."""
    return sum(map(int, stat_of(pid)[11:13])) / TICKS


def memory(pid: int) -> float:
    """Megabytes that the process and its children hold; files that they have loaded count once."""
    return sum(megabytes(*family(pid)))


class Store:
    """A redis-server of its own: every change is on the disk before it is answered."""

    def __init__(self, folder: Path) -> None:
        self._server = RedisServer(folder)
        self._server.start()
        self.url = self._server.url
        self._client: Redis = self._server.client()

    @property
    def pid(self) -> int:
        """The server's process."""
        return int(self._client.info("server")["process_id"])

    def reads(self) -> int:
        """How often the server has read a request from anybody: a pipeline or a script is read at once."""
        return int(self._client.info("stats")["total_reads_processed"])

    def stop(self) -> None:
        """End the server."""
        self._client.close()
        self._server.stop()


class Bot:
    """The bot, as ``python -m bot`` starts it. Raises RuntimeError when it does not become ready."""

    def __init__(self, folder: Path, settings: Mapping[str, str], profile: str = "") -> None:
        self._log = folder / "bot.log"
        environment = {
            "PATH": os.environ["PATH"], "BASTIDE_WEB": "off", "BASTIDE_DATA": str(folder / "data"),
            "BASTIDE_LOG": "warning", **settings,
            **{name: os.environ[name] for name in CHOSEN if name in os.environ},
        }  # fmt: skip
        with self._log.open("wb") as said:
            self._process = subprocess.Popen(  # noqa: S603 - this very program
                [sys.executable, "-m", *(("benchmarks._load_profile", profile) if profile else ("bot",))],
                cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=said,
            )  # fmt: skip
        begun = time.monotonic()
        said_first = b"" if self._process.stdout is None else self._process.stdout.readline()
        if not said_first.startswith(b"bastide ready"):
            raise RuntimeError(f"the bot did not start: {self._log.read_text()[-2000:]}")
        self.start_seconds = time.monotonic() - begun

    @property
    def pid(self) -> int:
        """The bot's process."""
        return self._process.pid

    def calm_down(self, most: float) -> float:
        """Wait until the bot has done what a start brings with it, for so many seconds at most; how many."""
        begun, quiet = time.monotonic(), 0
        while quiet < 3 and time.monotonic() - begun < most:
            before = cpu(self.pid)
            time.sleep(0.5)
            quiet = quiet + 1 if cpu(self.pid) - before < QUIET / 2 else 0
        return time.monotonic() - begun

    def warnings(self) -> list[str]:
        """What it has logged as a warning or worse, and tracebacks."""
        lines = self._log.read_text(errors="replace").splitlines()
        return [line for line in lines if "[info" not in line]

    def stop(self) -> None:
        """End the bot in order, or else at once."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
