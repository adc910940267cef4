"""What the core has to know of a set: one row at the end of its file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.actions import Action, Figure, Phase
from core.editions import FIRST
from core.ruleset import OptionValue, Ruleset
from core.state import State
from core.tiles import TileKind


class Trial(Protocol):
    """What whoever decides without a person thinks of a position, and of what can be done about it."""

    @property
    def time_left(self) -> float:
        """1 while there are turns enough, falling to 0 with the last tiles."""

    def now(self) -> float:
        """How the seat to decide stands, in points."""

    def after(self, action: Action) -> float:
        """How it stands after an action."""

    def laying(self, action: Action) -> float:
        """How it stands if it takes a tile by this action and lays it where that is best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRow:
    """A set of tiles and its rules. Its tiles are in the file of its name in ``core/data``.

    ``rank`` is its place among all sets, in records too; ``game`` the game to which it belongs, and it
    ``opens`` that game or is added to it. ``install`` adds its rules to a ruleset. ``options`` are its own,
    each with its values, the newest default first; ``defaults`` what held for records that do not say, by
    the edition since which it did, where that has ever changed. ``figures`` are those that only it has.
    ``reasons`` are what only it gives points for, in the order in which it is told. ``automatic`` decides in
    phases of its own for whoever moves without a person, by the position and by trying what can be done.
    ``ahead`` puts its tiles into an order by a seed; they are then drawn before those of other sets. One
    that is not ``offered`` cannot be chosen, because its words or its pictures are still missing; its games
    can be written and read.
    """

    rank: int
    install: Callable[[Ruleset[State]], None]
    game: str = "carcassonne"
    opens: bool = False
    options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    defaults: Mapping[int, Mapping[str, OptionValue]] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    reasons: tuple[str, ...] = ()
    automatic: Mapping[Phase, Callable[[State, Trial], Action]] = field(default_factory=dict)
    ahead: Callable[[Sequence[TileKind], str], Sequence[TileKind]] | None = None
    offered: bool = True

    def defaults_since(self) -> Mapping[int, Mapping[str, OptionValue]]:
        """The defaults of its options, by the edition since which they hold."""
        return self.defaults or {FIRST: {name: values[0] for name, values in self.options.items()}}
