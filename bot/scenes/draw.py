"""Drawing, when there is something else one could do."""

from bot.games.course import Course
from bot.games.game import Game
from bot.games.talk import talks_of
from bot.scene import Face, Offer, Phrase, Style
from bot.scenes.face import board, choice
from core import Phase


def draw(game: Game, course: Course) -> Face:
    """Draw a tile, or do what a set of the game offers besides."""
    row, held = [choice("draw", Phrase("choice.draw"), Style.MAIN)], [("", "draw")]
    for talk in talks_of(course.position):
        if Phase.DRAW in talk.besides:
            row += talk.besides[Phase.DRAW](course.position)
        held += talk.held(course.position)
    return Face((Phrase("prompt.draw"),), board(game, course), (tuple(row),), Offer(held=tuple(held)))
