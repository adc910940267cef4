"""The state of a game, and the few operations from which all rules are made.

Everything but the board and its features is an immutable value, so that a move can be taken back by
restoring references. Whether something is legal is not asked here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, Self, TypeVar

from core.actions import Figure, Phase
from core.board import Board, Laid
from core.events import Event, FigureDeployed, FigureReturned, GameEnded, PointsAwarded, TilePlaced
from core.features import Feature, Features, Standing
from core.geometry import Cell
from core.ruleset import SPECIALS, OptionValue, Ruleset
from core.setup import Setup
from core.tiles import TileKind

SAVED: Final = (
    "phase", "seat", "active", "tile", "drawn", "stage", "called", "last", "layer", "scores", "supplies",
    "discarded", "resigned", "winners", "figures", "extra",
)  # fmt: skip

NOBODY: Final[frozenset[str]] = frozenset()
"""No step is called."""


T = TypeVar("T")


class Kept(Generic[T]):
    """What a set keeps in the state of a game: a value that nobody can change, ``first`` until it is kept.

    ``name`` is its own in all sets.
    """

    __slots__ = ("first", "name")

    def __init__(self, name: str, first: T) -> None:
        self.name = name
        self.first = first

    def of(self, state: "State") -> T:
        """The value in a state."""
        value: T = state.extra.get(self.name, self.first)
        return value

    def keep(self, state: "State", value: T) -> None:
        """Put another value in its place."""
        state.extra = {**state.extra, self.name: value}


def snapshot(state: "State") -> tuple[Any, ...]:
    """Everything but the board and its features: what a move may change."""
    one = state
    return (
        one.phase, one.seat, one.active, one.tile, one.drawn, one.stage, one.called, one.last, one.layer,
        one.scores, one.supplies, one.discarded, one.resigned, one.winners, one.figures, one.extra,
    )  # fmt: skip


def restore(state: "State", saved: tuple[Any, ...]) -> None:
    """Have what held when ``saved`` was taken hold again."""
    one = state
    (
        one.phase, one.seat, one.active, one.tile, one.drawn, one.stage, one.called, one.last, one.layer,
        one.scores, one.supplies, one.discarded, one.resigned, one.winners, one.figures, one.extra,
    ) = saved  # fmt: skip


def _without(figures: tuple[Standing, ...], gone: Standing) -> tuple[Standing, ...]:
    if gone not in figures:
        return figures
    place = figures.index(gone)
    return (*figures[:place], *figures[place + 1 :])


class State:
    """What holds at one moment of a game.

    ``phase``; ``seat`` (who decides now) and ``active`` (whose turn it is; another seat may have to decide
    about its wagon); ``stage``, the step of the turn that is due, and ``called``, what calls steps in this
    turn; ``tile`` in hand; ``scores``; ``last``, the tile laid last; ``discarded`` tile ids;
    ``resigned`` seats; ``winners`` once the game is over; ``figures`` on the board; ``board``. ``extra``
    holds what sets keep, each by a :class:`Kept`.
    """

    __slots__ = (*SAVED, "_events", "_figure_kinds", "_plans", "board", "features_state", "rules", "setup")

    phase: Phase
    seat: int
    active: int
    tile: TileKind | None
    drawn: int
    stage: int
    called: frozenset[str]
    last: Laid | None
    layer: int
    scores: tuple[int, ...]
    supplies: tuple[tuple[int, ...], ...]
    discarded: tuple[str, ...]
    resigned: frozenset[int]
    winners: tuple[int, ...]
    figures: tuple[Standing, ...]
    extra: Mapping[str, Any]

    def __new__(cls, *_: object) -> Self:
        """Nothing but the object: copies need no ``__init__``, which a compiled class would run here."""
        return super().__new__(cls)

    def __init__(self, rules: "Ruleset[State]", setup: Setup) -> None:
        self.rules = rules
        self.setup = setup
        self._plans = rules.plans
        self._figure_kinds = tuple(rules.figures)
        self._events: list[Event] = []
        self.board = Board()
        self.features_state = Features()
        seats = len(setup.players)
        self.phase, self.seat, self.active, self.tile = rules.first_phase, 0, 0, None
        self.drawn, self.last, self.layer = 0, None, seats - 1
        self.stage, self.called = 0, NOBODY
        self.scores = (0,) * seats
        self.supplies = (tuple(rules.figures.values()),) * seats
        self.discarded = ()
        self.resigned = frozenset()
        self.winners = ()
        self.figures = ()
        self.extra = {}
        kind, cell, turn = setup.start
        self.features_state.lay(*self.board.lay(kind.turns[turn], cell, 0))

    # What holds

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.setup.players

    @property
    def game(self) -> str:
        """``carcassonne`` or ``discoverers``."""
        return self.rules.game

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of the tile sets in play."""
        return self.rules.sets

    @property
    def edition(self) -> int:
        """The edition of the data with which the game was begun (:mod:`core.editions`)."""
        return self.rules.edition

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """All options with their values."""
        return self.rules.options

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def bag_left(self) -> int:
        """How many tiles are left in the bag."""
        return len(self.setup.bag) - self.drawn

    @property
    def laid(self) -> Sequence[Laid]:
        """The tiles on the table in the order of laying, the start tile first."""
        return self.board.laid

    @property
    def figure_kinds(self) -> tuple[Figure, ...]:
        """The figures of this game."""
        return self._figure_kinds

    @property
    def hands(self) -> tuple[tuple[TileKind, ...], ...]:
        """The open hands by seat (The Discoverers, advanced variant); empty in other games."""
        return HANDS.of(self)

    def supply(self, seat: int) -> dict[Figure, int]:
        """How many of each figure a seat has in its supply."""
        return dict(zip(self._figure_kinds, self.supplies[seat], strict=True))

    def in_supply(self, seat: int, figure: Figure) -> int:
        """How many of one figure a seat has in its supply; 0 for figures of other games."""
        if figure not in self.rules.figures:
            return 0
        return self.supplies[seat][self._figure_kinds.index(figure)]

    def standing(self) -> tuple[Standing, ...]:
        """Every figure on the board."""
        return self.figures

    def standing_on(self) -> list[Feature]:
        """Every feature on which a figure stands, in the order of their roots."""
        features = self.features_state
        roots = {features.find(standing.segment) for standing in self.figures}
        return [features.state[root] for root in sorted(roots)]

    # What rules are made of

    def emit(self, event: Event) -> None:
        """Tell what happened."""
        self._events.append(event)

    def call(self, steps: str) -> None:
        """Have the steps that wait for this call run in this turn."""
        self.called |= {steps}

    def lay(self, cell: Cell, turn: int) -> Laid:
        """Lay the tile in hand and join it with its neighbours."""
        kind = self.tile
        assert kind is not None
        features = self.features_state
        laid, neighbours = self.board.lay(kind.turns[turn], cell, len(features.parent))
        if features.lay(laid, neighbours):
            self.call(SPECIALS)
        self.last = laid
        self.layer = self.seat
        self.tile = None
        self._events.append(TilePlaced(self.seat, kind.id, cell, turn))
        return laid

    def award(self, event: PointsAwarded) -> None:
        """Give a seat its points."""
        self.add_points(event.seat, event.points)
        self._events.append(event)

    def add_points(self, seat: int, points: int) -> None:
        """Change a seat's score."""
        scores = self.scores
        self.scores = (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])

    def take_figure(self, seat: int, figure: Figure, change: int) -> None:
        """Change how many of a figure a seat has in its supply."""
        index = self._figure_kinds.index(figure)
        supplies = self.supplies
        mine = supplies[seat]
        mine = (*mine[:index], mine[index] + change, *mine[index + 1 :])
        self.supplies = (*supplies[:seat], mine, *supplies[seat + 1 :])

    def put(self, figure: Figure, where: str, segment: int) -> Standing:
        """Take a figure of the deciding seat from its supply and stand it on the tile laid last."""
        assert self.last is not None
        standing = Standing(self.seat, figure, self.last.cell, where, segment)
        self.take_figure(self.seat, figure, -1)
        self.stand(standing)
        self._events.append(FigureDeployed(self.seat, figure, standing.cell, where))
        return standing

    def stand(self, standing: Standing) -> None:
        """Add a figure to the feature of its segment."""
        features = self.features_state
        root = features.find(standing.segment)
        _, _, _, _, _, followers, specials = features.state[root]
        self.figures = (*self.figures, standing)
        if standing.figure in self.rules.specials:
            features.occupy(root, followers, (*specials, standing))
            self.call(SPECIALS)
        else:
            features.occupy(root, (*followers, standing), specials)

    def remove(self, standing: Standing) -> None:
        """Take a figure off its feature, to nowhere yet."""
        self.figures = _without(self.figures, standing)
        features = self.features_state
        root = features.find(standing.segment)
        _, _, _, _, _, followers, specials = features.state[root]
        features.occupy(root, _without(followers, standing), _without(specials, standing))

    def send_home(self, standing: Standing) -> None:
        """Return a figure from the board to its owner's supply."""
        self.remove(standing)
        self.take_figure(standing.seat, standing.figure, 1)
        self._events.append(FigureReturned(*standing[:4]))

    def seats_from(self, seat: int) -> tuple[int, ...]:
        """The seats still playing, clockwise, beginning with this one (or the next still playing)."""
        count = len(self.players)
        order = ((seat + step) % count for step in range(count))
        return tuple(other for other in order if other not in self.resigned)

    def next_seat(self) -> int:
        """The seat whose turn comes after the active one's."""
        seats, resigned = len(self.scores), self.resigned
        seat = (self.active + 1) % seats
        while seat in resigned:
            seat = (seat + 1) % seats
        return seat

    def begin_turn(self, seat: int, phase: Phase) -> None:
        """Give the turn to a seat."""
        self.active = self.seat = seat
        self.phase = phase
        self.stage, self.called = 0, NOBODY

    def proceed(self) -> None:
        """Run the steps of the turn from where they stopped, until somebody has to decide."""
        plans = self._plans
        while True:
            self.stage, step = plans[self.called][self.stage]
            if step(self):
                return
            self.stage += 1

    def finish(self, winners: tuple[int, ...]) -> None:
        """End the game."""
        self.phase = Phase.OVER
        self.tile = None
        self.winners = winners
        self._events.append(GameEnded(winners, self.scores))

    def feature(self, segment: int) -> Feature:
        """The feature of a segment, by the segment's number on this table."""
        return self.features_state.of(segment)


HANDS: Final[Kept[tuple[tuple[TileKind, ...], ...]]] = Kept("hands", ())
"""The open hands by seat (The Discoverers)."""
STAYING: Final[Kept[tuple[Standing, ...]]] = Kept("lingering", ())
"""Figures that stay for a moment on what was scored: wagons, whose owners have to decide."""
