"""Laying the tile: the board with numbered spots."""

from bot import spots
from bot.games import describe
from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Face, Offer, Phrase
from bot.scenes.face import board, choice


def place(game: Game, course: Course) -> Face:
    """Where the tile in hand can lie."""
    position = course.position
    cells = spots.places(position)
    row = tuple(
        choice(f"place {number}", Phrase.of("choice.spot", spot=number))
        for number in range(1, len(cells) + 1)
    )
    lines = [Phrase.of("prompt.place", count=len(cells))]
    if position.tile is not None:
        lines.insert(0, Phrase.of("prompt.tile", tile=describe.tile(position.tile, position.sets)))
    offer = Offer(placements=tuple((cell, spots.looks(position, cell)) for cell in cells))
    return Face(tuple(lines), board(game, course, cells), (row,), offer)
