"""How much memory the bot and what it has started hold."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path


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
