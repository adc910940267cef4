"""Puts a copy back: into a store that nobody uses, whole or noticeably not."""

import logging
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.errors import StartError
from bot.store import keys
from bot.store.copying import EVERYTHING, Entry, Piece
from bot.store.link import Link
from bot.store.protocol import StoreUnavailable
from bot.store.transport import Part

_AT_ONCE: Final = 1000
_OWN_NAME: Final = "bastide-restore"
_NAME_OF_BOTS: Final = b"bastide"
_FIELD: Final = re.compile(rb"(\w+)=(\S*)")

log = logging.getLogger(__name__)


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
