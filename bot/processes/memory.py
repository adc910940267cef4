"""What processes keep of the memory that they have used: with glibc, as little as can be had cheaply."""

import ctypes
import gc
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8

ARENAS: Final = 2
"""Heaps for all threads together; each keeps what its busiest moment needed."""

LARGE: Final = 256 * 1024
"""Bytes from which on a picture gets pages of its own, which go back as soon as it is let go."""

SPARE: Final = 1024 * 1024
"""Bytes that may stay free at the end of a heap."""

CANVASES: Final = 16 * 1024 * 1024
"""Bytes that a painter keeps between two pictures: what the next one is painted on. Fresh pages for each
would cost a tenth of all that it does."""

FIXED: Final = 100
"""Megabytes of a bot with all platforms: 90 before anybody plays, and what is loaded with the first games.
Files of libraries, 24 for bot and painters together, are not counted: whoever has them loaded shares them."""

PAINTER: Final = 58
"""Megabytes of a painter without its tiles: 20 of program, 18 of what it has learned of tiles and of words,
the canvases, and what lies free between them, which grows: 54 after 400 pictures, 57 after 1,600. A new one
paints its first 50 in one and a half times the time."""

FREE: Final = 11
"""Megabytes that lie free in a painter besides, until it is looked at what it holds: 9 on average, 28 for a
moment. To give them back after each picture, whose next one fetches them anew, would cost a fifteenth."""

LEAST: Final = 16
"""Megabytes of tiles at least: with ten, boards of several sizes take twice as long as with twenty."""

MOST: Final = 28
"""Megabytes of tiles at most: more of them hardly save any time. Where each picture is of another game, a
painter fetches 28 tiles for it with 16 of these megabytes, 26 with 31, and 24 with 45."""

REPLAYED: Final = 15
"""Megabytes of games that stay replayed at least."""

MOST_REPLAYED: Final = 100
"""And at most: the collector of cyclic garbage holds everything up while it goes through them."""

SELDOM: Final = 100
"""So often the collector of cyclic garbage looks at what is young before it looks at everything: in the bot
at all games in memory, for a tenth of a second in which nobody is answered. It finds hardly anything."""


@dataclass(frozen=True, slots=True)
class Shares:
    """What there is room for.

    How many processes may paint boards at once, how many bytes each of them may hold before another takes its
    place, and how many of them in tiles; and how many bytes of games stay replayed.
    """

    painters: int
    painter: int
    sprites: int
    games: int


def shares(megabytes: int, cores: int) -> Shares:
    """What each may use when bot and painters together aim at so many megabytes."""
    room, bare = megabytes - FIXED - REPLAYED, PAINTER + FREE
    painters = max(1, min(cores, room // (bare + LEAST)))
    sprites = min(max(room // painters - bare, LEAST), MOST)
    games = min(REPLAYED + max(room - painters * (bare + sprites), 0), MOST_REPLAYED)
    return Shares(painters, (PAINTER + sprites) * 1_000_000, sprites * 1_000_000, games * 1_000_000)


def _glibc() -> ctypes.CDLL | None:
    """The C library, where it is glibc; others give memory back by themselves or cannot be asked."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):
        return None
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


_LIBRARY: Final = _glibc()


def set_up_memory(*, painter: bool = False) -> None:
    """Have this process give memory back early; a painter when it calls :func:`trim`.

    To be called before threads are started.
    """
    if _LIBRARY is not None:
        _LIBRARY.mallopt(M_ARENA_MAX, ARENAS)
        _LIBRARY.mallopt(M_MMAP_THRESHOLD, CANVASES if painter else LARGE)
        _LIBRARY.mallopt(M_TRIM_THRESHOLD, CANVASES if painter else SPARE)


def trim() -> None:
    """Give freed memory back to the system. Takes some milliseconds, in which Python goes on."""
    if _LIBRARY is not None:
        _LIBRARY.malloc_trim(0)


def settle_down(*, seldom: bool = False) -> None:
    """What has been loaded by now stays for good: have the collector of cyclic garbage look at it no more.

    With ``seldom`` it also looks seldom at all that came since. A painter, which keeps nothing of that, would
    hold a tenth more memory for it.
    """
    gc.collect()
    gc.freeze()
    if seldom:
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, SELDOM)


def resident() -> Mapping[str, int]:
    """Bytes of memory that the process and its children hold, where the system tells it (Linux)."""
    me = os.getpid()
    try:
        return {"bot": _resident(me), "children": sum(map(_resident, _children(me)))}
    except OSError:
        return {}


def held(process: int | None = None) -> int:
    """Bytes of memory that a process, or this one, has for itself: files and what it shares are left out.

    0 where the system does not tell it.
    """
    resident, shared = _pages(os.getpid() if process is None else process)
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")


def _children(process: int) -> Iterable[int]:
    """Every process that this one has begun, and those that they have begun."""
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (thread / "children").read_text().split()):
            yield child
            try:
                yield from _children(child)
            except OSError:
                continue


def _resident(process: int) -> int:
    return _pages(process)[0] * os.sysconf("SC_PAGE_SIZE")


def _pages(process: int) -> tuple[int, int]:
    """How many pages of memory a process holds, and how many of these others may hold as well."""
    try:
        _, resident, shared, *_ = map(int, Path(f"/proc/{process}/statm").read_text("ascii").split())
    except OSError:
        return 0, 0
    return resident, shared
