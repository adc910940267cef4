"""Drawing, when there is something else one could do."""

from bot.scene import Phrase, Style
from bot.table import describe, spots
from bot.table.course import Course
from bot.table.game import Game
from bot.table.scenes.face import Face, Row, board, choice
from core import PlayAbbey


def draw(game: Game, course: Course) -> Face:
    """Draw a tile, or lay the abbey."""
    row: Row = (choice("draw", Phrase("choice.draw"), Style.MAIN),)
    if spots.legal(course.position, PlayAbbey):
        row += (choice("abbey", Phrase("choice.abbey")),)
    return Face((Phrase("prompt.draw"),), board(game, course), (row,))


def abbey(game: Game, course: Course) -> Face:
    """After the last tile: lay the abbey, or not."""
    row = (
        choice("abbey", Phrase("choice.abbey"), Style.MAIN),
        choice("pass", Phrase("choice.no_abbey")),
    )
    return Face((Phrase("prompt.abbey"),), board(game, course), (row,))


def choose(game: Game, course: Course) -> Face:
    """Choose a tile from an open hand."""
    kinds = {kind.id: kind for kind in course.position.hands[course.position.seat]}
    row = tuple(
        choice(
            f"choose {number}",
            Phrase.of("choice.tile", number=number, tile=describe.tile(kinds[action.tile])),
        )
        for number, action in enumerate(spots.hand(course.position), 1)
    )
    return Face((Phrase("prompt.choose"),), board(game, course), (row,))
