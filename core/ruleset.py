"""How rules are put together.

A :class:`Ruleset` is a set of tables and lists of functions. The base game fills it first, then each
expansion adds its own entries; the engine (:mod:`core.game`) only ever asks the tables. An expansion is
one module with a function ``install(rules)`` and touches nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from typing import Any, Final, Generic, NamedTuple, TypeVar

from core.actions import Action, Deploy, Figure, Phase, Place
from core.editions import NEWEST
from core.features import Feature
from core.segments import Terrain
from core.tiles import TileKind

OptionValue = bool | int | str

S = TypeVar("S")
"""The state on which rules work: they are put together without knowing what it is."""


class Decision(NamedTuple, Generic[S]):
    """How one type of action is checked and carried out in one phase.

    ``verify`` raises IllegalAction and changes nothing; ``play`` may rely on it.
    """

    verify: Callable[[S, Any], None]
    play: Callable[[S, Any], None]


class Special(NamedTuple, Generic[S]):
    """How a figure that is no follower is deployed: where it can go, and what happens then.

    ``verify`` raises IllegalDeployment with the precise reason.
    """

    spots: Callable[[S], Iterable[str]]
    verify: Callable[[S, str], None]
    deploy: Callable[[S, str], None]


class Deployments(dict[str, tuple[Deploy, ...]]):
    """How some figures can be deployed on a segment, by its name; made when first asked for."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._figures = tuple(figures)

    def __missing__(self, where: str) -> tuple[Deploy, ...]:
        self[where] = made = tuple(Deploy(figure, where) for figure in self._figures)
        return made


@cache
def _deployments(*figures: Figure) -> Deployments:
    """The same for every supply with these figures: there are far more supplies than that."""
    return Deployments(figures)


class AtHand(NamedTuple, Generic[S]):
    """What can be deployed from one supply: the followers for each kind of feature, and the specials."""

    claims: Mapping[Terrain, Mapping[str, tuple[Deploy, ...]]]
    specials: tuple[tuple[Mapping[str, tuple[Deploy, ...]], Special[S]], ...]


class Claim(NamedTuple):
    """Who gets how much for a field in the final scoring, when not its farmers."""

    seats: tuple[int, ...]
    points: int
    reason: str


Offer = Callable[[S], Iterable[Action]]
Step = Callable[[S], bool]
Plan = tuple[tuple[int, Step[S]], ...]
"""The steps of one turn: at each stage the next step to be run, with its number."""

SPECIALS: Final = "specials"
"""Calls the steps of a turn whose tile touches features with special figures, or gets one."""
LINGERING: Final = "lingering"
"""Calls the steps of a turn in which a follower lingers on a scored feature."""
AGAIN: Final = "again"
"""Calls the step that gives the turn another part; who loses the turn loses that too."""


def nothing(position: object) -> Iterable[Action]:
    """Offer no action."""
    return ()


@dataclass
class Ruleset(Generic[S]):
    """The rules of one game, as tables; ``edition`` is that of the data with which it was begun.

    ``begin``
        functions called when a position has been set up;
    ``decisions``
        for each phase, the types of action that can be taken and how;
    ``offers``
        for each phase, the function that lists its legal actions;
    ``figures``
        how many of each figure a seat has;
    ``claimants``
        for each kind of feature, the followers that may claim it;
    ``specials``
        figures that are no followers;
    ``grazing``
        those of them that stand in fields, whether anybody claims fields or not;
    ``barred``
        functions that forbid followers on a feature where some special figure stands, returning the
        reason's key or None;
    ``placing``
        where tiles that have a rule of placement of their own (the abbey) can lie, by id;
    ``given_back``
        functions that take back a tile in hand which is not the bag's when a turn is lost;
    ``after_draw``
        what happens when a tile leaves the bag, before anyone asks where it fits, by its id;
    ``after_place``
        functions called when a tile has been laid;
    ``steps``
        what happens between the deployment and the next turn, in order of rank; a step returns True
        when somebody has to decide first, and is run again after the decision; one that waits for a
        call is run only in turns in which it came (:meth:`core.state.State.call`);
    ``plans``
        the steps in force, for each set of calls;
    ``calls``
        further calls that may come, for which no step waits;
    ``late``
        functions that let the seat in turn lay something though the bag is empty, if it can;
    ``rounds``
        steps between the last tile and the final scoring;
    ``late_phases``
        the kinds of decision for which those, and what is laid though the bag is empty, ask;
    ``strength``
        figures whose strength in a majority is not 1;
    ``tie_breaks``
        functions that narrow the seats tied for a feature;
    ``lingering``
        followers that do not leave a scored feature at once;
    ``companions``
        special figures that stand with followers of their seat and go home with the last of them;
    ``completed``
        functions called with the root of a completed feature, after it was scored;
    ``value``
        for each kind of feature, its points: complete or as if unfinished;
    ``bonus``
        for each kind of feature, functions that add points to a completed one;
    ``gains``
        for each kind of feature, functions that add points for one of the seats that get any;
    ``cities``
        for kinds of feature whose worth depends on cities, how many count;
    ``owners``
        who would get a feature's points;
    ``claims``
        functions that settle a field otherwise than by its farmers, or return None;
    ``leaving``
        functions called before a seat's figures leave the board;
    ``final``
        functions of the final scoring, in order;
    ``unseen``
        functions that name tiles which are neither on the board nor in the bag, but not public either;
    ``to_come``
        functions that say whether chance has more to give than tiles, a token to be drawn;
    ``gambles``
        figures whose deployment draws something hidden, with the points that it brings on average;
    ``told``
        what a report says of the game besides, by its entry;
    ``told_of``
        what it says of a feature besides, unless that is None;
    ``prospects``
        functions that say how many points more a seat may expect, for who judges without counting on to the
        end; besides the seat they are given 1 while there are turns enough, falling to 0 with the last tiles;
    ``singly``
        whether each figure is paid for itself when its player takes it back, and none by a majority;
    ``removed``
        how many tiles are taken out of a shuffled bag, by the number of players.
    """

    game: str
    sets: tuple[str, ...]
    options: Mapping[str, OptionValue]
    edition: int = NEWEST
    first_phase: Phase = Phase.DRAW
    begin: list[Callable[[S], None]] = field(default_factory=list)
    decisions: dict[Phase, dict[type[Action], Decision[S]]] = field(default_factory=lambda: {Phase.OVER: {}})
    offers: dict[Phase, Offer[S]] = field(default_factory=lambda: {Phase.OVER: nothing})
    figures: dict[Figure, int] = field(default_factory=dict)
    claimants: dict[Terrain, tuple[Figure, ...]] = field(default_factory=dict)
    specials: dict[Figure, Special[S]] = field(default_factory=dict)
    grazing: set[Figure] = field(default_factory=set)
    barred: list[Callable[[S, Feature], str | None]] = field(default_factory=list)
    placing: dict[str, Callable[[S, TileKind], Iterable[Place]]] = field(default_factory=dict)
    given_back: list[Callable[[S, TileKind], bool]] = field(default_factory=list)
    after_draw: dict[str, Callable[[S], None]] = field(default_factory=dict)
    after_place: list[Callable[[S], None]] = field(default_factory=list)
    steps: list[tuple[int, Step[S], str | None]] = field(default_factory=list)
    calls: set[str] = field(default_factory=set)
    late: list[Step[S]] = field(default_factory=list)
    rounds: list[Step[S]] = field(default_factory=list)
    late_phases: set[Phase] = field(default_factory=set)
    strength: dict[Figure, Callable[[Feature], int]] = field(default_factory=dict)
    tie_breaks: list[Callable[[S, Feature, tuple[int, ...]], tuple[int, ...]]] = field(default_factory=list)
    lingering: set[Figure] = field(default_factory=set)
    companions: set[Figure] = field(default_factory=set)
    completed: list[Callable[[S, int], None]] = field(default_factory=list)
    value: dict[Terrain, Callable[[S, Feature, bool], int]] = field(default_factory=dict)
    bonus: dict[Terrain, list[Callable[[S, Feature], int]]] = field(default_factory=dict)
    gains: dict[Terrain, list[Callable[[S, Feature, int], int]]] = field(default_factory=dict)
    cities: dict[Terrain, Callable[[S, Feature], int]] = field(default_factory=dict)
    owners: Callable[[S, Feature], tuple[int, ...]] = lambda position, feature: ()
    claims: list[Callable[[S, Feature], Claim | None]] = field(default_factory=list)
    leaving: list[Callable[[S, int], None]] = field(default_factory=list)
    final: list[Callable[[S], None]] = field(default_factory=list)
    unseen: list[Callable[[S], Iterable[str]]] = field(default_factory=list)
    to_come: list[Callable[[S], bool]] = field(default_factory=list)
    gambles: dict[Figure, float] = field(default_factory=dict)
    told: dict[str, Callable[[S], object]] = field(default_factory=dict)
    told_of: dict[str, Callable[[S, Feature], object]] = field(default_factory=dict)
    prospects: list[Callable[[S, int, float], float]] = field(default_factory=list)
    singly: bool = False
    most_players: int = 6
    removed: Mapping[int, int] = field(default_factory=dict)
    _at_hand: dict[tuple[int, ...], AtHand[S]] = field(default_factory=dict, repr=False)

    def decide(self, phase: Phase, action: type[Action], decision: Decision[S]) -> None:
        """Let an action be taken in a phase."""
        self.decisions.setdefault(phase, {})[action] = decision
        self.offers.setdefault(phase, nothing)

    def offer(self, phase: Phase, offer: Offer[S]) -> None:
        """Let a function contribute to the legal actions of a phase."""
        before = self.offers.get(phase, nothing)
        self.offers[phase] = (
            offer if before is nothing else lambda position: (*before(position), *offer(position))
        )

    @cached_property
    def opening_phases(self) -> frozenset[Phase]:
        """The kinds of decision with which turns begin."""
        return frozenset({self.first_phase, *self.late_phases})

    def step(self, rank: int, step: Step[S], call: str | None = None) -> None:
        """Add a step to the turn, which may wait for a call; steps run by rising rank."""
        self.steps.append((rank, step, call))
        self.steps.sort(key=lambda entry: entry[0])

    @cached_property
    def plans(self) -> Mapping[frozenset[str], Plan[S]]:
        """The plan of a turn for every set of calls."""
        calls = sorted(
            {
                SPECIALS,
                LINGERING,
                AGAIN,
                *self.calls,
                *(call for _, _, call in self.steps if call is not None),
            }
        )
        sets = (frozenset(some) for size in range(len(calls) + 1) for some in combinations(calls, size))
        return {called: self._plan(called) for called in sets}

    def _plan(self, called: frozenset[str]) -> Plan[S]:
        plan: list[tuple[int, Step[S]]] = []
        for number, (_, step, call) in reversed([*enumerate(self.steps)]):
            plan.append((number, step) if call is None or call in called else plan[-1])
        return tuple(reversed(plan))

    def at_hand(self, supply: tuple[int, ...]) -> AtHand[S]:
        """Which figures of a supply can be deployed where, by kind."""
        known = self._at_hand.get(supply)
        if known is None:
            left = {figure for figure, count in zip(self.figures, supply, strict=True) if count}
            known = self._at_hand[supply] = AtHand(
                {
                    terrain: _deployments(*(figure for figure in claimants if figure in left))
                    for terrain, claimants in self.claimants.items()
                    if left.intersection(claimants)
                },
                tuple(
                    (_deployments(figure), special)
                    for figure, special in self.specials.items()
                    if figure in left
                ),
            )
        return known

    @property
    def farmed(self) -> bool:
        """Whether fields can be claimed."""
        return bool(self.claimants.get(Terrain.FIELD))

    @property
    def uses_fields(self) -> bool:
        """Whether it matters how far a field reaches, since some figure can stand in one."""
        return self.farmed or bool(self.grazing)

    def claims_on(self, figure: Figure, *terrains: Terrain) -> None:
        """Let a follower claim features of these kinds."""
        for terrain in terrains:
            self.claimants[terrain] = (*self.claimants.get(terrain, ()), figure)
