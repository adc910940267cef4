"""What can be played: the games, their expansions, and the words by which players ask for them."""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from bot.games.talk import talks
from bot.refusal import Refused
from bot.texts import language_data, languages
from core import NotationError
from core.options import CHOICES
from core.ruleset import OptionValue
from core.rulesets import EXPANSIONS, GAMES, SET_NAMES, ruleset

BASE: Final = "base"
ALL: Final = "all"
LAST: Final = "last"
"""The sets of the game before."""


def canonical(word: str) -> str | None:
    """The game or set that a word means, in any language; None when it means none.

    ``ALL`` and ``LAST`` stand for several sets.
    """
    word = folded(word)
    word = next((name for name, talk in talks().items() if word in talk.words), word)
    word = word if word in {*GAMES, *EXPANSIONS, BASE, ALL, LAST} else _translated().get(word, "")
    return word or None


def folded(word: str) -> str:
    """A word without what hurried people leave out: capitals and accents."""
    plain = unicodedata.normalize("NFKD", word.lower().replace("ł", "l"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


@cache
def _translated() -> Mapping[str, str]:
    """What words of the languages mean."""
    return {
        folded(word): name
        for language in languages()
        for name, words in language_data(language).sets.items()
        for word in words
    }


def expansion_option(name: str) -> str | None:
    """The expansion that an option such as ``abbey_mayor=on`` means; None when it means none."""
    name = name.replace("_", "-")
    return name if name in EXPANSIONS else None


def sets_of(game: str, wanted: set[str]) -> tuple[str, ...]:
    """The sets of a game in their proper order, with the wanted expansions."""
    if game != "carcassonne":
        return (game,)
    return (BASE, *(name for name in EXPANSIONS if name in wanted))


def game_of(sets: Sequence[str]) -> str:
    """The game to which sets belong."""
    return next(game for game in GAMES if sets_of(game, set())[0] in sets)


def still_offered(sets: Sequence[str]) -> tuple[str, ...]:
    """Of sets that were played those that can be chosen: all of them, or none."""
    return tuple(sets) if set(sets) <= set(SET_NAMES) else ()


def most_players(game: str) -> int:
    """How many can play a game."""
    return ruleset(game, sets_of(game, set()), {}).most_players


def option_value(name: str, text: str) -> OptionValue:
    """The value of an option that there is, as the rules know it. Raises Refused."""
    words = {"on": "true", "yes": "true", "off": "false", "no": "false"} if CHOICES[name][0] is True else {}
    text = words.get(text, text)
    for value in CHOICES[name]:
        if str(value).lower() == text:
            return value
    raise Refused("refusal.option_value", option=name, values=tuple(str(v).lower() for v in CHOICES[name]))


def checked(game: str, sets: tuple[str, ...], options: Mapping[str, OptionValue]) -> None:
    """Raise Refused unless the rules know this combination."""
    try:
        ruleset(game, sets, options)
    except NotationError as error:
        raise Refused("refusal.impossible_game") from error
