"""Hints for the first game: one short line, each once in a game and at most one in a turn.

Nothing about them is stored: which hint is due follows from the decisions that the seat has had so far. What
could be said at each is remembered with the course, so that the game is not gone through at every scene.
"""

from collections.abc import Callable, Iterator
from typing import Final

from bot.families import Family
from bot.games.course import Course
from bot.games.game import Game
from bot.games.talk import Hint, talk_of, talks
from bot.scene import Phrase
from bot.spots import legal
from core import Deploy, Figure, Phase, Position, Terrain

TURNS: Final = 12
"""After so many turns of one's own one knows how it goes."""


def hint(game: Game, course: Course) -> tuple[Phrase, ...]:
    """The hint for whoever has to decide, if they are new to the game and one is due."""
    position = course.position
    seat = position.seat
    if position.over or game.header.people[seat].key not in game.header.newcomers:
        return ()
    if len({step.turn for step in course.steps if step.seat == seat}) > TURNS:
        return ()
    topic = _due(course, seat)
    return () if topic is None else (Phrase(_HINT(topic)),)


def _due(course: Course, seat: int) -> str | None:
    """The topic of the present decision: the first that no earlier decision of the seat has had."""
    given: set[str] = set()
    last: int | None = None
    topic = None
    for turn, topics in _decisions(course, seat):
        topic = None if turn == last else next((t for t in topics if t not in given), None)
        if topic is not None:
            given.add(topic)
            last = turn
    return topic


def _decisions(course: Course, seat: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The decisions of a seat up to the present one: of which turn, and what could be said about each."""
    theirs = [number for number, step in enumerate(course.steps) if step.seat == seat]
    missing = [number for number in theirs if number not in course.topics]
    if missing:
        position = course.position.copy()
        for number in range(len(course.steps) - 1, missing[0] - 1, -1):
            position.undo()
            if course.steps[number].seat == seat and number not in course.topics:
                course.topics[number] = _topics(position)
    now = len(course.steps)
    if now not in course.topics:
        course.topics[now] = _topics(course.position)
    for number in theirs:
        yield course.steps[number].turn, course.topics[number]
    yield course.turn, course.topics[now]


def _topics(position: Position) -> tuple[str, ...]:
    return tuple(
        hint.topic for hint in hints(position.sets) if hint.phase is position.phase and hint.applies(position)
    )


def offers(figure: Figure, kind: str = "") -> Callable[[Position], bool]:
    """Whether this figure can be put on a feature of this kind."""
    return lambda position: any(
        action.figure is figure and action.where.startswith(kind) for action in legal(position, Deploy)
    )


def _few_meeples(position: Position) -> bool:
    return position.in_supply(position.seat, Figure.MEEPLE) <= 2


def near_the_end(position: Position) -> bool:
    """Whether each player has about three turns left."""
    return position.bag_left < 3 * len(position.scores)


def _others_build(position: Position) -> bool:
    """Whether somebody else holds something large that is not complete."""
    return any(
        bool(feature.owners) and position.seat not in feature.owners
        for feature in position.features()
        if feature.kind in {Terrain.CITY, Terrain.ROAD} and not feature.complete and len(feature.cells) > 2
    )


def always(_position: Position) -> bool:
    """At every such decision."""
    return True


_GENERAL: Final = (
    Hint(Phase.PLACE, 20, "end", near_the_end),
    Hint(Phase.PLACE, 30, "join", _others_build),
    Hint(Phase.DEPLOY, 10, "farmer", offers(Figure.MEEPLE, "field")),
    Hint(Phase.DEPLOY, 50, "monastery", offers(Figure.MEEPLE, "monastery")),
    Hint(Phase.DEPLOY, 60, "few", _few_meeples),
    Hint(Phase.DEPLOY, 70, "claim", offers(Figure.MEEPLE)),
)
"""What can be said in every game."""


def hints(sets: tuple[str, ...]) -> tuple[Hint, ...]:
    """What can be said in a game with these sets, the most urgent first."""
    own = tuple(hint for name in sets for hint in talk_of(name).hints)
    unfit = {hint.instead_of for hint in own}
    return tuple(sorted((*own, *(hint for hint in _GENERAL if hint.topic not in unfit)), key=_rank))


def _rank(hint: Hint) -> int:
    return hint.rank


def _everything() -> Iterator[str]:
    yield from (hint.topic for hint in _GENERAL)
    yield from (hint.topic for talk in talks().values() for hint in talk.hints)


_HINT: Final = Family("hint.{}", of=_everything)
