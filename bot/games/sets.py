"""What can be played: the games, their expansions, and the words by which players ask for them."""

from collections.abc import Mapping
from typing import Final

from bot.games.talk import talks
from bot.refusal import Refused
from core import NotationError
from core.options import CHOICES
from core.ruleset import OptionValue
from core.rulesets import EXPANSIONS, GAMES, ruleset

BASE: Final = "base"
ALL: Final = "all"


def canonical(word: str) -> str | None:
    """The game or set that a word means; None when it means none."""
    word = word.lower()
    word = next((name for name, talk in talks().items() if word in talk.words), word)
    return word if word in {*GAMES, *EXPANSIONS, BASE, ALL} else None


def expansion_option(name: str) -> str | None:
    """The expansion that an option such as ``abbey_mayor=on`` means; None when it means none."""
    name = name.replace("_", "-")
    return name if name in EXPANSIONS else None


def sets_of(game: str, wanted: set[str]) -> tuple[str, ...]:
    """The sets of a game in their proper order, with the wanted expansions."""
    if game != "carcassonne":
        return (game,)
    return (BASE, *(name for name in EXPANSIONS if name in wanted))


def most_players(game: str) -> int:
    """How many can play a game."""
    return ruleset(game, sets_of(game, set()), {}).most_players


def option_value(name: str, text: str) -> OptionValue:
    """An option's value as the rules know it. Raises Refused."""
    if name not in CHOICES:
        raise Refused("refusal.unknown_option", option=name, options=tuple(CHOICES))
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
