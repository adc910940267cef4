"""Cutting text to Discord's limits without making it unreadable."""

from collections.abc import Iterable
from typing import Final

ELLIPSIS: Final = "…"


def shorten(text: str, limit: int) -> str:
    """The text on one line, at most ``limit`` UTF-16 units long, as Discord counts, and never empty."""
    line = " ".join(text.split()) or ELLIPSIS
    if units(line) <= limit:
        return line
    kept = line
    while units(kept) > limit - 1:
        kept = kept[: min(len(kept) - 1, limit - 1)]
    return kept.rstrip() + ELLIPSIS


def split_lines(lines: Iterable[str], limit: int) -> list[str]:
    """The lines in pieces of whole lines within the limit, at least one; a line that is too long is cut."""
    pieces = [""]
    for line in lines:
        cut = line if units(line) <= limit else shorten(line, limit)
        joined = f"{pieces[-1]}\n{cut}" if pieces[-1] else cut
        if units(joined) <= limit:
            pieces[-1] = joined
        else:
            pieces.append(cut)
    return pieces


def at_most(most: int, lines: Iterable[str], limit: int) -> list[str]:
    """The lines in so many pieces at most, with an ellipsis at the end for what does not fit."""
    lines = list(lines)
    pieces = split_lines(lines, limit)
    if len(pieces) <= most:
        return pieces
    kept = split_lines(lines, limit - 2)[:most]
    return [*kept[:-1], f"{kept[-1]}\n{ELLIPSIS}"]


def units(text: str) -> int:
    """The length of the text in UTF-16 units: the strictest way in which Discord counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
