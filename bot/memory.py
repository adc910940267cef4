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

FIXED: Final = 85
"""Megabytes that a bot with all platforms needs before it has drawn anything."""

PAINTER: Final = 40
"""Megabytes that a painting process needs, its tiles not counted."""

LEAST: Final = 16
"""Megabytes of tiles at least: with ten, boards of several sizes take twice as long as with twenty."""

MOST: Final = 45
"""Megabytes of tiles at most, or of what else makes a painter fast: more of them hardly save any time."""

SOON: Final = 250
"""After so many pictures a painter has given its memory back by ending: some three games."""

LATE: Final = 1000
"""After so many instead where there is room for it. To start anew, and to find out anew where figures stand
and what words look like, would be a twelfth of its work."""

AGED: Final = 18
"""Megabytes more that a painter has taken by then. It keeps so many fewer of tiles, which costs a quarter of
what that saves."""

REPLAYED: Final = 256
"""So many games stay replayed in memory at least."""

MOST_REPLAYED: Final = 512
"""And at most: the collector of cyclic garbage holds everything up while it goes through them."""

A_MEGABYTE: Final = 6
"""So many games take one."""

SELDOM: Final = 100
"""So often the collector of cyclic garbage looks at what is young before it looks at everything: in the bot
at all games in memory, for a tenth of a second in which nobody is answered. It finds hardly anything."""


@dataclass(frozen=True, slots=True)
class Shares:
    """What there is room for.

    How many processes may paint boards at once, how many bytes of tiles each of them keeps, after how many
    ``pictures`` it is replaced; and how many ``games`` stay replayed.
    """

    painters: int
    sprites: int
    pictures: int
    games: int


def shares(megabytes: int, cores: int) -> Shares:
    """What each may use when bot and painters together aim at so many megabytes."""
    room = megabytes - FIXED
    painters = max(1, min(cores, room // (PAINTER + LEAST)))
    sprites = min(max(room // painters - PAINTER, LEAST), MOST)
    games = min(REPLAYED + max(room - painters * (PAINTER + sprites), 0) * A_MEGABYTE, MOST_REPLAYED)
    lasting = sprites == MOST
    return Shares(painters, (sprites - AGED * lasting) * 1_000_000, LATE if lasting else SOON, games)


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
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
