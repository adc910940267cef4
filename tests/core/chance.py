"""Chance from a seed, written from its description in ``core.shuffle`` alone."""

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import shake_256
from importlib import resources
from typing import Any

EDITIONS = (2, 1)
"""The editions of the data, the newest first."""


def word(seed: str, purpose: str, index: int) -> int:
    """The word with this index, from 0."""
    stream = shake_256(f"{seed}/{purpose}".encode()).digest(4 * index + 4)
    return int.from_bytes(stream[-4:], "big")


def shuffle(items: Sequence[str], seed: str, purpose: str) -> list[str]:
    """From the end: the k-th word swaps the k-th item from the end with one at or before it."""
    order = list(items)
    for index, end in enumerate(range(len(order) - 1, 0, -1)):
        other = word(seed, purpose, index) % (end + 1)
        order[end], order[other] = order[other], order[end]
    return order


def token(seed: str, draw: int, on_table: Sequence[int]) -> int:
    """Of the tokens in the bag, rising and the wolves last, the one for this draw; a wolf is 0."""
    printed = Counter({1: 4, 2: 5, 3: 5, 4: 2})
    left = [*sorted((printed - Counter(on_table)).elements()), 0, 0]
    return left[word(seed, f"token {draw}", 0) % len(left)]


@cache
def tile_file(name: str, edition: int) -> dict[str, Any]:
    """The tile file of a set in an edition, as it is written."""
    data, file = resources.files("core") / "data", f"{name.replace('-', '_')}.toml"
    path = data / "editions" / str(edition) / file
    return tomllib.loads((path if path.is_file() else data / file).read_text("utf-8"))


def printed_tiles(name: str, edition: int) -> list[str]:
    """The tiles of a box in the order of its file, each as often as it is printed."""
    entries = tile_file(name, edition)["tile"]
    return [f"{name}/{entry['id']}" for entry in entries for _ in range(entry.get("count", 0))]
