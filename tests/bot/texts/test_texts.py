"""Phrases into sentences."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from structlog.testing import capture_logs

from bot.people import Channel
from bot.scene import At, Moment, Phrase, Typed, Who
from bot.texts import CatalogueError, Texts

DATA = 'name = "L"\nzone = "UTC"\nplayers = ["A", "B"]\nme = []\nfigures = {}\nsets = {}\n'
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


class Loud:
    """Markup that shows what was done to the text."""

    def escape(self, text: str) -> str:
        """In angle brackets."""
        return f"<{text}>"

    def bold(self, text: str) -> str:
        """In capitals' clothes."""
        return f"B[{text}]"

    def command(self, name: str) -> str:
        """Between slashes."""
        return f"/{name}/"

    def mention(self, who: Who) -> str:
        """With an at sign."""
        return f"@{who.key}"

    def channel(self, channel: Channel, message: str = "") -> str:
        """With a hash, and the message after another one."""
        return f"#{channel.place[-1]}{f'#{message}' if message else ''}"

    def moment(self, when: datetime, text: str) -> str:
        """The words after a clock."""
        return f"⏰{text}={int(when.timestamp())}"


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    """Small catalogues of two languages."""
    english = {
        "command": "**Say** /new, /games; **/new** or and/new",
        "hello": "Hello **{who}**, a_b!",
        "nested": "({inner})",
        "only.english": "Only here",
        "name": "Name",
    }
    polish = {"hello": "Witaj **{who}**!", "nested": "[{inner}]", "name": "Nazwa"}
    plural = 'msgid "n"\nmsgid_plural "n"\n'
    for language, entries in (("en", english), ("pl", polish)):
        (tmp_path / language).mkdir()
        body = "".join(f'msgid "{key}"\nmsgstr "{text}"\n\n' for key, text in entries.items())
        (tmp_path / language / "all.po").write_text(HEAD + body, encoding="utf-8")
        (tmp_path / language / "language.toml").write_text(DATA, encoding="utf-8")
    (tmp_path / "en" / "n.po").write_text(f'{HEAD}{plural}msgstr[0] "one"\nmsgstr[1] "{{count}}"\n')
    (tmp_path / "pl" / "n.po").write_text(f'{HEAD}{plural}msgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n')
    return Texts.load(tmp_path)


def test_arguments_are_escaped_and_catalogue_text_is_not(texts: Texts) -> None:
    """Only what is filled in goes through the platform's escaping."""
    assert texts.say(Phrase.of("hello", who="x*y"), "en", Loud()) == "Hello B[<x*y>], a_b!"


def test_commands_are_the_styles_to_write(texts: Texts) -> None:
    """Whole names after a slash, in bold text as well; in an argument only what is marked as one."""
    said = texts.say(Phrase("command"), "en", Loud())
    assert said == "B[Say] /new/, /games/; B[/new/] or and/new"
    assert texts.say(Phrase.of("hello", who="/new"), "en", Loud()) == "Hello B[</new>], a_b!"
    assert texts.say(Phrase.of("hello", who=Typed("new")), "en", Loud()) == "Hello B[/new/], a_b!"


def test_bold_marks_and_placeholders_in_arguments_are_only_text(texts: Texts) -> None:
    """Nothing in an argument is taken for the catalogue's own notation."""
    assert texts.say(Phrase.of("hello", who="**{who}**{0}"), "en") == "Hello **{who}**{0}, a_b!"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (7, "(<7>)"),
        (Who("Ann", "web:1"), "(<Ann>)"),
        (Who("Ann", "web:1", mention=True), "(@web:1)"),
        (Channel("web", ("room",)), "(#room)"),
        (At(Channel("web", ("room",))), "(#room)"),
        (At(Channel("web", ("room",)), "m1"), "(#room#m1)"),
        (
            Moment(datetime(2030, 7, 9, 16, 5, tzinfo=ZoneInfo("Europe/Warsaw"))),
            "(⏰Tue, Jul 9, 16:05 CEST=1909836300)",
        ),
        (Phrase("name"), "(Name)"),
        (1234.56, "(1,234.6)"),
        (2.0, "(2)"),
        (date(2030, 1, 9), "(Jan 9, 2030)"),
        (datetime(2030, 1, 9, 12, tzinfo=UTC), "(Jan 9, 2030)"),
        (Phrase.of("nested", inner="x"), "((<x>))"),
        (("a",), "(<a>)"),
        ((), "()"),
        ((Phrase("name"), "b", 3), "(Name, <b>, and <3>)"),
    ],
)
def test_every_kind_of_argument_has_its_form(texts: Texts, value: object, said: str) -> None:
    """Text, numbers, people, places, phrases and lists are each said in their way."""
    assert texts.say(Phrase.of("nested", inner=value), "en", Loud()) == said


def test_nested_phrases_and_lists_are_in_the_same_language(texts: Texts) -> None:
    """The reader's language reaches every part of a sentence."""
    assert texts.say(Phrase.of("nested", inner=(Phrase("name"), "b")), "pl") == "[Nazwa i b]"


def test_moments_are_written_as_the_language_does(texts: Texts) -> None:
    """The day and the month in the reader's language, the zone by its name."""
    when = Moment(datetime(2030, 1, 9, 16, 5, tzinfo=UTC))
    assert texts.say(Phrase.of("nested", inner=when), "pl") == "[śr., 9 sty, 16:05 UTC]"


def test_numbers_and_dates_are_written_as_the_language_does(texts: Texts) -> None:
    """A decimal comma and the day before the month, where that is the custom."""
    assert texts.say(Phrase.of("nested", inner=7.5), "pl") == "[7,5]"
    assert texts.say(Phrase.of("nested", inner=date(2030, 1, 9)), "pl") == "[9 sty 2030]"


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [("en", 1, "one"), ("en", 0, "0"), ("en", 5, "5"), ("pl", 1, "a"), ("pl", 3, "b"), ("pl", 12, "c"),
     ("pl", 22, "b"), ("pl", 5, "c"), ("pl", 0, "c")],
)  # fmt: skip
def test_the_count_chooses_the_plural_form(texts: Texts, language: str, count: int, said: str) -> None:
    """CLDR's rule decides, also where the catalogue's header says nothing."""
    assert texts.say(Phrase.of("n", count=count), language) == said


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("pl", "pl"),
        ("pl-PL", "pl"),
        ("PL_pl", "pl"),
        ("en-GB", "en"),
        ("de", "en"),
        ("", "en"),
        ("zh-Hans-CN", "en"),
    ],
)
def test_a_tag_finds_the_best_language(texts: Texts, tag: str, language: str) -> None:
    """Regions are ignored where there is no catalogue of their own; unknown languages get the source."""
    assert texts.language(tag) == language


def test_a_missing_text_falls_back_to_the_source_and_is_logged_once(texts: Texts) -> None:
    """A gap in a translation shows English, and the operator hears of it once."""
    with capture_logs() as logs:
        said = [texts.say(Phrase("only.english"), "pl") for _ in range(2)]
    assert said == ["Only here"] * 2
    assert [(entry["key"], entry["language"]) for entry in logs] == [("only.english", "pl")]


def test_an_unknown_key_is_said_as_it_stands(texts: Texts) -> None:
    """A key that no language has does not stop a message."""
    with capture_logs() as logs:
        assert texts.say(Phrase.of("no.such{key}", count=3), "en") == "no.such{key}"
    assert logs[0]["event"] == "text missing"


def test_has_knows_plain_and_plural_keys(texts: Texts) -> None:
    """``has`` tells which keys there are."""
    assert [texts.has(key) for key in ("name", "n", "nobody")] == [True, True, False]


def test_there_must_be_a_source_language(tmp_path: Path) -> None:
    """Catalogues without the source language cannot be used."""
    with pytest.raises(CatalogueError, match="no catalogue of en"):
        Texts.load(tmp_path)


def test_the_source_comes_first(texts: Texts) -> None:
    """The languages are listed with the source language in front."""
    assert texts.languages == ("en", "pl")
