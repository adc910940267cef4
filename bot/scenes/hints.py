"""Hints for the first game: one short line, each once in a game and at most one in a turn.

Nothing about them is stored: which hint is due follows from the decisions that the seat has had so far. What
could be said at each is remembered with the course, so that the game is not gone through at every scene.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.families import Family
from bot.games.course import Course
from bot.games.game import Game
from bot.games.spots import legal
from bot.scene import Phrase
from core import Deploy, Figure, Phase, PlayAbbey, Position, TakeBack, Terrain

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
    return tuple(topic for topic, applies in TOPICS.get(position.phase, {}).items() if applies(position))


def _offers(figure: Figure, kind: str = "") -> Callable[[Position], bool]:
    """Whether this figure can be put on a feature of this kind."""
    return lambda position: any(
        action.figure is figure and action.where.startswith(kind) for action in legal(position, Deploy)
    )


def _few_meeples(position: Position) -> bool:
    few = 1 if _discovers(position) else 2
    return position.in_supply(position.seat, Figure.MEEPLE) <= few


def _discovers(position: Position) -> bool:
    """Whether figures come back when they are taken, not when something is complete (The Discoverers 7)."""
    return "discoverers" in position.sets


def _near_the_end(position: Position) -> bool:
    return position.bag_left < 3 * len(position.scores)


def _others_build(position: Position) -> bool:
    """Whether somebody else holds something large that is not complete."""
    return any(
        bool(feature.owners) and position.seat not in feature.owners
        for feature in position.features()
        if feature.kind in {Terrain.CITY, Terrain.ROAD} and not feature.complete and len(feature.cells) > 2
    )


def _only(found: Callable[[Position], bool], *, discovering: bool) -> Callable[[Position], bool]:
    """What is said of one of the two games alone."""
    return lambda position: _discovers(position) is discovering and found(position)


def _always(_position: Position) -> bool:
    return True


TOPICS: Final[Mapping[Phase, Mapping[str, Callable[[Position], bool]]]] = {
    Phase.DRAW: {"abbey": lambda position: bool(legal(position, PlayAbbey))},
    Phase.CHOOSE: {"choose": _always},
    Phase.PLACE: {
        "end": _only(_near_the_end, discovering=False),
        "end_discoverers": _only(_near_the_end, discovering=True),
        "join": _others_build,
    },
    Phase.DEPLOY: {
        "farmer": _offers(Figure.MEEPLE, "field"),
        "take_back": lambda position: bool(legal(position, TakeBack)),
        "shepherd": _offers(Figure.SHEPHERD),
        "mayor": _offers(Figure.MAYOR),
        "barn": _offers(Figure.BARN),
        "wagon": _offers(Figure.WAGON),
        "monastery": _offers(Figure.MEEPLE, "monastery"),
        "few": _only(_few_meeples, discovering=False),
        "few_discoverers": _only(_few_meeples, discovering=True),
        "claim": _offers(Figure.MEEPLE),
    },
    Phase.FLOCK: {"flock": _always},
    Phase.WAGON: {"wagon_moves": _always},
}
"""What can be said at each kind of decision, and when; the most urgent first."""
_HINT: Final = Family("hint.{}", of=(topic for topics in TOPICS.values() for topic in topics))
