"""What a bot and its painting processes tell each other, and how that is written.

Every message is its length in four bytes, then its content. The bot sends :class:`Setup` once, then one
:class:`PictureOrder` after the other, both pickled. What comes back is data and no objects, so that nothing a
process may have become could do anything in the bot.
"""

import json
import pickle
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.painter import Painted
from bot.scene import Picture

LENGTH: Final = struct.Struct(">I")
LONGEST: Final = 256 * 1024 * 1024
"""Bytes; no picture comes near, so a longer message is none."""

_PROGRESS: Final = struct.Struct(">cII")
_DONE: Final = b"d"
_TOLD: Final = b"p"
_FAILED: Final = b"f"


LOOKED: Final = 8
"""After so many pictures what a painter holds is looked at: it gives back what is free, or makes way."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a process needs before its first picture: compiled catalogues by language, and its limits.

    ``room`` are the bytes that it may hold, ``sprites`` those of its tiles, and ``shelf`` is the folder where
    painted tiles are kept, "" for none.
    """

    catalogues: Mapping[str, bytes]
    room: int
    sprites: int
    shelf: str = ""

    def to_bytes(self) -> bytes:
        """As it is sent."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)


@dataclass(frozen=True, slots=True)
class PictureOrder:
    """A picture to be painted; ``hurried`` where more waits than can be drawn."""

    picture: Picture
    profile: str
    language: str
    hurried: bool = False

    def to_bytes(self) -> bytes:
        """As it is sent."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)


@dataclass(frozen=True, slots=True)
class Told:
    """So many parts of the picture are drawn, of so many."""

    done: int
    parts: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The picture could not be drawn; ``reason`` is for the log."""

    reason: str


def framed(content: bytes) -> bytes:
    """A message as it is written."""
    return LENGTH.pack(len(content)) + content


def answer(value: Painted | Told | Failed) -> bytes:
    """What a process says, as content of a message."""
    match value:
        case Told(done, parts):
            return _PROGRESS.pack(_TOLD, done, parts)
        case Failed(reason):
            return _FAILED + reason.encode("utf-8", "replace")
        case Painted():
            targets = value.targets
            head = {
                "filename": value.filename,
                "mime": value.mime,
                "alt": value.alt,
                "targets": targets,
                "plan": value.plan,
            }
            written = json.dumps(head).encode()
            return _DONE + LENGTH.pack(len(written)) + written + value.content


def understood(content: bytes) -> Painted | Told | Failed:
    """What :func:`answer` wrote. Raises ValueError for anything else."""
    try:
        match content[:1]:
            case b"p":
                _, done, parts = _PROGRESS.unpack(content)
                return Told(done, parts)
            case b"f":
                return Failed(content[1:].decode())
            case b"d":
                return _painted(memoryview(content)[1:])
    except (struct.error, KeyError, TypeError) as error:
        raise ValueError(f"a painter's answer cannot be read: {error}") from error
    raise ValueError("a painter's answer is of no known kind")


def _painted(content: memoryview) -> Painted:
    (length,) = LENGTH.unpack_from(content)
    rest = LENGTH.size + length
    head = json.loads(bytes(content[LENGTH.size : rest]))
    targets = tuple((command, x, y, width, height) for command, x, y, width, height in head["targets"])
    plan = head["plan"]
    if not (plan is None or isinstance(plan, dict)):
        raise TypeError("a plan is an object")
    return Painted(bytes(content[rest:]), head["filename"], head["mime"], head["alt"], targets, plan)
