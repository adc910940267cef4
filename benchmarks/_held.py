"""What processes hold of the machine's memory, whatever else runs there.

PSS would depend on that: a page of a library counts less the more strangers have it loaded, too.
"""

import re
from pathlib import Path

_MAPPING = re.compile(
    r"^[0-9a-f]+-[0-9a-f]+ \S+ (?P<offset>\S+) \S+ (?P<inode>\d+).*\n"
    r"(?:.*\n)*?Rss:\s+(?P<rss>\d+) kB\n(?:.*\n)*?Anonymous:\s+(?P<own>\d+) kB\n",
    re.MULTILINE,
)


def megabytes(*processes: int) -> list[float]:
    """What each of the processes holds for itself, and last what they have loaded of files, pages once."""
    held: list[float] = []
    loaded: dict[tuple[str, str], int] = {}
    for process in processes:
        own = 0
        for mapping in _MAPPING.finditer(Path(f"/proc/{process}/smaps").read_text("utf-8")):
            rest = int(mapping["rss"]) - int(mapping["own"])
            own += int(mapping["own"])
            part = mapping["inode"], mapping["offset"]
            loaded[part] = max(loaded.get(part, 0), rest)
        held.append(own / 1024)
    return [*held, sum(loaded.values()) / 1024]
