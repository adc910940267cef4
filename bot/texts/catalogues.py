"""Reading the catalogues: ``bot/texts/LANGUAGE/*.po``, compiled in memory when the bot starts.

A message's id is its key (``refusal.not_your_turn``); a plural message has the same key as its plural id.
The plural rule is CLDR's, as Babel knows it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import Translations

FOLDER: Final = Path(__file__).parent
SOURCE: Final = "en"
"""The language that is complete by definition; the others fall back to it."""


class CatalogueError(Exception):
    """A catalogue that cannot be used; the sentence names the file."""


@lru_cache
def languages(folder: Path = FOLDER) -> tuple[str, ...]:
    """The languages that there are catalogues of, the source language first."""
    found = sorted(path.name for path in folder.iterdir() if any(path.glob("*.po")))
    return tuple(sorted(found, key=lambda name: name != SOURCE))


def read_languages(folder: Path = FOLDER) -> Mapping[str, Catalog]:
    """Every language's catalogue, by language. Raises CatalogueError."""
    return {language: read_catalogue(folder / language) for language in languages(folder)}


def read_catalogue(folder: Path) -> Catalog:
    """All files of one language as one catalogue. Raises CatalogueError."""
    try:
        locale = Locale.parse(folder.name)
    except (UnknownLocaleError, ValueError) as error:
        raise CatalogueError(f"{folder} is not named for a language") from error
    whole = Catalog(locale=locale)
    for path in sorted(folder.glob("*.po")):
        for message in _messages(path, folder.name):
            if message.id in whole:
                raise CatalogueError(f"{path}: {_key(message.id)} is there twice")
            whole[message.id] = message
    return whole


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as gettext keeps it in files."""
    binary = BytesIO()
    write_mo(binary, catalogue)
    return binary.getvalue()


def translations(binary: bytes) -> Translations:
    """A compiled catalogue as gettext uses it."""
    return Translations(BytesIO(binary))


def keys(catalogue: Catalog) -> Mapping[str, tuple[str, ...]]:
    """The texts of each key: one, or one for each plural form."""
    return {
        _key(message.id): (message.string,)
        if isinstance(message.string, str)
        else tuple(message.string or ())
        for message in catalogue
        if message.id
    }


def _messages(path: Path, language: str) -> Iterator[Message]:
    try:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language, abort_invalid=True)
    except (OSError, ValueError, PoFileError) as error:
        raise CatalogueError(f"{path}: {error}") from error
    return (message for message in catalogue if message.id)


def _key(identifier: str | tuple[str, ...] | list[str]) -> str:
    return identifier if isinstance(identifier, str) else identifier[0]
