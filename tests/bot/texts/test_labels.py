"""Labels of buttons: a phone shows about twenty characters of one, so what differs must be among them."""

import string
from collections.abc import Mapping
from typing import Final

import pytest

from bot.scene import Phrase
from bot.texts import SOURCE, Texts, languages
from bot.texts.catalogues import keys, read_languages

LONGEST: Final = 20
TEXTS: Final = Texts.load()
CATALOGUES: Final = {language: keys(catalogue) for language, catalogue in read_languages().items()}
LABELS: Final = tuple(key for key in CATALOGUES[SOURCE] if key.startswith("choice."))

LONGER: Final[Mapping[str, tuple[int, str]]] = {
    "choice.take_back": (21, "only with the name of a feature that The Discoverers does not have"),
    "choice.next_topic": (21, "an expansion is called what the box calls it"),
}
"""The labels that may be longer, by how much, and why."""

USUAL: Final[Mapping[str, object]] = {
    "bonus": 3,
    "choice": Phrase.of("choice.meeple.road", letter="A", points=3),
    "feature": Phrase("feature.monastery"),
    "hour": "18:00",
    "hours": "22:00-07:00",
    "letter": "A",
    "more": Phrase.of("span.short.hours", count=8),
    "name": Phrase("set.abbey-mayor"),
    "number": 12,
    "points": 12,
    "span": Phrase.of("span.short.hours", count=24),
    "spot": 12,
    "title": Phrase("set.abbey-mayor"),
    "tokens": 17,
    "turn": 24,
    "who": "Ann",
    "wolves": 2,
    "x": 1,
    "y": -2,
    "zone": "Europe/Warsaw",
}
"""What usually stands in a label."""

OWN: Final[Mapping[str, Mapping[str, object]]] = {
    "choice.clock.bank": {"span": Phrase.of("span.short.days", count=3)},
    "choice.vacation": {"count": 14},
}
"""What usually stands in one label only."""


def label(key: str, language: str) -> str:
    """A label as it usually looks."""
    return TEXTS.say(Phrase(key, {"count": 5, **USUAL, **OWN.get(key, {})}), language)


@pytest.mark.parametrize("language", languages())
def test_every_label_is_seen_whole(language: str) -> None:
    """No label is longer than a phone shows, but for the few with a reason."""
    longest = {key: LONGER.get(key, (LONGEST, ""))[0] for key in LABELS}
    long = [said for key in LABELS if len(said := label(key, language)) > longest[key]]
    assert long == []


def test_what_stands_in_a_label_is_known() -> None:
    """Each name in a label has a usual value here, so a label with a new one is measured as well."""
    named = {
        name
        for key in LABELS
        for text in CATALOGUES[SOURCE][key]
        for _, name, _, _ in string.Formatter().parse(text)
        if name is not None
    }
    assert named <= {*USUAL, "count"}


def test_no_label_is_excused_without_need() -> None:
    """Each exception is still one in some language."""
    for key in LONGER:
        assert any(len(label(key, language)) > LONGEST for language in languages()), key
