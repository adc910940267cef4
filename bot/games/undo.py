"""What can be undone: one's own last decision until the next player acts. And turning the tile just laid."""

from collections.abc import Collection, Iterator

from bot.games.course import Course, Step
from bot.spots import next_look
from core import Phase, Place, Resign, Skip
from core.actions import Draw


def takes_back(
    course: Course, away: Collection[int] = (), opponents: Collection[int] = ()
) -> tuple[int, int] | None:
    """Whose decision can be taken back now, and how many actions stay; None when none can.

    Who has to agree is another question (``undoing.py``). ``away`` are the seats that are played
    automatically; what ``opponents`` have answered goes with what they answered.
    """
    found = last_decision(course, away, opponents)
    if found is None:
        return None
    step, keep = found
    return None if step.reveals or not is_own(step) else (step.seat, keep)


def is_own(step: Step) -> bool:
    """Whether a step is its player's own: not decided by the others, and not played automatically."""
    return not step.automatic and not isinstance(step.action, Skip)


def last_decision(
    course: Course, away: Collection[int] = (), opponents: Collection[int] = ()
) -> tuple[Step, int] | None:
    """The last step that was a decision, with the number of steps before it.

    Steps without an alternative do not count, and neither do those of the automatic player in the seats that
    are ``away``: nobody else has acted then. Those of ``opponents`` never do. There is none when its player
    has begun another turn since by drawing, unless opponents have answered it, or when somebody has left the
    game.
    """
    drew: set[tuple[int, int]] = set()
    answered = False
    for keep, step, alone in _backwards(course):
        if isinstance(step.action, Resign):
            return None
        if step.seat in opponents:
            answered = True
            continue
        drawn = isinstance(step.action, Draw)
        nobodys = step.automatic and step.seat in away and (drawn or not step.reveals)
        if not alone and not nobodys:
            again = any(seat == step.seat and begun != step.begun for seat, begun in drew)
            return None if again and not answered else (step, keep)
        if drawn:
            drew.add((step.seat, step.begun))
    return None


def last_decision_of(course: Course, seat: int) -> int | None:
    """How many actions come before a seat's last decision; None when it has taken none.

    There is none either when somebody has left the game since.
    """
    for keep, step, alone in _backwards(course):
        if isinstance(step.action, Resign):
            return None
        if step.seat == seat and not alone:
            return keep
    return None


def turnable(course: Course) -> tuple[Place, int] | None:
    """The placement that shows the next look of the tile just laid, and how many actions stay.

    None when the last decision was no placement or the tile fits in one look only.
    """
    found = last_decision(course)
    if found is None:
        return None
    step, keep = found
    if not isinstance(step.action, Place):
        return None
    before = course.position.copy()
    for _ in range(len(course.steps) - keep):
        before.undo()
    after = next_look(before, step.action)
    return None if after is None else (after, keep)


def waits_for_turning(course: Course) -> bool:
    """Whether a tile was just laid that could still be turned, while nothing but passing is left to do."""
    position = course.position
    last = course.steps[-1] if course.steps else None
    return (
        position.phase is Phase.DEPLOY
        and last is not None
        and isinstance(last.action, Place)
        and (turnable(course) is not None)
    )


def _backwards(course: Course) -> Iterator[tuple[int, Step, bool]]:
    """The steps from the last to the first: how many come before each, and whether it was the only one."""
    position = course.position.copy()
    for keep in range(len(course.steps) - 1, -1, -1):
        step = course.steps[keep]
        position.undo()
        yield keep, step, len(position.legal_actions()) == 1
