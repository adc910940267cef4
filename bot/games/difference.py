"""What the store is told to turn a game into another. No use case says so: it follows from the two games."""

from bot.games.course import Step
from bot.games.game import Game, ancestor
from bot.games.header import Header, Status
from bot.games.oblivion import listed
from bot.games.seats import sitting
from bot.store.protocol import Change


def difference(before: Game | None, after: Game) -> Change:
    """The change that turns what is stored of ``before`` into ``after``.

    Of a new game, also one in the place of another, it is everything.
    """
    old = ancestor(before, after)
    if old is None:
        header = after.header
        return Change(header=dict(header.to_table()), append=_texts(_steps(after)), people=listed(header))
    had, has = _steps(old), _steps(after)
    keep = _common(had, has)
    return Change(
        header=after.header.changes_from(old.header),
        keep=keep if keep < len(had) else None,
        append=_texts(has[keep:]),
        people=_newly_listed(old.header, after.header),
        pressing=_lets_go(old, after),
    )


def _steps(game: Game) -> list[Step]:
    return [] if game.course is None else game.course.steps


def _texts(steps: list[Step]) -> tuple[str, ...]:
    return tuple(str(step.action) for step in steps)


def _common(had: list[Step], has: list[Step]) -> int:
    """With how many of the same actions both begin: what is there already is not taken back."""
    pairs = enumerate(zip(had, has, strict=False))
    return next((number for number, (a, b) in pairs if a.action != b.action), min(len(had), len(has)))


def _newly_listed(before: Header, after: Header) -> tuple[str, ...] | None:
    """Who is listed with the game from now on; None when they are who they were."""
    people = listed(after)
    return None if people == listed(before) else people


def _lets_go(before: Game, after: Game) -> bool:
    """Whether by this change a game ends or somebody leaves it: what nobody may be kept from."""
    ended = before.header.status is not Status.OVER and after.header.status is Status.OVER
    left = len(sitting(after.header)) < len(sitting(before.header))
    return ended or left or _resigned(before) < _resigned(after)


def _resigned(game: Game) -> int:
    return 0 if game.course is None else len(game.course.position.resigned)
