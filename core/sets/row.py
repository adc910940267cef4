"""What the core has to know of a set: one row at the end of its file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.actions import Action, Deploy, Figure, Form, Phase
from core.editions import FIRST
from core.features import Feature
from core.ruleset import OptionValue, Ruleset
from core.segments import Terrain
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


class Chances(Protocol):
    """What the tiles that nobody has seen let expect, at one decision."""

    @property
    def turns(self) -> float:
        """How many turns each seat still has."""

    def completion(self, position: State, feature: Feature) -> float:
        """How likely a road, city or area is closed, from 0 to 1."""

    def promise(self, position: State, feature: Feature) -> float:
        """The points that a feature promises to whoever holds it."""


Hopes = Callable[[State, Chances], Iterable[tuple[int, float]]]
"""Seats, each with points that it may expect."""


def _hopeless(position: State, chances: Chances) -> Iterable[tuple[int, float]]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """How what only a set has is judged by whoever looks at the tiles that are left.

    ``hopes`` are for what lies on the table, beyond what features promise; ``kept`` is what a seat's
    ``figures`` of the set, and whatever else of it the seat keeps, are worth. ``filled`` tells how likely
    something that is not in the bag fills a hole. ``gamble`` tells what deploying a figure brings that draws
    something hidden, before it is deployed. ``closed`` tells, for kinds of areas of the set, what an open one
    will be worth when so many tiles have closed it.

    ``decided`` decides in phases of the set. ``settled`` does so where a turn that is only tried waits for a
    decision, so that what is scored after that can be judged; it shows nothing hidden. With its action come
    the points that a better one, which would show something, is worth to whoever decides.
    """

    figures: tuple[Figure, ...] = ()
    hopes: Hopes = _hopeless
    kept: Hopes | None = None
    filled: Callable[[State], float] | None = None
    gamble: Callable[[State, Deploy, Chances], float] | None = None
    closed: Mapping[Terrain, Callable[[State, Feature, int], float]] = field(default_factory=dict)
    decided: Mapping[Phase, Callable[[State, Chances], Action]] = field(default_factory=dict)
    settled: Mapping[Phase, Callable[[State, Chances], tuple[Action, float]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRow:
    """A set of tiles and its rules. Its tiles are in the file of its name in ``core/data``.

    ``rank`` is its place among all sets, in records too; ``game`` the game to which it belongs, and it
    ``opens`` that game or is added to it. ``install`` adds its rules to a ruleset. ``options`` are its own,
    each with its values, the newest default first; ``defaults`` what held for records that do not say, by
    the edition since which it did, where that has ever changed. ``figures`` and ``phases``, its kinds of
    decision, are those that only it has; ``forms`` are how its own actions are written.
    ``reasons`` are what only it gives points for, in the order in which it is told. ``automatic`` decides in
    phases of its own for whoever moves without a person, by the position and by trying what can be done.
    ``insight`` tells whoever judges best what its own things are worth.
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
    phases: tuple[Phase, ...] = ()
    forms: tuple[Form, ...] = ()
    reasons: tuple[str, ...] = ()
    automatic: Mapping[Phase, Callable[[State, Trial], Action]] = field(default_factory=dict)
    insight: Insight | None = None
    ahead: Callable[[Sequence[TileKind], str], Sequence[TileKind]] | None = None
    offered: bool = True

    def defaults_since(self) -> Mapping[int, Mapping[str, OptionValue]]:
        """The defaults of its options, by the edition since which they hold."""
        return self.defaults or {FIRST: {name: values[0] for name, values in self.options.items()}}
