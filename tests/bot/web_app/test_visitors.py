"""Who sits at a browser."""

import pytest

from bot.web_app.visitors import language_of, name_from, person_of


def test_the_id_does_not_give_the_secret_away() -> None:
    """An id may stand in a record: the cookie cannot be made from it."""
    person = person_of("s" * 43, "Ann", "en")
    assert "sss" not in person.id
    assert person.key == person_of("s" * 43, "Anna", "pl").key
    assert person.key != person_of("t" * 43, "Ann", "en").key


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann \n of\tArc ", "Ann of Arc"),
        ("", ""),
        ("\u3164\u2800", ""),
        (" \t ", ""),
        ("\u202eevil\u0000", "evil"),
        ("Żółć", "Żółć"),
        ("🐑" * 500, "🐑" * 24),
        ("<b>Bo</b>", "<b>Bo</b>"),
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    """A name is one short line without control characters; markup in it is only text."""
    assert name_from(given) == kept


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("en;q=0.5, cs;q=0.7", "cs"),
        ("de-DE,de;q=0.9", "en"),
        ("de, pl;q=0.1", "pl"),
        ("pl;q=0, de", "en"),
        ("", "en"),
        (";;q=zzz,,,", "en"),
    ],
)
def test_the_browser_says_which_language(header: str, language: str) -> None:
    """The language that the reader likes best among ours is spoken, else the house's."""
    assert language_of(header, ("en", "pl", "cs"), "en") == language
