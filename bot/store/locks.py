"""Locks on the folder of the embedded store. The kernel lets go of them when their last holder dies."""

import asyncio
import fcntl
import logging
import os
import signal
from pathlib import Path
from typing import Self

log = logging.getLogger(__name__)

GRACE = 0.5
"""Seconds for a server to go by itself."""
PATIENCE = 5.0
"""Seconds for it to go when told."""
PAUSE = 0.02


class Lock:
    """A locked file. A child process that gets the descriptor holds the lock as well."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """The lock, or None if somebody holds it."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        return cls(descriptor)

    def release(self) -> None:
        """Let go of it. Children that have it keep it."""
        os.close(self.descriptor)


async def lock_alone(folder: Path) -> Lock | None:
    """The lock of the redis-server on this folder, once no other is left there.

    One that an earlier bot left behind is ended; normally it is ending already, since it goes with its bot.
    None if it cannot be ended.
    """
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            for process in _users(folder):
                log.warning("Ending the redis-server %s that an earlier bot left on %s", process, folder)
                _signal(process, number)
        for _ in range(round((PATIENCE if number else GRACE) / PAUSE)):
            if (lock := Lock.take(folder / "redis.lock")) is not None:
                return lock
            await asyncio.sleep(PAUSE)
    return None


def _users(folder: Path) -> list[int]:
    """The redis-server processes that work in this folder, where the system tells."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "comm").read_text().startswith("redis-") and (process / "cwd").samefile(folder):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def _signal(process: int, number: signal.Signals) -> None:
    try:
        os.kill(process, number)
    except (ProcessLookupError, PermissionError) as error:
        log.warning("Process %s was not ended: %s", process, error)
