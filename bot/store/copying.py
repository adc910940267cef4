"""Reads everything that a store holds, piece by piece, while others go on playing.

A piece is what belongs together, and is of one moment: a place with its current game, other games of it, all
results, or a key that stands for itself. Nothing is locked; the server never works on more than one piece.
"""

import re
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

from bot.store import keys
from bot.store.link import Link
from bot.store.protocol import StoreUnavailable

Kind: TypeAlias = Literal["string", "hash", "list", "set", "zset", "none"]
KINDS: Final = get_args(Kind)

EVERYTHING: Final = "bastide:*"
_TRIES: Final = 20
_GAMES_AT_ONCE: Final = 20
_PASSING: Final = (keys.PROBE, keys.WORKERS, keys.LEASE_PATTERN.removesuffix("*"), keys.RESTORING)
"""What begins like this is about the bot that runs now: its copy would tell of a bot that does not run."""
_INDEXES: Final = (keys.CHANNELS_PATTERN.removesuffix("*"), keys.GAMES_PATTERN.removesuffix("*"))
"""Every start makes these anew from the games."""
_SLOT: Final = re.compile(rb"bastide:\{([^}]*)\}:(.*)", re.DOTALL)
_OF_GAME: Final = re.compile(rb"(?:game|actions|undone|damaged):([^:]*).*", re.DOTALL)
_RESULTS: Final = b"results"
_ALONE: Final = frozenset({b"tiles", b"aside", b"quota"})
"""Slots whose keys stand for themselves."""


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


async def pieces(link: Link) -> AsyncIterator[Piece]:
    """Everything that is copied. A key that is in two pieces is as the later one says.

    Once-only keys, which are made with every move, may be left out when they are as new as the copy: the tap
    that one of them remembers would have to be sent again after the copy has been put back. Raises
    StoreUnavailable.
    """
    reader = _Reader(link)
    names = _by_slot(await link.scan(EVERYTHING))
    read: dict[bytes, set[bytes]] = {}
    while names:
        for slot in sorted(names):
            done = read.setdefault(slot, set())
            async for piece in reader.slot(slot, names[slot]):
                done.update(entry.key for entry in piece)
                yield piece
        # A place that has opened or moved meanwhile may have been missed under its new name.
        found = _by_slot(await link.scan(EVERYTHING))
        for slot in sorted(slot for slot, done in read.items() if _left(slot, done, found.get(slot, set()))):
            yield tuple(Entry(name, "none", ()) for name in sorted(read[slot] - found.get(slot, set())))
            read[slot] = set()
        names = {
            slot: there for slot, there in found.items() if slot not in read or _left(slot, there, read[slot])
        }


def is_copied(name: bytes) -> bool:
    """Whether a key is part of a copy."""
    return not name.decode(errors="replace").startswith((*_PASSING, *_INDEXES))


class _Reader:
    def __init__(self, link: Link) -> None:
        self._link = link
        self._script = link.script("copy")

    async def slot(self, slot: bytes, names: Collection[bytes]) -> AsyncIterator[Piece]:
        """The pieces of a slot, of which these keys are known."""
        if slot in _ALONE or _SLOT.fullmatch(min(names)) is None:
            for name in sorted(names):
                if piece := await self._read([name]):
                    yield piece
        elif slot == _RESULTS:
            yield await self._results()
        else:
            async for piece in self._place(slot, names):
                yield piece

    async def _read(self, names: Iterable[bytes]) -> Piece:
        """What these keys hold at one moment."""
        wanted = list(names)
        if not wanted:
            return ()
        seconds, micros, *found = await self._script(wanted, [])
        now = int(seconds) * 1000 + int(micros) // 1000
        entries = (_entry(name, raw, now) for name, raw in zip(wanted, found, strict=True))
        return tuple(entry for entry in entries if entry is not None)

    async def _results(self) -> Piece:
        """Results and their lists, which name each other, of one moment."""
        pattern = "bastide:{results}:*"
        names = await self._link.scan(pattern)
        for _ in range(_TRIES):
            piece = await self._read(sorted(names))
            if (now := await self._link.scan(pattern)) <= names:
                return piece
            names = now
        raise StoreUnavailable("So many results are entered now that they cannot be copied: try again later.")

    async def _place(self, slot: bytes, names: Collection[bytes]) -> AsyncIterator[Piece]:
        """A place with its current game, and then its other games: those do not become current any more."""
        prefix = b"bastide:{" + slot + b"}:"
        games: dict[bytes, set[bytes]] = {}
        own: set[bytes] = set()
        for name in names:
            game = _OF_GAME.fullmatch(name.removeprefix(prefix))
            (own if game is None else games.setdefault(game[1], set())).add(name)
        piece, current = await self._with_current(prefix, own)
        if piece:
            yield piece
        archive = next((entry.value for entry in piece if entry.key == prefix + b"archive"), ())
        others = [
            names
            for game in sorted({*games, *archive, current})
            if (names := games.get(game, set()).union(_keys_of(prefix, game) if game != current else ()))
        ]
        for start in range(0, len(others), _GAMES_AT_ONCE):
            together = set().union(*others[start : start + _GAMES_AT_ONCE])
            if piece := await self._read(sorted(together - set(_keys_of(prefix, current)))):
                yield piece

    async def _with_current(self, prefix: bytes, own: Collection[bytes]) -> tuple[Piece, bytes]:
        current = prefix + b"current"
        rest = sorted({*own, prefix + b"archive"} - {current})
        game = b""
        for _ in range(_TRIES):
            piece = await self._read([current, *rest, *_keys_of(prefix, game)])
            now = (
                piece[0].value[0] if piece and piece[0].key == current and piece[0].kind == "string" else b""
            )
            if now == game:
                return piece, game
            game = now
        place = prefix.decode(errors="replace")
        raise StoreUnavailable(f"Games follow each other too fast in {place}: try again later.")


def _entry(name: bytes, raw: Sequence[Any], now: int) -> Entry | None:
    """What the script tells of a key; None of one that is not there."""
    kind, left, value = raw[0].decode(), raw[1], raw[2]
    if kind not in KINDS or kind == "none":
        return None
    values = (value,) if isinstance(value, bytes) else tuple(value)
    return Entry(name, kind, values, now + left if left >= 0 else None)


def _keys_of(prefix: bytes, game: bytes) -> list[bytes]:
    return [prefix + what + game for what in (b"game:", b"actions:", b"undone:")] if game else []


def _current(slot: bytes) -> bytes:
    return b"bastide:{" + slot + b"}:current"


def _left(slot: bytes, names: Collection[bytes], others: Collection[bytes]) -> bool:
    """Whether a place's current game is known among these names and not among the others."""
    return _current(slot) in names and _current(slot) not in others


def _by_slot(names: Iterable[bytes]) -> dict[bytes, set[bytes]]:
    """The keys that are copied, by what stands between their braces; the whole name where there are none."""
    slots: dict[bytes, set[bytes]] = {}
    for name in names:
        if is_copied(name):
            match = _SLOT.fullmatch(name)
            slots.setdefault(name if match is None else match[1], set()).add(name)
    return slots
