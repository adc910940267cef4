"""All that a store holds: read piece by piece while others go on playing, and put back where nobody does.

A piece is what belongs together, and is of one moment: a place with its current game, other games of it, all
results, or a key that stands for itself. Nothing is locked; the server never works on more than one piece.
What is put back is whole, or noticeably not.
"""

import logging
import re
import time
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from bot.errors import StartError
from bot.store import keys
from bot.store.connection.link import Link
from bot.store.connection.transport import Part
from bot.store.copies.file import KINDS, Entry, Piece, is_copied
from bot.store.protocol import StoreUnavailable

EVERYTHING: Final = "bastide:*"
_TRIES: Final = 20
_GAMES_AT_ONCE: Final = 20
_SLOT: Final = re.compile(rb"bastide:\{([^}]*)\}:(.*)", re.DOTALL)
_OF_GAME: Final = re.compile(rb"(?:game|actions|undone|damaged):([^:]*).*", re.DOTALL)
_RESULTS: Final = b"results"
_ALONE: Final = frozenset({b"tiles", b"aside", b"quota"})
"""Slots whose keys stand for themselves."""
_AT_ONCE: Final = 1000
_OWN_NAME: Final = "bastide-restore"
_NAME_OF_BOTS: Final = b"bastide"
_FIELD: Final = re.compile(rb"(\w+)=(\S*)")

log = logging.getLogger(__name__)


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
        found = await self._script(wanted, [])
        entries = (_entry(name, raw) for name, raw in zip(wanted, found, strict=True))
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


def _entry(name: bytes, raw: Sequence[Any]) -> Entry | None:
    """What the script tells of a key; None of one that is not there."""
    kind, until, value = raw[0].decode(), raw[1], raw[2]
    if kind not in KINDS or kind == "none":
        return None
    values = (value,) if isinstance(value, bytes) else tuple(value)
    return Entry(name, kind, values, until if until >= 0 else None)


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


async def refuse_part(link: Link) -> None:
    """Raise StartError where only a part of a copy has been put back."""
    if await link.ask("EXISTS", keys.RESTORING):
        raise StartError(
            f"Only a part of a copy has been put back into the store {link.name}: "
            "repeat python -m bot restore FILE until it is done."
        )


async def restore(link: Link, pieces: Iterable[Piece], *, replace: bool, alone: bool) -> None:
    """Make the store hold what these pieces say and nothing else of ours.

    Raises StartError before anything is changed where a bot runs (``alone`` says that none can), or where
    there are games, which only ``replace`` removes; StoreUnavailable in the middle of it: then no bot starts
    on the store until it has been repeated.
    """
    # Noted first, so that no bot can start between the questions and the first change.
    again = not await link.ask("SETNX", keys.RESTORING, "1")
    try:
        if not alone:
            await _refuse_bots(link)
        if not (replace or again):
            await _refuse_games(link)
    except BaseException:
        if not again:
            await link.ask("DEL", keys.RESTORING)
        raise
    await _clear(link)
    for piece in pieces:
        await link.batch(_commands(piece), atomic=True, changes=True)
    await link.ask("DEL", keys.RESTORING)


async def _refuse_bots(link: Link) -> None:
    leases = await link.scan(keys.LEASE_PATTERN)
    workers = await link.ask("ZRANGEBYSCORE", keys.WORKERS, time.time(), "+inf")
    if leases or workers or await _connected(link):
        raise StartError(
            f"A bot uses the store {link.name}: stop it first; one that was killed counts for a minute more."
        )


async def _connected(link: Link) -> bool:
    """Whether others than ourselves are connected as a bot is, as far as the server tells."""
    try:
        if await link.ask("INFO", "cluster") != {"cluster_enabled": 0}:
            # Several nodes would answer, each about its own connections.
            return False
        _, clients = await link.batch([("CLIENT", "SETNAME", _OWN_NAME), ("CLIENT", "LIST")])
    except StoreUnavailable as error:
        log.info("Whether a bot is connected cannot be asked: %s", error)
        return False
    lines = [dict(_FIELD.findall(line)) for line in bytes(clients).splitlines()]
    ours = {line.get(b"db") for line in lines if line.get(b"name") == _OWN_NAME.encode()}
    return any(line.get(b"name") == _NAME_OF_BOTS and line.get(b"db") in ours for line in lines)


async def _refuse_games(link: Link) -> None:
    games = await link.scan(keys.GAME_PATTERN)
    places = await link.scan(keys.CURRENT_PATTERN)
    if games or places:
        raise StartError(
            f"The store {link.name} holds games ({len(games)} in {len(places)} places), and all of them "
            "would be lost: back them up, and repeat it with --replace."
        )


async def _clear(link: Link) -> None:
    names = sorted(await link.scan(EVERYTHING) - {keys.RESTORING.encode()})
    for batch in _batches(names):
        await link.batch([("DEL", name) for name in batch], changes=True)


def _commands(piece: Piece) -> list[Sequence[Part]]:
    return [command for entry in piece for command in _of_entry(entry)]


def _of_entry(entry: Entry) -> Iterator[Sequence[Part]]:
    yield ("DEL", entry.key)
    value = entry.value
    if entry.kind == "string":
        yield ("SET", entry.key, *value)
    elif entry.kind == "zset":
        # Redis wants the score first.
        pairs = [part for at in range(0, len(value), 2) for part in (value[at + 1], value[at])]
        yield from _in_batches("ZADD", entry.key, pairs)
    elif entry.kind != "none":
        command = {"hash": "HSET", "list": "RPUSH", "set": "SADD"}[entry.kind]
        yield from _in_batches(command, entry.key, value)
    if entry.until is not None:
        yield ("PEXPIREAT", entry.key, entry.until)


def _in_batches(command: str, key: bytes, parts: Sequence[bytes]) -> Iterator[Sequence[Part]]:
    for batch in _batches(parts):
        yield command, key, *batch


def _batches(parts: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    for start in range(0, len(parts), _AT_ONCE):
        yield parts[start : start + _AT_ONCE]
