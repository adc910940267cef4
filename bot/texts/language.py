"""What the bot has to know of a language besides its texts: ``bot/texts/LANGUAGE/language.toml``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Final, cast

from bot.texts.catalogues import FOLDER, SOURCE, CatalogueError, languages

FILE: Final = "language.toml"


@dataclass(frozen=True, slots=True)
class LanguageData:
    """What is known of a language.

    ``name`` is its own. ``zone`` is where most of its readers live; whoever lives elsewhere sets one of their
    own. ``players`` are called so in the lesson and in the pictures of the rules, because only names of the
    language can be inflected in its sentences. ``me`` are the words by which people mean themselves,
    ``figures`` those by which they may call a figure, by its name in the notation; ``sets`` the same for sets
    and games, for ``all`` of them and for those that were played ``last``.
    """

    name: str
    zone: str
    players: tuple[str, str]
    me: tuple[str, ...]
    figures: Mapping[str, tuple[str, ...]]
    sets: Mapping[str, tuple[str, ...]]


@lru_cache
def read_language_data(language: str, folder: Path = FOLDER) -> LanguageData:
    """The data of a language that there are catalogues of. Raises CatalogueError."""
    path = folder / language / FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{path}: {error}") from error
    wanted = {field.name for field in fields(LanguageData)}
    if wrong := sorted(wanted ^ set(data)):
        raise CatalogueError(f"{path}: it has {', '.join(sorted(wanted))}; see {', '.join(wrong)}")
    if len(data["players"]) != 2:
        raise CatalogueError(f"{path}: there are two players")
    figures, sets = ({name: tuple(words) for name, words in data[of].items()} for of in ("figures", "sets"))
    players = cast(tuple[str, str], tuple(data["players"]))
    return LanguageData(data["name"], data["zone"], players, tuple(data["me"]), figures, sets)


def language_data(tag: str) -> LanguageData:
    """The data of the language of a BCP 47 tag; the source language's for one without catalogues."""
    language = tag.partition("-")[0].lower()
    return read_language_data(language if language in languages() else SOURCE)
