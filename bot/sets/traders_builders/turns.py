"""Double turns: whose turn has a second part, and why."""

from collections.abc import Iterator

from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Phrase
from core.sets.traders_builders.builders import SECOND


def notes(game: Game, course: Course) -> Iterator[Phrase]:
    """In the second part: that it is one."""
    if SECOND in course.position.called and not course.position.over:
        yield Phrase.of("note.second_part", who=game.who(course.position.active))
