"""The catalogues: complete, consistent, used, and safe on every platform."""

import re
import string
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.plurals import get_plural

from bot.command_names import GAME_COMMANDS
from bot.games.moves import ILLEGAL
from bot.texts import SOURCE, CatalogueError, languages
from bot.texts.catalogues import FOLDER, keys, read_catalogue, read_languages
from tests.bot.texts.sources import declared, mentioned, spoken

OTHERS = tuple(language for language in languages() if language != SOURCE)
TEXTS = {language: keys(catalogue) for language, catalogue in read_languages().items()}


def placeholders(text: str) -> set[str]:
    """The names in curly brackets."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def union(texts: tuple[str, ...]) -> set[str]:
    """The names in curly brackets of all plural forms."""
    return set().union(*map(placeholders, texts))


def test_english_polish_and_czech_are_there() -> None:
    """The product speaks the three languages that it promises."""
    assert {"en", "pl", "cs"} <= set(TEXTS)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys(language: str) -> None:
    """No language lacks a key of the source language, and none has one that the source lacks."""
    assert set(TEXTS[language]) ^ set(TEXTS[SOURCE]) == set()


@pytest.mark.parametrize("language", TEXTS)
def test_no_text_is_empty(language: str) -> None:
    """Every key, in every plural form, says something."""
    assert [key for key, texts in TEXTS[language].items() if not texts or not all(texts)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_the_placeholders(language: str) -> None:
    """A translation fills in the same values as the source."""
    source = TEXTS[SOURCE]
    different = {key for key, texts in TEXTS[language].items() if union(texts) != union(source[key])}
    assert different == set()


@pytest.mark.parametrize("language", TEXTS)
def test_plural_forms_differ_in_nothing_but_the_count(language: str) -> None:
    """Each plural form has all placeholders; only the count may be left out of a form."""
    for key, texts in TEXTS[language].items():
        for text in texts:
            assert union(texts) - placeholders(text) <= {"count"}, key


@pytest.mark.parametrize("language", TEXTS)
def test_plurals_have_the_forms_that_the_language_has(language: str) -> None:
    """A plural message has CLDR's number of forms, in every language for the same keys."""
    forms = get_plural(language).num_plurals
    wrong = {key for key, texts in TEXTS[language].items() if len(texts) not in {1, forms}}
    assert wrong == set()
    plural = {key for key, texts in TEXTS[language].items() if len(texts) > 1}
    assert plural == {key for key, texts in TEXTS[SOURCE].items() if len(texts) > 1}


@pytest.mark.parametrize("language", TEXTS)
def test_no_text_can_be_taken_for_markup(language: str) -> None:
    """Texts hold no character that Discord or Telegram reads as markup, but for the bold marks."""
    for key, texts in TEXTS[language].items():
        for text in texts:
            assert text.count("**") % 2 == 0, key
            plain = re.sub(r"\{[a-z_]+\}", "", text.replace("**", ""))
            assert not re.search(r"[<>&*_`~|\\{}\[\]]", plain), f"{key}: {text}"
            assert text == text.strip(), key


def test_every_key_that_the_code_says_exists() -> None:
    """Each phrase that is made in the code has a text."""
    missing = [
        f"{place.place} {place.pattern}"
        for place in spoken()
        if not any(re.fullmatch(place.pattern, key) for key in TEXTS[SOURCE])
    ]
    assert missing == []


def test_the_code_gives_every_placeholder_its_value() -> None:
    """Where a phrase is made from a key or a family of keys, every name in its text gets a value."""
    lacking = []
    for place in spoken():
        if place.arguments is None:
            continue
        for key, texts in TEXTS[SOURCE].items():
            if re.fullmatch(place.pattern, key) and (without := union(texts) - place.arguments):
                lacking.append(f"{place.place} {key} {sorted(without)}")
    assert lacking == []


def test_plural_texts_get_a_count() -> None:
    """Whoever says a plural text gives the count that chooses its form."""
    plural = {key for key, texts in TEXTS[SOURCE].items() if len(texts) > 1}
    for place in spoken():
        if place.arguments is not None and any(re.fullmatch(place.pattern, key) for key in plural):
            assert "count" in place.arguments, place


def test_no_key_is_unused() -> None:
    """Each key is named in the code, or of a family of keys."""
    assert [key for key in TEXTS[SOURCE] if not mentioned(key) and key not in declared()] == []


@pytest.mark.parametrize("language", TEXTS)
def test_every_command_is_described_in_a_line(language: str) -> None:
    """Each command has a description that fits Discord's and Telegram's lists."""
    for name in GAME_COMMANDS:
        (text,) = TEXTS[language][f"command.{name}.description"]
        assert len(text) <= 100
        assert "\n" not in text


def test_refusals_exist_for_every_reason_of_the_rules() -> None:
    """Every reason that the rules give for an illegal action has a sentence."""
    reasons = set()
    core = FOLDER.parents[1] / "core"
    for path in (*(core / "rules").rglob("*.py"), *(core / "sets").rglob("*.py")):
        # How an action is written is no reason.
        text = re.sub(r"def __str__.*\n +return .*", "", path.read_text(encoding="utf-8"))
        reasons |= set(re.findall(r'Illegal\w+\([^"()]*f?"[^"\n]*", "(\w+)"', text))
        reasons |= set(re.findall(r'_misplaced\(\w+, \w+, "(\w+)"', text))
        reasons |= set(re.findall(r'return "([a-z_]+)"', text))
    assert {"no_supply", "corner_open", "barn", "mismatch", "wagon_reach"} <= reasons
    reasons = {reason for reason in reasons if f"refusal.illegal.{reason}" not in ILLEGAL.keys}
    # A resignation is refused before the rules are asked, and phases are checked before moves are read.
    assert reasons <= {"not_playing"}, reasons


def write(folder: Path, *entries: str) -> Path:
    """A catalogue with these entries in a folder."""
    folder.mkdir(exist_ok=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    for number, entry in enumerate(entries):
        (folder / f"{number}.po").write_text(head + entry, encoding="utf-8")
    return folder


def test_a_key_in_two_files_is_refused_by_name(tmp_path: Path) -> None:
    """The same key in two files of a language is an error that names the key."""
    folder = write(tmp_path / "en", 'msgid "a.b"\nmsgstr "one"\n', 'msgid "a.b"\nmsgstr "two"\n')
    with pytest.raises(CatalogueError, match=r"1\.po: a\.b is there twice"):
        read_catalogue(folder)


@pytest.mark.parametrize(
    ("name", "entry", "message"),
    [
        ("english", 'msgid "a"\nmsgstr "b"\n', "not named for a language"),
        ("en", 'msgid "a"\nnonsense\n', r"0\.po"),
    ],
)
def test_a_bad_catalogue_is_refused_by_name(tmp_path: Path, name: str, entry: str, message: str) -> None:
    """A folder that is no language, and a file that is no catalogue, are errors that name them."""
    with pytest.raises(CatalogueError, match=message):
        read_catalogue(write(tmp_path / name, entry))


def test_the_keys_of_a_catalogue_are_read_with_their_forms(tmp_path: Path) -> None:
    """A plural message gives all its forms under its one key."""
    folder = write(
        tmp_path / "cs", 'msgid "n"\nmsgid_plural "n"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n'
    )
    found: Mapping[str, tuple[str, ...]] = keys(read_catalogue(folder))
    assert found == {"n": ("a", "b", "c")}
