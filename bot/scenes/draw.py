"""Drawing, when there is something else one could do."""

from bot.games import describe, spots
from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Phrase, Style
from bot.scenes import worth
from bot.scenes.face import Face, Row, board, choice
from core import PlayAbbey


def draw(game: Game, course: Course) -> Face:
    """Draw a tile, or lay the abbey."""
    row: Row = (choice("draw", Phrase("choice.draw"), Style.MAIN),)
    if spots.legal(course.position, PlayAbbey):
        row += (choice("abbey", _abbey(course)),)
    return Face((Phrase("prompt.draw"),), board(game, course), (row,))


def abbey(game: Game, course: Course) -> Face:
    """After the last tile: lay the abbey, or not."""
    row = (
        choice("abbey", _abbey(course), Style.MAIN),
        choice("pass", Phrase("choice.no_abbey")),
    )
    return Face((Phrase("prompt.abbey"),), board(game, course), (row,))


def choose(game: Game, course: Course) -> Face:
    """Choose a tile from an open hand."""
    position = course.position
    kinds = {kind.id: kind for kind in position.hands[position.seat]}
    lines, row = [Phrase("prompt.choose")], []
    for number, action in enumerate(spots.hand(position), 1):
        kind, offer = kinds[action.tile], worth.in_hand(position, action)
        tile = describe.tile(kind)
        lines.append(
            Phrase.of("prompt.hand", number=number, tile=tile, count=offer.spots, points=offer.points)
        )
        label = Phrase.of("choice.tile", number=number, points=offer.points)
        row.append(choice(f"choose {number}", label))
    return Face(tuple(lines), board(game, course), (tuple(row),))


def _abbey(course: Course) -> Phrase:
    """The abbey, with the most that a monk on it would count now."""
    return Phrase.of("choice.abbey", points=worth.abbey(course.position))
