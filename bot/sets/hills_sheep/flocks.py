"""Flocks: grown or herded, and what they are worth."""

from collections.abc import Iterator

from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Face, Phrase, Style
from bot.scenes.face import board, choice
from core import Figure, Position
from core.sets.hills_sheep.shepherds import flock
from core.sets.hills_sheep.shepherds import wolves as wolf_tokens


def choose(game: Game, course: Course) -> Face:
    """Grow the flock, or herd it to the stable."""
    sheep = _sheep(course.position)
    wolves, tokens = wolf_tokens(course.position)
    row = (
        choice("grow", Phrase.of("choice.grow", wolves=wolves, tokens=tokens), Style.MAIN),
        choice("score", Phrase.of("choice.herd", points=sheep), Style.MAIN),
    )
    return Face((Phrase.of("prompt.flock", count=sheep),), board(game, course), (row,))


def _sheep(position: Position) -> int:
    """All sheep on the field of the deciding seat's shepherd: what everyone there would score."""
    mine = next(s for s in position.standing() if s.figure is Figure.SHEPHERD and s.seat == position.seat)
    figures = position.feature_at(mine.cell, mine.where).figures
    return sum(flock(position, other.seat) for other in figures if other.figure is Figure.SHEPHERD)


def standings(game: Game, course: Course) -> Iterator[Phrase]:
    """Each flock, with its sheep."""
    for standing in course.position.standing():
        if standing.figure is Figure.SHEPHERD:
            sheep = flock(course.position, standing.seat)
            x, y = standing.cell
            yield Phrase.of("worth.flock", who=game.who(standing.seat), count=sheep, x=x, y=y)
