"""Rooms as addresses: which names there are, and how one is found for a newcomer."""

import re
import secrets
import unicodedata
from typing import Final

ROOM_NAME: Final = re.compile(r"[a-z0-9-]{1,40}")
LONGEST: Final = 40
_CONSONANTS: Final = "bdfgklmnprstvz"
_VOWELS: Final = "aeiou"
_STROKES: Final = str.maketrans({"ł": "l", "Ł": "L", "ß": "ss", "ø": "o", "Ø": "O", "đ": "d", "æ": "ae"})


def is_room(name: str) -> bool:
    """Whether this is a room's name, exactly as it stands in an address."""
    return ROOM_NAME.fullmatch(name) is not None


def room_from(words: str) -> str:
    """The room's name that somebody meant by these words; empty when nothing usable is left.

    ``Łódź, Friday!`` becomes ``lodz-friday``.
    """
    plain = unicodedata.normalize("NFKD", words.translate(_STROKES)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST].rstrip("-")


def new_room() -> str:
    """A name for a new room: easy to say in any language, hard to guess."""
    words = ("".join(secrets.choice(letters) for letters in (_CONSONANTS, _VOWELS) * 3) for _ in range(2))
    return f"{'-'.join(words)}-{secrets.randbelow(90) + 10}"
