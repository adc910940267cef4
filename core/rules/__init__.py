"""The rules of all five games; :func:`ruleset` puts those of one game together."""

import copyreg
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from core.editions import NEWEST
from core.errors import NotationError
from core.options import OptionValue, complete_options
from core.rules import abbey_mayor, carcassonne, discoverers, hills_sheep, turn, winter
from core.ruleset import Phase, Ruleset
from core.state import State

EXPANSIONS: Final[Mapping[str, Callable[[Ruleset[State]], None]]] = {
    "winter": winter.install,
    "abbey-mayor": abbey_mayor.install,
    "hills-sheep": hills_sheep.install,
}
GAMES: Final = ("carcassonne", "discoverers")


def ruleset(
    game: str, sets: tuple[str, ...], options: Mapping[str, OptionValue], edition: int = NEWEST
) -> Ruleset[State]:
    """The rules of a game with these sets and options, as they are with an edition of the data.

    Raises NotationError when the game, a set, the order of the sets or an option is unknown.
    """
    return _ruleset(game, tuple(sets), tuple(sorted(complete_options(options, edition).items())), edition)


@lru_cache(maxsize=64)
def _ruleset(
    game: str, sets: tuple[str, ...], options: tuple[tuple[str, OptionValue], ...], edition: int
) -> Ruleset[State]:
    rules = Ruleset[State](game, sets, dict(options), edition)
    turn.install(rules)
    if game == "discoverers":
        if sets != ("discoverers",):
            raise NotationError('the sets of discoverers are ["discoverers"]')
        discoverers.install(rules)
    elif game == "carcassonne":
        chosen = [name for name in EXPANSIONS if name in sets]
        if sets[:1] != ("base",) or len(set(sets)) != len(sets) or set(sets[1:]) != set(chosen):
            raise NotationError(f"the sets are base, then any of {', '.join(EXPANSIONS)}, each once")
        carcassonne.install(rules)
        for name in chosen:
            EXPANSIONS[name](rules)
    else:
        raise NotationError(f"there is no game {game!r}; there are {', '.join(GAMES)}")
    rules.begin.append(turn.close_if_empty)
    return rules


def _named(rules: Ruleset[State]) -> tuple[Any, ...]:
    return ruleset, (rules.game, rules.sets, dict(rules.options), rules.edition)


# The functions in the tables have no names of their own, but the whole has one.
copyreg.pickle(Ruleset, _named)

__all__ = ["EXPANSIONS", "GAMES", "Phase", "Ruleset", "ruleset"]
