"""What is wrong with a stored game, and what it can be mended to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.games.course import Course
from bot.games.header import Header, Status
from bot.store.protocol import CorruptGame
from core import BastideError, GameRecord, parse_action


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong, in a sentence, and the game as it could be: header and actions, None if it cannot."""

    problem: str
    header: Mapping[str, str] | None = None
    actions: tuple[str, ...] = ()


def diagnose(fault: str, table: Mapping[str, str], actions: tuple[str, ...]) -> Diagnosis | None:
    """Judge a game by its replay; None when nothing is wrong.

    ``fault`` is what keeps the store from reading it; ``table`` and ``actions`` are what can be read.
    """
    try:
        header = Header.from_table(table)
    except CorruptGame as error:
        return Diagnosis(str(error))
    if not header.record:
        return Diagnosis(fault, header.to_table()) if fault else None
    try:
        course = Course(GameRecord.from_json(header.record).opening())
    except BastideError as error:
        return Diagnosis(f"its record cannot be used: {error}")
    problem = _replay(course, actions, header) or fault
    kept = tuple(str(step.action) for step in course.steps)
    status = _status(header, course, cut=len(kept) < len(actions))
    if not problem and status is not header.status:
        problem = f"it is {header.status} and should be {status}"
    if not problem:
        return None
    return Diagnosis(problem, replace(header, status=status).to_table(), kept)


def _replay(course: Course, actions: tuple[str, ...], header: Header) -> str:
    """Play as far as the rules allow, and say what was wrong."""
    for number, text in enumerate(actions):
        try:
            course.play(parse_action(text), automatic=number in header.tempo.played)
        except BastideError as error:
            return f"action {number} ({text[:40]}): {error}"
    return ""


def _status(header: Header, course: Course, *, cut: bool) -> Status:
    """How far the game is by its actions."""
    if course.position.over:
        return Status.OVER
    if header.status is not Status.OVER:
        return Status.RUNNING
    # An end that was cut off with its actions is taken back; one that people wanted stays.
    return Status.OVER if header.ended_by or header.source or not cut else Status.RUNNING
