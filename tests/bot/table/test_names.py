"""Players' names."""

import pytest

from bot.table.names import LONGEST, clean_name


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee\t", "Ann Lee"),
        ("An\u0000n\u202e", "Ann"),
        ("\u200bAnn\u2066", "Ann"),
        ("Zażółć Gęślą", "Zażółć Gęślą"),
        ("Aleksander Hamilton Przemyski", "Aleksander Hamilton Prze"),
        ("e\u0301", "é"),
    ],
)
def test_names_lose_what_cannot_be_seen(name: str, clean: str) -> None:
    """Control and direction characters go, spaces collapse, and a long name is cut."""
    assert clean_name(name, ()) == clean


@pytest.mark.parametrize("name", ["", " ", "\u200b\u202e", "\n\n", "\ud800"])
def test_a_name_of_nothing_becomes_a_number(name: str) -> None:
    """Who has no visible name is known by a number."""
    assert clean_name(name, ("Ann",)) == "#2"


def test_a_name_of_five_hundred_emoji_is_cut_between_emoji() -> None:
    """A cut never leaves half of an emoji that is made of several characters."""
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    kept = clean_name(family * 100, ())
    assert 0 < len(kept) <= LONGEST
    assert len(kept) % len(family) == 0 or kept.endswith(("\U0001f468", "\U0001f469", "\U0001f467"))
    assert not kept.endswith("\u200d")
    assert len(clean_name("\U0001f600" * 500, ())) == LONGEST


def test_towers_of_accents_are_taken_down() -> None:
    """At most two marks stay on a letter."""
    assert clean_name("a" + "\u0323" * 50 + "b", ()).count("\u0323") <= 2


def test_taken_names_get_a_number() -> None:
    """Names that differ in case alone are the same name."""
    assert clean_name("ann", ("Ann",)) == "ann 2"
    assert clean_name("Ann", ("Ann", "ann 2")) == "Ann 3"
