"""Families of text keys: keys that are made from a value, and all the values that there are.

Every text that can be said must be known before it is, so a key is either written out or of a family:
``FEATURE = Family("feature.{}", of=Terrain)`` makes ``FEATURE("city")`` and knows its other members.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final
from warnings import warn

Member = object | tuple[object, ...]
"""What stands in a key's one gap, or a tuple with a value for each."""

FAMILIES: Final[list["Family"]] = []
"""All families of the modules that have been imported."""


class Family:
    """The keys of one pattern, such as ``choice.{}.{}``; called with values it makes one of them.

    ``of`` are its members, or a function that gives them, where they are known only once all is imported.
    """

    def __init__(self, pattern: str, of: Iterable[Member] | Callable[[], Iterable[Member]]) -> None:
        self.pattern = pattern
        self._of = of
        FAMILIES.append(self)

    def __call__(self, *values: object) -> str:
        """The key for these values. Of no member it is made too, with a warning: no move fails for it."""
        key = self.pattern.format(*values)
        if key not in self.keys:
            warn(f"{key} is not among the keys of {self.pattern}", stacklevel=2)
        return key

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all members."""
        members = self._of if isinstance(self._of, Iterable) else self._of()
        return frozenset(
            self.pattern.format(*member) if isinstance(member, tuple) else self.pattern.format(member)
            for member in members
        )
