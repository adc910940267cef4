"""How far a learner is in the lesson: which turn it is, what it has brought, and who goes on."""

from bot.games.course import Course, Step
from bot.games.play import cut
from bot.lessons.lesson import BO, LEARNER, lesson
from core import Event, Phase, Position
from core.actions import DRAW


def number(course: Course) -> int:
    """The learner's turn that is being played, or that Bo has still to answer; from 1.

    The turns of the course are the learner's and Bo's in alternation.
    """
    return min((course.turn + 1) // 2, len(lesson().turns))


def learners(course: Course, turn: int) -> tuple[Step, ...]:
    """The steps of a turn of the learner's."""
    return course.during(2 * turn - 1, 2 * turn - 1)


def bos(course: Course, turn: int) -> tuple[Step, ...]:
    """The steps with which Bo answered that turn."""
    return course.during(2 * turn, 2 * turn)


def met(course: Course, turn: int) -> bool:
    """Whether a finished turn of the learner's reached its goal."""
    events = [event for step in learners(course, turn) for event in step.events]
    return lesson().turns[turn - 1].goal.met(course.position, events)


def again(course: Course) -> Course:
    """The course as it was when the learner got the tile of this turn."""
    return cut(course, len(course.steps) - len(learners(course, number(course))) + 1)


def better(course: Course) -> tuple[Position, tuple[Event, ...]] | None:
    """The position that the learner has missed, and what would have led there.

    None unless Bo has still to answer a turn that could have reached its goal and did not.
    """
    turn = number(course)
    if course.position.over or course.position.seat != BO or met(course, turn):
        return None
    position = again(course).position
    shown = lesson().turns[turn - 1].shown(position)
    if shown is None:
        return None
    events = tuple(event for action in shown for event in position.play(action))
    return position, events


def go_on(course: Course, *, anyhow: bool = False) -> None:
    """Let Bo answer, unless the learner has missed something; then draw the learner's next tile.

    With ``anyhow`` Bo answers also then.
    """
    position = course.position
    if not position.over and position.seat == BO and (anyhow or better(course) is None):
        lesson().turns[number(course) - 1].answer(course)
    if not position.over and position.seat == LEARNER and position.phase is Phase.DRAW:
        course.play(DRAW)
