"""The lesson of the tutorial: a prepared game, what each of its turns is about, and how Bo plays.

How far a learner is in it follows from the course: the turns there are the learner's and Bo's in alternation.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bot.games.course import Course, Step
from bot.games.play import cut
from bot.spots import legal
from core import (
    Action,
    BastideError,
    Cell,
    Deploy,
    Event,
    FigureDeployed,
    GameRecord,
    Phase,
    Place,
    PointsAwarded,
    Position,
    Terrain,
    parse_action,
)
from core.actions import DRAW, PASS
from core.geometry import neighbour, side_of

FILE: Final = Path(__file__).parent / "tutorial.toml"
LEARNER: Final = 0
BO: Final = 1


@dataclass(frozen=True, slots=True)
class Goal:
    """What a turn is about: to ``deploy`` into a feature of a kind, or to ``score`` one.

    ``least`` is what the feature must count at the end.
    """

    deploy: str = ""
    score: str = ""
    least: int = 0

    def met(self, position: Position, events: Sequence[Event]) -> bool:
        """Whether the learner's turn, whose events these are, has reached it."""
        return any(self._by(position, event) for event in events)

    def _by(self, position: Position, event: Event) -> bool:
        match event:
            case FigureDeployed(seat, _, cell, where):
                kind, _, _ = where.partition("@")
                return (seat, kind) == (LEARNER, self.deploy) and (
                    position.feature_at(cell, where).final >= self.least
                )
            case PointsAwarded(final=False):
                return (event.seat, event.reason) == (LEARNER, self.score)
            case _:
                return False


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the learner's, and Bo's after it."""

    goal: Goal
    best: tuple[Action, ...]
    replies: tuple[tuple[Action, ...], ...]

    def shown(self, position: Position) -> tuple[Action, ...] | None:
        """A move that reaches the goal where the learner has to lay the tile; None when there is none."""
        prepared = _tried(position, self.best)
        if prepared is not None and self.goal.met(*prepared):
            return self.best
        found: tuple[int, tuple[Action, ...]] | None = None
        for actions in self._moves(position):
            tried = _tried(position, actions)
            if tried is not None and self.goal.met(*tried):
                gained = tried[0].scores[LEARNER] - position.scores[LEARNER]
                if found is None or gained > found[0]:
                    found = gained, actions
        return None if found is None else found[1]

    def _moves(self, position: Position) -> Iterator[tuple[Action, ...]]:
        """The moves that could reach the goal."""
        for place in legal(position, Place):
            if not self.goal.deploy:
                yield place, PASS
                continue
            after = position.copy()
            after.play(place)
            for deploy in legal(after, Deploy):
                if deploy.where.partition("@")[0] == self.goal.deploy:
                    yield place, deploy

    def offered(self, position: Position) -> bool:
        """Whether the learner, who has laid the tile, can still reach a goal for which a figure is needed."""
        if not self.goal.deploy:
            return True
        tried = (_tried(position, (deploy,)) for deploy in legal(position, Deploy))
        return any(after is not None and self.goal.met(*after) for after in tried)

    def answer(self, course: Course) -> None:
        """Play Bo's turn."""
        course.play(DRAW)
        if course.position.over:
            return
        for reply in self.replies:
            if _tried(course.position, reply) is not None:
                for action in reply:
                    course.play(action)
                return
        course.play(_out_of_the_way(course.position))
        course.play(PASS)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The whole lesson."""

    start: tuple[str, int, int, int]
    bag: tuple[str, ...]
    turns: tuple[Turn, ...]

    def record(self, name: str, bo_name: str) -> GameRecord:
        """The game's record before its first action, for a learner of this name, who calls Bo so."""
        return GameRecord((name, bo_name), bag=self.bag, start=self.start)

    def number(self, course: Course) -> int:
        """The learner's turn that is being played, or that Bo has still to answer; from 1."""
        return min((course.turn + 1) // 2, len(self.turns))

    @staticmethod
    def learners(course: Course, turn: int) -> tuple[Step, ...]:
        """The steps of a turn of the learner's."""
        return course.during(2 * turn - 1, 2 * turn - 1)

    @staticmethod
    def bos(course: Course, turn: int) -> tuple[Step, ...]:
        """The steps with which Bo answered that turn."""
        return course.during(2 * turn, 2 * turn)

    def met(self, course: Course, turn: int) -> bool:
        """Whether a finished turn of the learner's reached its goal."""
        events = [event for step in self.learners(course, turn) for event in step.events]
        return self.turns[turn - 1].goal.met(course.position, events)

    def again(self, course: Course) -> Course:
        """The course as it was when the learner got the tile of this turn."""
        return cut(course, len(course.steps) - len(self.learners(course, self.number(course))) + 1)

    def better(self, course: Course) -> tuple[Position, tuple[Event, ...]] | None:
        """The position that the learner has missed, and what would have led there.

        None unless Bo has still to answer a turn that could have reached its goal and did not.
        """
        turn = self.number(course)
        if course.position.over or course.position.seat != BO or self.met(course, turn):
            return None
        position = self.again(course).position
        shown = self.turns[turn - 1].shown(position)
        if shown is None:
            return None
        events = tuple(event for action in shown for event in position.play(action))
        return position, events

    def go_on(self, course: Course, *, anyhow: bool = False) -> None:
        """Let Bo answer, unless the learner has missed something; then draw the learner's next tile.

        With ``anyhow`` Bo answers also then.
        """
        position = course.position
        if not position.over and position.seat == BO and (anyhow or self.better(course) is None):
            self.turns[self.number(course) - 1].answer(course)
        if not position.over and position.seat == LEARNER and position.phase is Phase.DRAW:
            course.play(DRAW)


@cache
def lesson() -> Lesson:
    """The lesson, read from its file."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    tile, x, y, degrees = data["start"]
    turns = tuple(
        Turn(
            Goal(**turn["goal"]), _actions(turn["best"]), tuple(_actions(reply) for reply in turn["replies"])
        )
        for turn in data["turn"]
    )
    return Lesson((tile, x, y, degrees), tuple(data["bag"]), turns)


def _actions(texts: Sequence[str]) -> tuple[Action, ...]:
    return tuple(parse_action(text) for text in texts)


def _tried(position: Position, actions: Sequence[Action]) -> tuple[Position, tuple[Event, ...]] | None:
    """The position after some actions, and what they caused; None when one of them is forbidden."""
    after = position.copy()
    events: list[Event] = []
    try:
        for action in actions:
            events += after.play(action)
    except BastideError:
        return None
    return after, tuple(events)


def _out_of_the_way(position: Position) -> Place:
    """A placement that leaves alone what the learner is building, if there is one."""
    places = legal(position, Place)
    wanted = set(_building_sites(position))
    return next((place for place in places if place.cell not in wanted), places[0])


def _building_sites(position: Position) -> Iterator[Cell]:
    for feature in position.features():
        if any(standing.seat == LEARNER for standing in feature.figures):
            for cell, port in feature.open_ends:
                yield neighbour(cell, side_of(port))
            if feature.kind is Terrain.MONASTERY:
                (x, y), _ = feature.segments[0]
                yield from ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
