"""A game as it went: the position and every step that led to it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self

from core import Action, Event, Phase, Position, parse_action
from core.events import reveals


@dataclass(frozen=True, slots=True)
class Step:
    """One action: the seat that had to decide, in which phase and turn, and what the action caused.

    ``automatic``: the automatic player has taken it. ``called``: what has called the seat to more within
    its turn (``Position.called``). ``begun`` is the turn with which that of its player began: an earlier one
    in a further part.
    """

    seat: int
    phase: Phase
    turn: int
    action: Action
    events: tuple[Event, ...]
    automatic: bool = False
    called: frozenset[str] = frozenset()
    begun: int = 0

    @property
    def reveals(self) -> bool:
        """Whether the step showed something hidden, so that its player alone cannot undo it."""
        return reveals(self.action, self.events)


class Course:
    """A position with its past. ``turn`` counts from 1 and grows when the decision passes to another seat.

    A game that is over has one turn more: its end. Where a player's turn has another part, that is counted
    as a turn of its own; ``begun`` is the first of them, and else the same as ``turn``.

    ``topics`` is what has been found out of decisions by the number of steps before them (hints.py): it holds
    for every course that begins with the same steps.
    """

    def __init__(self, position: Position, steps: Sequence[Step] = (), turn: int = 1) -> None:
        self.position = position
        self.steps = list(steps)
        self.turn = self.begun = turn
        self.topics: dict[int, tuple[str, ...]] = {}

    @classmethod
    def replay(cls, position: Position, actions: Sequence[str], automatic: Collection[int] = ()) -> Self:
        """Play written actions; ``automatic`` are the numbers of those that the automatic player has taken.

        Raises NotationError or IllegalAction when one is none or is forbidden.
        """
        course = cls(position)
        for number, text in enumerate(actions):
            course.play(parse_action(text), automatic=number in automatic)
        return course

    def copy(self) -> "Course":
        """An independent course with the same past."""
        copied = Course(self.position.copy(), self.steps, self.turn)
        copied.begun = self.begun
        copied.topics = dict(self.topics)
        return copied

    def play(self, action: Action, *, automatic: bool = False) -> Step:
        """Carry out an action. Raises IllegalAction, and then changes nothing."""
        position = self.position
        seat, phase = position.seat, position.phase
        before = position.called
        events = position.play(action)
        step = Step(seat, phase, self.turn, action, events, automatic, position.called - before, self.begun)
        self.steps.append(step)
        opening = position.rules.opening_phases
        opens = position.phase in opening and phase not in opening
        if position.over or position.seat != seat or opens:
            self.turn += 1
            self.begun = self._begun() if opens and position.called else self.turn
        return step

    def _begun(self) -> int:
        """With which turn that of its player began, where another part of it begins.

        Nothing has called anybody yet where a turn is no such part. Others may have decided between.
        """
        own = (step.begun for step in reversed(self.steps) if step.seat == self.position.seat)
        return next(own, self.turn)

    def undo(self) -> Step:
        """Take the last action back. Raises IndexError when there is none."""
        step = self.steps.pop()
        self.topics.pop(len(self.steps) + 1, None)
        self.position.undo()
        self.turn, self.begun = step.turn, step.begun
        return step

    def recent(self) -> tuple[Event, ...]:
        """What happened in the turn before this one, and in this one so far."""
        return tuple(event for step in self.during(self.turn - 1, self.turn) for event in step.events)

    def during(self, first: int, last: int) -> tuple[Step, ...]:
        """The steps of the turns from ``first`` to ``last``, both included."""
        found: list[Step] = []
        for step in reversed(self.steps):
            if step.turn < first:
                break
            if step.turn <= last:
                found.append(step)
        return tuple(reversed(found))
