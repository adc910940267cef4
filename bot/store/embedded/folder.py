"""The folder of the embedded store: who has it, and the end of the file in it.

The kernel lets go of a lock when its last holder dies.

A crash of the machine may tear the end of an append-only file, or fill it with zeros. A redis-server cuts a
torn command off by itself, but stops at zeros, which some file systems leave where a block was given to the
file and never written. Nobody was told of what stood there: answers wait for the disk.
"""

import asyncio
import fcntl
import logging
import os
import re
import shutil
import signal
import time
from pathlib import Path
from typing import BinaryIO, Final, Self

log = logging.getLogger(__name__)

GRACE = 0.5
"""Seconds for a server to go by itself."""
PATIENCE = 5.0
"""Seconds for it to go when told."""
PAUSE = 0.02
_LINE: Final = 64 * 1024
_NUMBER: Final = re.compile(rb"[*$]\d{1,10}\r\n")


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


def cut_tears(folder: Path) -> None:
    """Cut zeros and the rest of a command off the end of the newest file, and keep a copy of it as it was.

    A file that has anything else in it that is no command is left alone: the server says what is wrong. The
    server must not run.
    """
    path = _newest(folder)
    if path is None:
        return
    try:
        whole = _whole(path)
        size = path.stat().st_size
        if whole is None or whole == size:
            return
        copy = folder / f"{path.name}.torn-{time.strftime('%Y%m%dT%H%M%S')}"
        shutil.copy2(path, copy)
        with path.open("r+b") as file:
            file.truncate(whole)
            os.fsync(file.fileno())
    except OSError as error:
        log.warning("The end of %s cannot be looked at: %s", path, error)
        return
    log.warning(
        "The last %d bytes of %s were no whole command and are cut off; the file as it was is kept as %s",
        size - whole, path, copy,
    )  # fmt: skip


def _newest(folder: Path) -> Path | None:
    """The file to which the server appends: the manifest names it, and before Redis 7 there was just one."""
    manifest = folder / "appendonlydir" / "appendonly.aof.manifest"
    try:
        entries = [line.split() for line in manifest.read_text().splitlines()]
    except FileNotFoundError:
        single = folder / "appendonly.aof"
        return single if single.is_file() else None
    except (OSError, UnicodeDecodeError):
        return None
    names = [entry[1] for entry in entries if len(entry) >= 6 and entry[5] == "i" and entry[0] == "file"]
    path = manifest.parent / Path(names[-1]).name if names else None
    return path if path is not None and path.is_file() else None


def _whole(path: Path) -> int | None:
    """How many bytes of the file are whole commands; None unless zeros or a part of one follow."""
    with path.open("rb") as file:
        size = _without_zeros(file)
        if file.seek(0, os.SEEK_END) == size and _ends_well(file, size):
            return None
        file.seek(0)
        whole, in_transaction = 0, False
        while file.tell() < size:
            try:
                word = _command(file, size)
            except EOFError:
                return whole
            except ValueError:
                return None
            # A transaction counts from its last command on.
            in_transaction = word == b"MULTI" or (in_transaction and word != b"EXEC")
            if not in_transaction:
                whole = file.tell()
        return whole


def _without_zeros(file: BinaryIO) -> int:
    """The size of the file without the zeros at its end."""
    end = file.seek(0, os.SEEK_END)
    while end > 0:
        start = max(0, end - _LINE)
        file.seek(start)
        rest = file.read(end - start).rstrip(b"\0")
        if rest:
            return start + len(rest)
        end = start
    return 0


def _ends_well(file: BinaryIO, size: int) -> bool:
    """Whether there is no reason to read all of it: it ends as a command does, and the server sees to it."""
    file.seek(max(0, size - 2))
    return size == 0 or file.read(2) == b"\r\n"


def _command(file: BinaryIO, size: int) -> bytes:
    """Read one command; its first word in capitals. Raises EOFError in a part of one, ValueError in none."""
    first = _line(file, size)
    if first.startswith(b"#"):
        return b""
    word = b""
    for number in range(_number(first, b"*")):
        length = _number(_line(file, size), b"$")
        if file.tell() + length + 2 > size:
            raise EOFError
        value = file.read(length)
        if file.read(2) != b"\r\n":
            raise ValueError("a value without its end")
        word = value.upper() if number == 0 else word
    return word


def _line(file: BinaryIO, size: int) -> bytes:
    line = file.readline(min(_LINE, size - file.tell()))
    if not line.endswith(b"\n"):
        if file.tell() >= size and re.fullmatch(rb"([*$]\d{0,10}\r?|#.*)?", line, re.DOTALL):
            raise EOFError
        raise ValueError("a line without its end")
    return line


def _number(line: bytes, kind: bytes) -> int:
    if not line.startswith(kind) or _NUMBER.fullmatch(line) is None:
        raise ValueError("no command")
    return int(line[1:])
