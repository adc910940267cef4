"""Slow or lost: what a process that has not answered yet does, told by more than the time that passes."""

import asyncio
import os
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

LOOKS: Final = 30
"""So often whoever waits looks at a process before giving it up."""

GOES_ON: Final = frozenset("RD")
"""What a process does that goes on as soon as it gets a processor, or what it needs from the disk."""


async def answer_of(pid: int, answer: Awaitable[T], patience: float) -> T:
    """What a process answers. Raises TimeoutError when it is lost.

    It is after it has computed for ``patience`` seconds, or has done nothing for so long. The time in which
    it waits for others to let it go on does not count, nor that in which nobody could look.
    """
    task = asyncio.ensure_future(answer)
    first, last, idle = None, None, 0
    try:
        while idle < LOOKS:
            await asyncio.wait((task,), timeout=patience / LOOKS)
            if task.done():
                return task.result()
            does, used = _seen(pid)
            first = used if first is None else first
            if used - first >= patience:
                break
            idle = 0 if does in GOES_ON or used != last else idle + 1
            last = used
    finally:
        task.cancel()
    raise TimeoutError


def _seen(pid: int) -> tuple[str, float]:
    """What a process does, as a letter, and the seconds for which it has computed since it began."""
    does, *fields = stat_of(pid) or [""]
    return does, sum(map(int, fields[10:12])) / os.sysconf("SC_CLK_TCK")


def stat_of(pid: int) -> list[str]:
    """What ``/proc/PID/stat`` tells after the name, from the state on; nothing where it cannot be known."""
    with suppress(OSError):
        # The name in parentheses may hold anything, also parentheses.
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return []
