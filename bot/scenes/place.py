"""Laying the tile: the board with numbered spots."""

from bot import spots
from bot.games import describe
from bot.games.course import Course
from bot.games.game import Game
from bot.games.talk import talks_of
from bot.scene import Face, Offer, Phrase, Style
from bot.scenes.face import board, choice
from core import Phase


def place(game: Game, course: Course) -> Face:
    """Where the tile in hand can lie."""
    position = course.position
    placements = position.legal_spots()
    cells = spots.in_order(placements)
    row = tuple(
        choice(f"place {number}", Phrase.of("choice.spot", spot=number))
        for number in range(1, len(cells) + 1)
    )
    lines = [Phrase.of("prompt.place", count=len(cells))]
    if position.tile is not None:
        lines.insert(0, Phrase.of("prompt.tile", tile=describe.tile_in(position, position.tile)))
    offer = Offer(placements=tuple(placements.items()))
    return Face(tuple(lines), board(game, course, cells), (row,), offer)


def draw(game: Game, course: Course) -> Face:
    """Draw a tile, or do what a set of the game offers besides."""
    row, held = [choice("draw", Phrase("choice.draw"), Style.MAIN)], [("", "draw")]
    for talk in talks_of(course.position):
        if Phase.DRAW in talk.besides:
            row += talk.besides[Phase.DRAW](course.position)
        held += talk.held(course.position)
    return Face((Phrase("prompt.draw"),), board(game, course), (tuple(row),), Offer(held=tuple(held)))
