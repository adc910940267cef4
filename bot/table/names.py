"""Players' names as they stand in a game: cleaned, short and different from each other."""

import unicodedata
from collections.abc import Collection
from typing import Final

LONGEST: Final = 24
_JOINERS: Final = {"\u200d", "\ufe0f"}
_MOST_ACCENTS: Final = 2


def clean_name(name: str, taken: Collection[str]) -> str:
    """The name without control and direction characters, at most ``LONGEST`` characters, and not taken.

    A name that is taken gets a number; one of which nothing is left becomes a number alone.
    """
    kept = _cut(_visible(name))
    number = len(taken) + 1
    if not kept:
        kept = f"#{number}"
    folded = {other.casefold() for other in taken}
    plain, number = kept, 1
    while kept.casefold() in folded:
        number += 1
        kept = f"{plain} {number}"
    return kept


def _visible(name: str) -> str:
    kept: list[str] = []
    accents = 0
    for character in unicodedata.normalize("NFC", name[: 20 * LONGEST]):
        category = unicodedata.category(character)
        accents = accents + 1 if category in {"Mn", "Me"} else 0
        if category[0] == "Z" or character in "\t\r\n":
            kept.append(" ")
        elif (category[0] != "C" or character in _JOINERS) and accents <= _MOST_ACCENTS:
            kept.append(character)
    return " ".join("".join(kept).split())


def _cut(name: str) -> str:
    # A cut must not leave half of a character that is made of several.
    end = LONGEST
    while 0 < end < len(name) and (unicodedata.category(name[end])[0] == "M" or name[end] in _JOINERS):
        end -= 1
    return name[:end].rstrip("".join(_JOINERS) + " ")
