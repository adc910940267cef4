"""The rules of a game, put together from those of its sets."""

import copyreg
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from core.editions import NEWEST
from core.errors import NotationError
from core.options import complete_options
from core.rules import turn
from core.ruleset import OptionValue, Ruleset
from core.sets import offered, rows
from core.state import State

SET_NAMES: Final = tuple(offered())
"""Every set that people can choose, in the order of records."""
GAMES: Final = tuple(row.game for row in offered().values() if row.opens)
EXPANSIONS: Final = tuple(name for name, row in offered().items() if not row.opens)
"""The sets that can be added to a game."""
FIGURES: Final = tuple(figure for row in offered().values() for figure in row.figures)
"""The figures of all these sets."""
PHASES: Final = (*turn.PHASES, *(phase for row in offered().values() for phase in row.phases))
"""The kinds of decision of all these sets, those of the turn that all games share first."""


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
    if game not in GAMES:
        raise NotationError(f"there is no game {game!r}; there are {', '.join(GAMES)}")
    first = next(name for name, row in rows().items() if row.game == game and row.opens)
    added = [name for name, row in rows().items() if row.game == game and not row.opens]
    if sets[:1] != (first,) or len(set(sets)) != len(sets) or not set(sets[1:]) <= set(added):
        if not added:
            raise NotationError(f'the sets of {game} are ["{first}"]')
        raise NotationError(f"the sets are {first}, then any of {', '.join(added)}, each once")
    rules = Ruleset[State](game, sets, dict(options), edition)
    turn.install(rules)
    for name in (first, *(name for name in added if name in sets)):
        rows()[name].install(rules)
    turn.let_leave(rules)
    rules.begin.append(turn.close_if_empty)
    return rules


def _named(rules: Ruleset[State]) -> tuple[Any, ...]:
    return ruleset, (rules.game, rules.sets, dict(rules.options), rules.edition)


# The functions in the tables have no names of their own, but the whole has one.
copyreg.pickle(Ruleset, _named)
