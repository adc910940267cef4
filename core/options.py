"""The options of all sets: names, defaults, and what they may be."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.editions import NEWEST
from core.errors import NotationError
from core.quoting import quoted
from core.ruleset import OptionValue
from core.sets import rows

CHOICES: Final[Mapping[str, tuple[OptionValue, ...]]] = MappingProxyType(
    {name: values for row in rows().values() for name, values in row.options.items()}
)
"""Every option with its values, the newest default first."""


def _merged() -> Mapping[int, Mapping[str, OptionValue]]:
    since: dict[int, dict[str, OptionValue]] = {}
    for row in rows().values():
        for edition, values in row.defaults_since().items():
            since.setdefault(edition, {}).update(values)
    return MappingProxyType(since)


DEFAULTS: Final[Mapping[int, Mapping[str, OptionValue]]] = _merged()
"""What holds for a record that does not say, by the edition (:mod:`core.editions`) since which it does.

An edition that changes some names those alone.
"""


def defaults(edition: int = NEWEST) -> Mapping[str, OptionValue]:
    """The defaults of an edition."""
    since = sorted(number for number in DEFAULTS if number <= edition)
    return {name: value for number in since for name, value in DEFAULTS[number].items()}


def complete_options(given: Mapping[str, OptionValue], edition: int = NEWEST) -> Mapping[str, OptionValue]:
    """All options, those not given at the default of the edition.

    Raises NotationError when a name is unknown or a value is not allowed.
    """
    for name, value in given.items():
        if name not in CHOICES:
            raise NotationError(f"there is no option {quoted(name)}; there are {', '.join(CHOICES)}")
        if not any(value == choice and type(value) is type(choice) for choice in CHOICES[name]):
            allowed = ", ".join(str(choice).lower() for choice in CHOICES[name])
            raise NotationError(f"option {name} cannot be {quoted(value)}; it can be {allowed}")
    return MappingProxyType({**defaults(edition), **given})
