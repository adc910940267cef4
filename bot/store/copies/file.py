"""The file that a copy of a store is: lines of JSON, the first about the copy, the last a sum of all before.

The lines between are pieces, each the keys that belong together: ``[{"key": ..., "type": ..., "value": ...,
"until": ...}, ...]``. A text is a text, a hash an object, a list or set an array, a sorted set an array of
``[member, score]``; ``until`` is when the key ends, in milliseconds since 1970. Bytes that are no UTF-8 stand
as lone surrogates (``surrogateescape``), so every value comes back as it was. The file may be gzipped.
"""

import contextlib
import gzip
import hashlib
import json
import os
import secrets
import shutil
import sys
import tempfile
import zlib
from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Literal, Protocol, TypeAlias, get_args

from bot.errors import StartError
from bot.store import keys
from bot.store.reading import FORMAT_FIELD, is_newer

Kind: TypeAlias = Literal["string", "hash", "list", "set", "zset", "none"]
KINDS: Final = get_args(Kind)

FORMAT: Final = 1
STANDARD: Final = "-"
"""The name by which an operator means standard output or input."""
_NAME: Final = "bastide copy"
_GZIP: Final = b"\x1f\x8b"
_ERRORS: Final = "surrogateescape"
_PASSING: Final = (
    keys.PROBE, keys.WORKERS, keys.LEASE_PATTERN.removesuffix("*"), keys.RESTORING, keys.PASSES,
    keys.LAUNCHES, keys.DEVICES,
)  # fmt: skip
"""What begins like this is about the bot that runs now: its copy would tell of a bot that does not run.

People's devices are told by one bot: another, to which a copy is put back, would tell them of the same turns.
"""
_INDEXES: Final = (keys.CHANNELS_PATTERN.removesuffix("*"), keys.GAMES_PATTERN.removesuffix("*"))
"""Every start makes these anew from the games."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A key: ``value`` are one text, the members of a list or set, or pairs one after the other.

    It ends at the moment ``until``, in milliseconds since 1970, if it does. One of the kind ``none`` was
    there when an earlier piece was read, and is no more.
    """

    key: bytes
    kind: Kind
    value: tuple[bytes, ...]
    until: int | None = None


Piece: TypeAlias = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """What the first line says: which program made the copy, when (UTC) and from where."""

    version: str
    when: str
    source: str


@dataclass(frozen=True, slots=True)
class Sum:
    """What a copy has in it."""

    pieces: int = 0
    keys: int = 0
    places: int = 0
    games: int = 0

    def __str__(self) -> str:
        return f"{self.games} games in {self.places} places ({self.keys} keys)"


class Sink(Protocol):
    """Where bytes can be written."""

    def write(self, data: bytes, /) -> object:
        """Write all of them. Raises OSError."""


class BadCopy(StartError):
    """A file is no copy that can be put back. The text is one sentence that says why."""


def is_copied(name: bytes) -> bool:
    """Whether a key is part of a copy."""
    return not name.decode(errors="replace").startswith((*_PASSING, *_INDEXES))


async def write_copy(path: Path, head: Head, pieces: AsyncIterable[Piece]) -> Sum:
    """Write a copy, which takes its name when all of it is on disk; gzipped if the name ends with ``.gz``.

    ``-`` is standard output. Nobody but its owner can read it. Raises StartError, and whatever reading the
    pieces raises; then what was at ``path`` before is still there.
    """
    if str(path) == STANDARD:
        # The stream itself: what stands before it hides secrets, and is for people.
        try:
            return await write_lines(_standard_output(), head, pieces)
        except OSError as error:
            raise StartError(f"The copy cannot be written: {error.strerror}.") from error
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as raw:
                if path.name.endswith(".gz"):
                    with gzip.GzipFile("", "wb", fileobj=raw) as packed:
                        total = await write_lines(packed, head, pieces)
                else:
                    total = await write_lines(raw, head, pieces)
                raw.flush()
                os.fsync(raw.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as error:
        raise StartError(f"The copy {path} cannot be written: {error.strerror}.") from error
    return total


async def write_lines(stream: Sink, head: Head, pieces: AsyncIterable[Piece]) -> Sum:
    """Write the lines of a copy. Raises OSError, and whatever reading the pieces raises."""
    digest = hashlib.sha256()

    def write(line: object) -> None:
        text = json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"
        digest.update(text)
        stream.write(text)

    write({"file": _NAME, "format": FORMAT, "version": head.version, "when": head.when, "from": head.source})
    count = _Count()
    async for piece in pieces:
        write([_written(entry) for entry in piece])
        count.add(piece)
    write(count.end(digest.hexdigest()))
    return count.sum()


class CopyFile:
    """A copy that is whole, as its sum says: made by ``check``, which reads all of it."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        """``stream`` can be sought in; ``name`` is what the operator calls it."""
        self._stream = stream
        self._name = name

    def check(self) -> tuple[Head, Sum]:
        """Read the whole file. Raises BadCopy: it is none, cut, damaged, or from a newer program."""
        digest, count, head, end = hashlib.sha256(), _Count(), None, None
        for line in self._lines():
            if end is not None:
                raise self._damaged()
            told = self._parsed(line)
            if head is None:
                head = self._head(told)
            elif isinstance(told, dict):
                end = told
                if told != count.end(digest.hexdigest()):
                    raise self._damaged()
                continue
            else:
                piece = self._piece(told)
                if any(map(_is_newer, piece)):
                    raise self._newer()
                count.add(piece)
            digest.update(line)
        if head is None or end is None:
            raise self._cut()
        return head, count.sum()

    def pieces(self) -> Iterator[Piece]:
        """The pieces in their order. Raises BadCopy."""
        for line in self._lines():
            told = self._parsed(line)
            if isinstance(told, list):
                yield self._piece(told)

    def _lines(self) -> Iterator[bytes]:
        self._stream.seek(0)
        packed = self._stream.read(len(_GZIP)) == _GZIP
        self._stream.seek(0)
        lines = gzip.GzipFile(fileobj=self._stream) if packed else self._stream
        try:
            for line in lines:
                if not line.endswith(b"\n"):
                    raise self._cut()
                yield line
        except EOFError:
            raise self._cut() from None
        except (OSError, zlib.error) as error:
            raise self._damaged() from error

    def _parsed(self, line: bytes) -> object:
        try:
            told: object = json.loads(line)
        except (ValueError, RecursionError):
            raise self._damaged() from None
        return told

    def _head(self, told: object) -> Head:
        if not isinstance(told, dict) or told.get("file") != _NAME or not isinstance(told.get("format"), int):
            raise BadCopy(f"The file {self._name} is no copy of a store.")
        if told["format"] > FORMAT:
            raise self._newer()
        return Head(str(told.get("version")), str(told.get("when")), str(told.get("from")))

    def _piece(self, told: object) -> Piece:
        if not isinstance(told, list):
            raise self._damaged()
        try:
            return tuple(map(_read, told))
        except (TypeError, ValueError, KeyError, AttributeError):
            raise self._damaged() from None

    def _newer(self) -> BadCopy:
        return BadCopy(f"The copy {self._name} was written by a newer Bastide: update this one.")

    def _cut(self) -> BadCopy:
        return BadCopy(f"The copy {self._name} is cut: its end is missing, and nothing was changed.")

    def _damaged(self) -> BadCopy:
        return BadCopy(f"The copy {self._name} is damaged: its sum does not agree, and nothing was changed.")


@contextlib.contextmanager
def opened(path: Path) -> Iterator[CopyFile]:
    """A file that is to be put back; ``-`` is standard input. Raises StartError."""
    standard = str(path) == STANDARD
    try:
        stream = _kept_input() if standard else path.open("rb")
    except OSError as error:
        raise StartError(f"The copy {path} cannot be read: {error.strerror}.") from error
    with stream:
        yield CopyFile(stream, "on standard input" if standard else str(path))


class _Count:
    """Counts what is in pieces; a key that is in two of them counts in both as a key, once as what it is."""

    def __init__(self) -> None:
        self.pieces = self.keys = 0
        self._places: set[bytes] = set()
        self._games: set[bytes] = set()

    def add(self, piece: Piece) -> None:
        self.pieces += 1
        self.keys += len(piece)
        for entry in piece:
            _, closed, rest = entry.key.partition(b"}:")
            kept = self._games if rest.startswith(b"game:") else self._places if rest == b"current" else None
            if closed and kept is not None:
                (kept.discard if entry.kind == "none" else kept.add)(entry.key)

    def end(self, digest: str) -> dict[str, object]:
        """The last line."""
        return {"pieces": self.pieces, "keys": self.keys, "sha256": digest}

    def sum(self) -> Sum:
        return Sum(self.pieces, self.keys, len(self._places), len(self._games))


def _written(entry: Entry) -> dict[str, object]:
    texts = [part.decode(errors=_ERRORS) for part in entry.value]
    pairs = zip(texts[::2], texts[1::2], strict=False)
    value: object = texts
    if entry.kind == "string":
        value = texts[0]
    elif entry.kind == "hash":
        value = dict(pairs)
    elif entry.kind == "zset":
        value = [list(pair) for pair in pairs]
    elif entry.kind == "none":
        value = None
    written = {"key": entry.key.decode(errors=_ERRORS), "type": entry.kind, "value": value}
    return written if entry.until is None else {**written, "until": entry.until}


def _read(told: Any) -> Entry:
    """The entry that was written. Raises TypeError, ValueError, KeyError or AttributeError for others."""
    kind: Kind = told["type"]
    value, until = told["value"], told.get("until")
    if kind == "string":
        texts = [value]
    elif kind == "hash":
        texts = [text for pair in value.items() for text in pair]
    elif kind == "zset":
        texts = [text for member, score in value for text in (member, score)]
    elif kind in {"list", "set"}:
        texts = list(value)
    elif kind == "none":
        texts = []
    else:
        raise ValueError(kind)
    if kind != "none" and not texts:
        raise ValueError("an empty key")
    if until is not None and (not isinstance(until, int) or until < 0):
        raise ValueError("no moment")
    key = told["key"].encode(errors=_ERRORS)
    if not key.startswith(b"bastide:") or not is_copied(key):
        raise ValueError("not a key of the store")
    return Entry(key, kind, tuple(text.encode(errors=_ERRORS) for text in texts), until)


def _is_newer(entry: Entry) -> bool:
    """Whether it is the header of a game that nobody here could read."""
    if entry.kind != "hash" or b"}:game:" not in entry.key:
        return False
    fields = dict(zip(entry.value[::2], entry.value[1::2], strict=True))
    return is_newer(fields.get(FORMAT_FIELD.encode(), b""))


def _kept_input() -> IO[bytes]:
    """Standard input where it can be read twice: before the first change, and then for the changes."""
    kept = tempfile.TemporaryFile()  # noqa: SIM115 - whoever reads it closes it
    shutil.copyfileobj(sys.stdin.buffer, kept)
    return kept


def _standard_output() -> Sink:
    if sys.__stdout__ is None:
        raise StartError("There is no standard output.")
    return sys.__stdout__.buffer


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
