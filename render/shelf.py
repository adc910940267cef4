"""Painted tiles and figures in files, so that each is painted once, and not by every process and start."""

import hashlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from secrets import token_hex
from typing import Final

import PIL
from PIL import Image

from render.packed import Look, packed, unpacked

DRAWN_FROM: Final = ("core", "render")
"""The packages that decide how a tile looks."""


class Shelf:
    """A folder of packed pictures, which any number of processes may use at once.

    Its size is bounded by what there is to paint: some 4,200 files and 40 MB for each theme. What another
    version of the program has painted is not found, and removed. It may be deleted at any time.
    """

    def __init__(self, folder: Path) -> None:
        """Use a folder, made if need be. Raises OSError when nothing can be written there."""
        self._folder = folder / fingerprint()
        self._groups: dict[tuple[str, int], Path] = {}
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self._folder / f".{token_hex(8)}").touch()
        for other in folder.iterdir():
            if other != self._folder:
                shutil.rmtree(other, ignore_errors=True)
        for begun in self._folder.glob(".*"):
            begun.unlink(missing_ok=True)

    def get(self, look: Look) -> Image.Image | None:
        """The picture as it was put there, or None when it was not, or cannot be read."""
        try:
            return unpacked(self._path(look).read_bytes())
        except (OSError, ValueError):
            return None

    def put(self, look: Look, picture: Image.Image) -> None:
        """Keep a picture. Where that is impossible, as on a full disk, it is painted anew next time."""
        path = self._path(look)
        begun = self._folder / f".{token_hex(8)}"
        with suppress(OSError):
            begun.write_bytes(packed(picture))
            path.parent.mkdir(exist_ok=True)
            begun.replace(path)

    def _path(self, look: Look) -> Path:
        # A picture has dozens of tiles of the same group, and putting paths together is slow.
        group = self._groups.get((look.group, look.size))
        if group is None:
            group = self._groups[look.group, look.size] = self._folder / f"{look.group}-{look.size}"
        return group / look.name.replace("/", "-")


@cache
def fingerprint() -> str:
    """What decides how tiles look: two programs with the same one paint the same pictures."""
    made = hashlib.sha256(f"{PIL.__version__} {sys.version_info[:2]}".encode())
    for package in DRAWN_FROM:
        for source in _sources(files(package)):
            made.update(source)
    return made.hexdigest()[:16]


def _sources(folder: Traversable) -> Iterator[bytes]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith((".py", ".toml")):
            yield entry.read_bytes()
