"""Playing what has no alternative, so that people are asked only where there is something to decide."""

from bot.games.course import Course
from bot.games.habits import ASK_ALWAYS, Habits
from bot.games.undo import waits_for_turning


def settle(course: Course, *, may_turn: bool = False, habits: Habits = ASK_ALWAYS) -> None:
    """Play every action that is the only legal one, drawing included, and what ``habits`` decide.

    With ``may_turn``, a tile that was laid without saying how it lies is left to its player as long as it
    could be turned, even if no figure can be put on it.
    """
    position = course.position
    while not position.over:
        if may_turn and waits_for_turning(course):
            return
        actions = position.legal_actions()
        action = actions[0] if len(actions) == 1 else habits.action(course)
        if action is None:
            return
        course.play(action, automatic=len(actions) > 1 and position.seat in habits.automatic)
