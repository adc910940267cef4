"""Families of keys: every text that the code can ask for is known, and is there in every language."""

import re
import shutil
from pathlib import Path

import pytest

from bot.families import FAMILIES, Family
from bot.texts import SOURCE, CatalogueError, Texts, languages
from bot.texts.catalogues import FOLDER, keys, read_catalogue
from bot.texts.language import FILE, read_language_data
from core.rulesets import FIGURES
from core.sets.abbey_mayor.actions import BARN
from tests.bot.texts.sources import built, declared, families, mentioned, written

SOURCE_KEYS = frozenset(keys(read_catalogue(FOLDER / SOURCE)))
NEW = "eo"
"""A language without catalogues here: in these tests it speaks English."""
ALLOWED = {
    "bot/live/steps.py": "what marks a message that is being sent",
}
"""Files that put keys together by hand, and why."""


def demanded() -> frozenset[str]:
    """Every text that can appear: of families, written out, and whatever else of the source is in use."""
    return declared() | written() | frozenset(key for key in SOURCE_KEYS if mentioned(key))


def missing(folder: Path, language: str) -> list[str]:
    """The texts that a language lacks. Raises CatalogueError when it lacks its data."""
    read_language_data(language, folder)
    return sorted(demanded() - set(keys(read_catalogue(folder / language))))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Catalogues of English, and of English under the name of a language that is new."""
    for language in (SOURCE, NEW):
        shutil.copytree(FOLDER / SOURCE, tmp_path / language)
    return tmp_path


@pytest.mark.parametrize("language", languages())
def test_no_language_lacks_a_text(language: str) -> None:
    """Each catalogue has every text of every family, and every one that is written out."""
    assert missing(FOLDER, language) == []


def test_every_family_has_members() -> None:
    """A family of nothing would demand nothing."""
    assert len(families()) > 60
    assert [family.pattern for family in families() if not family.keys] == []


def test_keys_are_put_together_by_families_alone() -> None:
    """No f-string, sum, ``format``, ``%`` or ``join`` in the bot's code makes a key of the catalogue."""
    by_hand = [
        f"{place} {pattern}"
        for place, pattern in built()
        if place.partition(":")[0] not in ALLOWED and any(re.fullmatch(pattern, key) for key in SOURCE_KEYS)
    ]
    assert by_hand == []


def test_a_key_of_no_member_is_made_and_told_of() -> None:
    """No move fails for want of a text; but who tests the code hears of it."""
    family = Family("figure.{}", of=FIGURES)
    FAMILIES.remove(family)
    assert family(BARN) == "figure.barn"
    with pytest.warns(UserWarning, match=r"figure\.dragon is not among the keys of figure\.\{\}"):
        assert family("dragon") == "figure.dragon"


def test_a_language_is_added_by_its_files_alone(folder: Path) -> None:
    """A folder with catalogues and a data file is a language to the bot, with nothing missing."""
    assert languages(folder) == (SOURCE, NEW)
    assert missing(folder, NEW) == []
    assert Texts.load(folder).languages == (SOURCE, NEW)


def test_a_new_language_without_its_data_is_refused_by_name(folder: Path) -> None:
    """The bot does not start with it, and says which file it wants."""
    (folder / NEW / FILE).unlink()
    with pytest.raises(CatalogueError, match=rf"{NEW}.{FILE}"):
        Texts.load(folder)


def test_wrong_data_of_a_language_are_refused_by_name(folder: Path) -> None:
    """An entry that is missing, and one too many, are named."""
    path = folder / NEW / FILE
    path.write_text(path.read_text(encoding="utf-8").replace("zone =", "zona ="), encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"see zona, zone"):
        Texts.load(folder)


@pytest.mark.parametrize("path", sorted((FOLDER / SOURCE).glob("*.po")), ids=lambda path: path.stem)
def test_any_text_that_a_new_language_lacks_is_named(path: Path, folder: Path) -> None:
    """Each text of the file, taken away, is named: those of families as those that are written out."""
    there = keys(read_catalogue(_alone(path, folder)))
    (folder / NEW / path.name).unlink()
    assert missing(folder, NEW) == sorted(there)


def _alone(path: Path, folder: Path) -> Path:
    """The language with this one file of its catalogues."""
    alone = folder / "alone" / NEW
    alone.mkdir(parents=True)
    shutil.copy(path, alone)
    return alone
