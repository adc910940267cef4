"""Players' names."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.names import LONGEST, clean_name, clean_names, visible_name
from bot.people import nameless, number_of


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
        ("A\u3164n\u034fn\u2800", "Ann"),
        ("An\u200dn\u200c", "Ann"),
        ("\u0301Ann", "Ann"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("\u2764\ufe0f Ann", "\u2764\ufe0f Ann"),
        ("\U0001fae8 Ann", "\U0001fae8 Ann"),
    ],
)
def test_names_lose_what_cannot_be_seen(name: str, clean: str) -> None:
    """Control and direction characters go, spaces collapse, and a long name is cut."""
    assert clean_name(name, ()) == clean


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\u200b\u202e", "\n\n", "\ud800", "\ue000"),
        *("\u3164", "\u2800 \u2800", "\u115f\u1160", "\uffa0", "\u034f", "\u00ad", "\u180e", "\ufeff"),
        *(
            "\ufe0f",
            "\U000e0041\U000e0101",
            "\u2067\u2069",
            "\u0301\u0301",
            "\ufffc",
            "\u061c",
            "\ufeff",
            "\u17b4",
        ),
    ],
)
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


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anna", "Аnnа"),  # with Cyrillic letters
        ("Anna", "ΑNNA"),  # with a Greek one
        ("Ilya", "llya"),
        ("Bob 1", "Bob l"),
        ("Ann", "Ａｎｎ"),
        ("Strasse", "Straße"),
        ("Ann", "An\u00adn"),
        ("\u2764", "\u2764\ufe0f"),
    ],
)
def test_names_that_look_the_same_get_a_number(first: str, second: str) -> None:
    """Whoever looks like another at the table is told apart; so is the one whom the number makes look so."""
    assert clean_names((first, second))[1].endswith(" 2")
    assert clean_names((second, first))[1].endswith(" 2")
    assert clean_names((first, f"{first} 2", second))[2].endswith(" 3")


@pytest.mark.parametrize(
    "names", [("Anna", "Anne"), ("Josef", "Jósef"), ("Анна", "Инна"), ("דוד", "דור"), ("山", "川")]
)
def test_names_that_differ_stay_as_they_are(names: tuple[str, str]) -> None:
    """A number is only for those who need one."""
    assert clean_names(names) == names


def test_a_number_keeps_to_the_length() -> None:
    """A long name makes room for its number."""
    long = "W" * LONGEST
    first, second = clean_names((long, long))
    assert first == long
    assert second == f"{'W' * (LONGEST - 2)} 2"


def test_the_nameless_are_told_apart() -> None:
    """Their numbers are where they came in, or the next that is free."""
    assert clean_names(("", "Ann", "\u3164")) == ("#1", "Ann", "#3")
    assert clean_name("", ("Ann", "#3")) == "#4"
    assert clean_name("#2", ("Ann",)) == "#2"
    assert clean_name("", ("Ann", "Bo", "Cid"), 1) == "#2"
    assert clean_name("#2", ("Ann", "#2")) == "#3"
    numbers = [number_of(name) for name in ("#2", "#02", "#0", "#x", "# 2", "Ann")]
    assert numbers == [2, None, None, None, None, None]
    assert number_of(nameless(12)) == 12


@given(st.lists(st.text(max_size=40), min_size=1, max_size=6))
def test_any_names_become_different_visible_ones(names: list[str]) -> None:
    """Whatever people call themselves: something is seen, it is short, and it can be told apart."""
    cleaned = clean_names(names)
    assert all(0 < len(name) <= LONGEST and visible_name(name) == name for name in cleaned)
    assert all(first.casefold() != second.casefold() for first, second in combinations(cleaned, 2))
    assert clean_names(cleaned) == cleaned
