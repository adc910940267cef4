"""Which process holds something in the store, and whether it can still be alive."""

import json
import os
import secrets
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Final, Self

from pydantic import TypeAdapter

from bot.kept import read
from bot.processes.slow import stat_of

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_ENDED: Final = frozenset("ZXx")
"""States of a process that does nothing any more."""


@dataclass(frozen=True)
class Holder:
    """A process. ``id`` tells it from every other; the rest says where it runs, as far as the system tells.

    ``boot`` names one run of a kernel, ``space`` the numbering of processes that ``pid`` belongs to (each
    container has one of its own), ``began`` when the process began, in the kernel's own count. ``since`` is
    when it said all this, in seconds since 1970, and ``serves`` what it serves.
    """

    id: str = ""
    host: str = ""
    boot: str = ""
    space: str = ""
    pid: int = 0
    began: str = ""
    since: float = 0.0
    serves: tuple[str, ...] = ()

    @classmethod
    def here(cls, serves: Sequence[str] = ()) -> Self:
        """The process that asks, under an id that is new."""
        return cls(
            id=secrets.token_hex(8),
            host=socket.gethostname(),
            boot=_boot(),
            space=_space(),
            pid=os.getpid(),
            began=_state(os.getpid())[1],
            since=round(time.time(), 3),
            serves=tuple(serves),
        )

    @classmethod
    def read(cls, text: str) -> "Holder":
        """The process that a text is about; one of which nothing is known where it cannot be read."""
        try:
            return read(_HOLDER, text)
        except ValueError:
            return cls(id=text)

    @cached_property
    def text(self) -> str:
        """What stands in the store."""
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def moment(self) -> str:
        """Since when, to be read."""
        return f"{datetime.fromtimestamp(self.since, UTC):%Y-%m-%d %H:%M:%S} UTC"

    def gone(self) -> bool:
        """Whether the process is certainly dead. Of one that runs elsewhere nobody here can be certain.

        The same kernel, the same host name and the same numbering of processes have to be known. A numbering
        whose own number was given anew had no process left.
        """
        here = (socket.gethostname(), _boot(), _space())
        if self.pid <= 0 or not all(here) or here != (self.host, self.boot, self.space):
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except OSError:
            # Somebody else's, perhaps one that got the number since: its beginning tells.
            pass
        state, began = _state(self.pid)
        # Where processes of others are hidden nothing is known of it.
        return bool(began and self.began) and (state in _ENDED or began != self.began)

    def __str__(self) -> str:
        if not self.pid:
            return "a process that cannot be told"
        return f"process {self.pid} on {self.host} (since {self.moment})"


_HOLDER: Final = TypeAdapter(Holder)


def _boot() -> str:
    with suppress(OSError):
        return _BOOT.read_text(encoding="ascii").strip()
    return ""


def _space() -> str:
    with suppress(OSError):
        return str(Path("/proc/self/ns/pid").readlink())
    return ""


def _state(pid: int) -> tuple[str, str]:
    """What a process does, as a letter, and when it began; "" for what cannot be known."""
    fields = stat_of(pid)
    return (fields[0], fields[19]) if len(fields) > 19 else ("", "")
