"""What the players are called in the lesson and in the pictures of the rules.

They have names of the reader's language, because only those can be inflected in its sentences. The texts
call them the same.
"""

from collections.abc import Mapping
from typing import Final

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "en": ("Ann", "Bo"),
    "pl": ("Ala", "Bartek"),
    "cs": ("Anna", "Petr"),
}


def players(language: str) -> tuple[str, str]:
    """The names of the two, for readers of a language (any BCP 47 tag)."""
    return _NAMES.get(language.partition("-")[0].lower(), _NAMES["en"])
