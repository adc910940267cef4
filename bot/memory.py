"""What the process keeps of the memory that it has used: with glibc, as little as can be had cheaply."""

import ctypes
from typing import Final

from render import SPRITES

M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8

ARENAS: Final = 2
"""Heaps for all threads together; each keeps what its busiest moment needed."""

LARGE: Final = 256 * 1024
"""Bytes from which on a picture gets pages of its own, which go back as soon as it is let go."""

SPARE: Final = 1024 * 1024
"""Bytes that may stay free at the end of a heap."""

FIXED: Final = 100
"""Megabytes that a bot with all platforms needs before it has drawn anything."""


def _glibc() -> ctypes.CDLL | None:
    """The C library, where it is glibc; others give memory back by themselves or cannot be asked."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):
        return None
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


_LIBRARY: Final = _glibc()


def set_up_memory(megabytes: int) -> None:
    """Hold the process to about so many megabytes. To be called before threads are started."""
    SPRITES.limit = max(megabytes - FIXED, 20) * 400_000
    if _LIBRARY is not None:
        _LIBRARY.mallopt(M_ARENA_MAX, ARENAS)
        _LIBRARY.mallopt(M_MMAP_THRESHOLD, LARGE)
        _LIBRARY.mallopt(M_TRIM_THRESHOLD, SPARE)


def trim() -> None:
    """Give freed memory back to the system. Takes some milliseconds, in which Python goes on."""
    if _LIBRARY is not None:
        _LIBRARY.malloc_trim(0)
