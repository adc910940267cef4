"""The options of a game: names, defaults, and what they may be."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.errors import NotationError
from core.quoting import quoted

OptionValue = bool | int | str

CHOICES: Final[Mapping[str, tuple[OptionValue, ...]]] = MappingProxyType(
    {
        "fields": (True, False),
        "wagon_move": ("connected", "adjacent"),
        "abbey_round": (True, False),
        "hills_tie": ("presence", "count"),
        "shepherds": (True, False),
        "hills": (True, False),
        "vineyards": (True, False),
        "hand": (0, 2),
        "even_turns": ("off", "printed", "exact"),
    }
)
"""Every option with its values, the default first."""


def complete_options(given: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """All options, those not given at their default.

    Raises NotationError when a name is unknown or a value is not allowed.
    """
    for name, value in given.items():
        if name not in CHOICES:
            raise NotationError(f"there is no option {quoted(name)}; there are {', '.join(CHOICES)}")
        if not any(value == choice and type(value) is type(choice) for choice in CHOICES[name]):
            allowed = ", ".join(str(choice).lower() for choice in CHOICES[name])
            raise NotationError(f"option {name} cannot be {quoted(value)}; it can be {allowed}")
    defaults = {name: choices[0] for name, choices in CHOICES.items()}
    return MappingProxyType({**defaults, **given})
