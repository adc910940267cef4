"""Playing what has no alternative, so that people are asked only where there is something to decide."""

from bot.table.course import Course
from bot.table.undo import waits_for_turning


def settle(course: Course, *, may_turn: bool = False) -> None:
    """Play every action that is the only legal one, drawing included.

    With ``may_turn``, a tile that was laid without saying how it lies is left to its player as long as it
    could be turned, even if no figure can be put on it.
    """
    position = course.position
    while not position.over:
        actions = position.legal_actions()
        if len(actions) != 1 or (may_turn and waits_for_turning(course)):
            return
        course.play(actions[0])
