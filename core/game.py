"""A game at one moment: what is legal, and what an action does.

:class:`Position` decides; the state on which it works is :mod:`core.state`, the rules are in
:mod:`core.rules`.
"""

from collections import Counter
from typing import Any

from core.actions import Action
from core.board import Board
from core.errors import GameOver, IllegalAction, WrongPhase
from core.events import Event
from core.features import Feature, Features
from core.geometry import Cell
from core.ruleset import Ruleset
from core.setup import Setup
from core.state import State, restore, snapshot
from core.tiles import OrientedTile, TileKind
from core.views import FeatureView, feature_at, feature_views, legal_spots


class Position(State):
    """All that is true at one moment of a game, and what can be done about it.

    One that was pickled has no past: what was played before cannot be taken back in it.
    """

    __slots__ = ("_decisions", "_frames", "_legal", "_marks", "_offers", "_views")

    def __init__(self, rules: Ruleset[State], setup: Setup) -> None:
        super().__init__(rules, setup)
        self._decisions = rules.decisions
        self._offers = rules.offers
        self._frames: list[tuple[Any, ...]] = []
        self._marks: list[int] = []
        self._legal: tuple[Action, ...] | None = None
        self._views: tuple[FeatureView, ...] | None = None
        for hook in rules.begin:
            hook(self)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that is legal now; ``skip`` and ``resign`` are left out."""
        if self._legal is None:
            self._legal = tuple(self._offers[self.phase](self))
        return self._legal

    def verify(self, action: Action) -> None:
        """Raise the precise IllegalAction unless the action is legal now."""
        decision = self._decisions[self.phase].get(type(action))
        if decision is None:
            raise self._not_due(action)
        decision.verify(self, action)

    def can(self, action: Action) -> bool:
        """Whether the action is legal now."""
        try:
            self.verify(action)
        except IllegalAction:
            return False
        return True

    def play(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action and return what happened. Raises IllegalAction, and then changes nothing."""
        decision = self._decisions[self.phase].get(type(action))
        if decision is None:
            raise self._not_due(action)
        verify, play = decision
        verify(self, action)
        self._frames.append(snapshot(self))
        self._marks.append(len(self.features_state.changed))
        self._events = []
        self._legal = self._views = None
        play(self, action)
        return tuple(self._events)

    def undo(self) -> None:
        """Take the last action back. Raises IndexError when there is none."""
        frame, mark = self._frames.pop(), self._marks.pop()
        lain = self.last
        restore(self, frame)
        self.features_state.roll_back(mark)
        if lain is not None and lain is not self.last:
            self.features_state.lift(lain)
            self.board.lift()
            self.features_state.note_newest(self.board.laid[-1].first)
        self._legal = self._views = None

    @property
    def played(self) -> int:
        """How many actions can be taken back."""
        return len(self._frames)

    def copy(self) -> "Position":
        """An independent position, with the same past."""
        other = Position.__new__(Position)
        other.rules, other.setup = self.rules, self.setup
        other._figure_kinds, other._plans = self._figure_kinds, self._plans
        other._decisions, other._offers = self._decisions, self._offers
        other._frames, other._marks = self._frames.copy(), self._marks.copy()
        other._events = []
        other._legal, other._views = self._legal, self._views
        other.board = self.board.copy()
        other.features_state = self.features_state.copy()
        restore(other, snapshot(self))
        return other

    def without_past(self) -> "Position":
        """An independent position in which nothing can be taken back, in half the room."""
        other = self.copy()
        other._frames, other._marks = [], []
        other.features_state.forget_changes()
        return other

    def holding(self, tile: TileKind) -> "Position":
        """An independent position in which this tile is in hand instead: to judge it, not to go on with.

        A tile must be due to be laid.
        """
        other = self.copy()
        other.tile = tile
        other._legal = None
        return other

    def unseen(self) -> Counter[str]:
        """How many of each tile nobody has seen yet: those in the bag and those hidden under hills."""
        counts = Counter(kind.id for kind in self.setup.bag[self.drawn :])
        for hidden in self.rules.unseen:
            counts.update(hidden(self))
        return counts

    @property
    def hides(self) -> bool:
        """Whether chance has more to give: tiles that nobody has seen, or what a set draws besides."""
        return bool(self.unseen()) or any(to_come(self) for to_come in self.rules.to_come)

    def legal_spots(self) -> dict[Cell, tuple[int, ...]]:
        """Where the tile in hand can be laid: for each cell its quarter turns, each look once."""
        return {} if self.tile is None else legal_spots(self.tile, self.legal_actions())

    def features(self) -> tuple[FeatureView, ...]:
        """Every feature on the table, with its worth and its owners."""
        if self._views is None:
            self._views = feature_views(self)
        return self._views

    def feature_at(self, cell: Cell, where: str) -> FeatureView:
        """The feature of one segment. Raises NotationError when there is none."""
        return feature_at(self, cell, where)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.setup == other.setup
            and (self.game, self.sets, self.options, self.edition)
            == (other.game, other.sets, other.options, other.edition)
            and snapshot(self) == snapshot(other)
            and self.board == other.board
            and self.features_state == other.features_state
        )

    __hash__ = None  # type: ignore[assignment]  # positions change

    def __reduce__(self) -> tuple[Any, ...]:
        # What is sent elsewhere is looked at there: its past stays here, and is most of it.
        laid = [(laid.tile, laid.cell, laid.first) for laid in self.board.laid]
        state = self.features_state
        features = (state.parent, state.state, state.emblems, state.monasteries)
        return _unpickled, (self.rules, self.setup, laid, features, snapshot(self))

    def _not_due(self, action: Action) -> IllegalAction:
        if self.over:
            return GameOver("the game is over", "over")
        due = self.phase.value
        return WrongPhase(
            f"{str(action).split()[0]} is not possible now: seat {self.seat} is to {due}",
            "wrong_phase",
            due=due,
        )


def _unpickled(
    rules: Ruleset[State],
    setup: Setup,
    laid: list[tuple[OrientedTile, Cell, int]],
    features: tuple[list[int], list[Feature], int, dict[Cell, int]],
    saved: tuple[Any, ...],
) -> Position:
    """A position without a past."""
    position = Position.__new__(Position)
    State.__init__(position, rules, setup)
    position._decisions, position._offers = rules.decisions, rules.offers
    position._frames, position._marks, position._legal, position._views = [], [], None, None
    position.board = Board()
    for tile, cell, first in laid:
        position.board.lay(tile, cell, first)
    state = position.features_state = Features()
    state.parent, state.state, state.emblems, state.monasteries = features
    state.note_newest(position.board.laid[-1].first)
    restore(position, saved)
    return position
