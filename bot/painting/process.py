"""A painting process as the bot sees it."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

from bot.painter import Painted, Progress
from bot.painting.messages import LENGTH, LONGEST, Failed, Told, framed, understood

CHILD: Final = "bot.painting.child"
ROOT: Final = Path(__file__).parents[2]
"""Where the packages are, wherever the bot was started."""

PASSED_ON: Final = (
    "PATH",
    "HOME",
    "LANG",
    "TZ",
    "TMPDIR",
    "TEMP",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
)
"""What a painter gets of the environment: nothing of what is secret."""

STARTING: Final = 20.0
"""Seconds that a process may take to begin. It does in half a second, but not on any machine at any time."""

LINE: Final = 400
"""Characters of a line of a painter's that the log takes."""

log: Final = structlog.get_logger(__name__)


class PainterLost(Exception):
    """A process did not paint what it should; whatever it is now, it is of no more use."""


class PainterProcess:
    """One process. It paints one picture after the other."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("a painter is spoken with through pipes")
        self._process = process
        self._orders = process.stdin
        self._answers = process.stdout
        self._fresh = True
        self._log = asyncio.create_task(_log(process.pid, process.stderr), name=f"painter {process.pid}")

    @classmethod
    async def start(cls, setup: bytes) -> "PainterProcess":
        """Start one. Raises PainterLost."""
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", CHILD,
                stdin=PIPE, stdout=PIPE, stderr=PIPE,
                env=_environment(),
                # Ctrl-C is for the bot, which ends its painters itself.
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise PainterLost(f"no process: {error}") from error
        painter = cls(process)
        painter._write(setup)
        return painter

    @property
    def pid(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    @property
    def gone(self) -> bool:
        """Whether it has ended, by itself or by somebody else."""
        return self._process.returncode is not None

    async def paint(self, order: bytes, seconds: float, progress: Progress) -> Painted:
        """What an order asks for. Raises PainterLost, also when nothing is heard for so many seconds.

        Its first words may take it :data:`STARTING` longer.
        """
        self._write(order)
        try:
            while True:
                async with asyncio.timeout(seconds + STARTING * self._fresh):
                    said = understood(await self._read())
                self._fresh = False
                match said:
                    case Painted():
                        return said
                    case Told(done, parts):
                        progress(done, parts)
                    case Failed(reason):
                        raise PainterLost(reason)
        except TimeoutError as error:
            raise PainterLost(f"nothing was heard for {seconds:g} seconds") from error
        except (EOFError, OSError, ValueError) as error:
            raise PainterLost(f"it is gone: {error}") from error

    async def end(self) -> None:
        """End it at once; it has nothing that anybody could miss."""
        if not self.gone:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        self._orders.close()
        await self._log

    def _write(self, content: bytes) -> None:
        self._orders.write(framed(content))

    async def _read(self) -> bytes:
        (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
        if length > LONGEST:
            raise ValueError(f"a message of {length} bytes")
        return await self._answers.readexactly(length)


async def _log(pid: int, errors: asyncio.StreamReader) -> None:
    """Log what a painter says beside its pictures: warnings, and why it ended."""
    while text := await errors.read(LINE * 10):
        for line in text.decode("utf-8", "replace").splitlines():
            log.warning("painter", pid=pid, says=line[:LINE])


def _environment() -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("LC_")}
    known = os.environ.get("PYTHONPATH")
    return {**kept, "PYTHONPATH": os.pathsep.join((str(ROOT), *([known] if known else [])))}
