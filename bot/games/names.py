"""Players' names as they stand in a game: visible, short and different from each other.

What nobody sees is dropped (controls, directions, fillers, joiners that join nothing), and so are towers of
accents. Of people whose names look the same, all but the first get a number.
"""

import unicodedata
from collections.abc import Collection, Iterable
from typing import Final

from bot.people import nameless, number_of, opponent_named

LONGEST: Final = 24
_MOST_ACCENTS: Final = 2
_MARK: Final = "⚙"
"""What opponents are known by: no person has it in their name."""

_JOINERS: Final = frozenset("\u200c\u200d\ufe0f")
"""Signs that change how their neighbours look: between letters of some scripts, and within emoji."""

_UNSEEN: Final = (
    frozenset("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u2800\u3164\ufeff\uffa0\ufffc\U00016fe4\U0001d159")
    | frozenset(map(chr, range(0x180B, 0x1810)))
    | frozenset(map(chr, range(0xFE00, 0xFE10)))
    | frozenset(map(chr, range(0xFFF0, 0xFFF9)))
    | frozenset(map(chr, range(0xE0000, 0xE1000)))
)
"""What Unicode calls default ignorable or draws as nothing, beside the characters of categories Cc and Cf."""

_EMOJI: Final = range(0x1F000, 0x1FB00)
"""Characters there are seen by those whose fonts are newer than this Python."""

_TWINS: Final = str.maketrans(
    # Cyrillic, Greek, Armenian and others, as far as whole names can be written in them
    "АВЕЅІЈКМНОРСТУХҮԌӀаеоӏрсухіјѕһԁԛԝҽ" "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιραυϲϳ" "օսհոց" "ıɑɡɩʏ" "I|10",
    "ABESlJKMHOPCTYXYGlaeolpcyxijshdqwe" "ABEZHlKMNOPTYXovipaucj" "ouhng" "iagiy" "lllO",
)  # fmt: skip
"""Letters and figures that look the same in most fonts, after Unicode's table of confusables (UTS 39)."""


def clean_name(name: str, taken: Collection[str], seat: int | None = None) -> str:
    """The name without what cannot be seen, at most ``LONGEST`` characters, and told apart from those taken.

    A name that looks like one that is taken gets a number. Whoever has no visible name is nameless, and
    known by a number alone (:func:`bot.people.nameless`), that of the ``seat`` where there is one; readers
    see it in their own language.
    """
    kept = visible_name(name)
    if opponent_named(kept) is not None:
        kept = kept.removeprefix("@")
    if not kept or number_of(kept) is not None:
        own = number_of(kept) or len(taken) + 1
        number = own if seat is None else seat + 1
        while nameless(number) in taken:
            number += 1
        return nameless(number)
    looks = {look for other in taken for look in _looks(other)}
    plain, number = kept, 1
    while not looks.isdisjoint(_looks(kept)):
        number += 1
        kept = f"{_cut(plain, LONGEST - len(f' {number}'))} {number}"
    return kept


def clean_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names of one list, told apart from each other, the first ones first."""
    cleaned: list[str] = []
    for name in names:
        cleaned.append(clean_name(name, cleaned))
    return tuple(cleaned)


def visible_name(name: str) -> str:
    """What can be seen of a name, at most ``LONGEST`` characters; empty when it is nothing."""
    return _cut(_visible(name))


def _looks(name: str) -> frozenset[str]:
    """What the name looks like: what has one of these in common looks, or sounds when read out, the same."""
    bare = "".join(character for character in name if character not in _JOINERS)
    plain = unicodedata.normalize("NFKC", bare)
    return frozenset({plain.casefold(), plain.translate(_TWINS).casefold()})


def _visible(name: str) -> str:
    kept: list[str] = []
    accents = 0
    for character in unicodedata.normalize("NFC", name[: 20 * LONGEST]):
        category = unicodedata.category(character)
        before = kept[-1] if kept else " "
        accents = accents + 1 if category in {"Mn", "Me"} else 0
        if category[0] == "Z" or character in "\t\r\n":
            kept.append(" ")
        elif character in _JOINERS:
            if _joins(before, character):
                kept.append(character)
        elif category[0] == "M" and (before == " " or accents > _MOST_ACCENTS):
            continue
        elif _is_seen(character, category):
            kept.append(character)
    while kept and kept[-1] in _JOINERS - {"\ufe0f"}:
        kept.pop()
    return " ".join("".join(kept).split())


def _joins(before: str, joiner: str) -> bool:
    """Whether a joiner does anything behind a character."""
    if joiner == "\ufe0f":
        return unicodedata.category(before) in {"So", "Sm", "Po", "Nd", "Cn"}
    # letters of scripts without capitals, with their signs, and emoji
    return before == "\ufe0f" or unicodedata.category(before) in {"Lo", "Mn", "Mc", "So", "Sk", "Cn"}


def _is_seen(character: str, category: str) -> bool:
    if character == _MARK or character in _UNSEEN or category in {"Cc", "Cf", "Co", "Cs"}:
        return False
    return category != "Cn" or ord(character) in _EMOJI


def _cut(name: str, longest: int = LONGEST) -> str:
    # A cut must not leave half of a character that is made of several.
    end = longest
    while 0 < end < len(name) and (unicodedata.category(name[end])[0] == "M" or name[end] in _JOINERS):
        end -= 1
    return name[:end].rstrip("\u200c\u200d ")
