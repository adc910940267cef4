"""Decisions that come after the figure: the flock, and wagons whose feature was scored."""

from typing import Final

from bot.families import Family
from bot.games import spots
from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Choice, Phrase, Style
from bot.scenes.face import Face, board, choice
from core import Figure, MoveWagon, Position, Terrain
from core.geometry import PORTS, side_of
from core.sets import hills_sheep

ARROWS = ("↑", "→", "↓", "←")


_GOES: Final = Family("choice.wagon.{}", of=(Terrain.ROAD, Terrain.CITY, Terrain.MONASTERY))


def flock(game: Game, course: Course) -> Face:
    """Grow the flock, or herd it to the stable."""
    sheep = _sheep(course.position)
    wolves, tokens = hills_sheep.wolves(course.position)
    row = (
        choice("grow", Phrase.of("choice.grow", wolves=wolves, tokens=tokens), Style.MAIN),
        choice("score", Phrase.of("choice.herd", points=sheep), Style.MAIN),
    )
    return Face((Phrase.of("prompt.flock", count=sheep),), board(game, course), (row,))


def _sheep(position: Position) -> int:
    """All sheep on the field of the deciding seat's shepherd: what everyone there would score."""
    mine = next(s for s in position.standing() if s.figure is Figure.SHEPHERD and s.seat == position.seat)
    figures = position.feature_at(mine.cell, mine.where).figures
    return sum(
        hills_sheep.flock(position, other.seat) for other in figures if other.figure is Figure.SHEPHERD
    )


def wagon(game: Game, course: Course) -> Face:
    """Where a wagon goes."""
    offered = spots.destinations(course.position)
    row = tuple(
        _move(course.position, number, move, alone=len(moves) == 1)
        for number, (_, moves) in enumerate(offered, 1)
        for move in moves
    )
    home = (choice("wagon home", Phrase("choice.wagon_home")),)
    cells = tuple(cell for cell, _ in offered)
    return Face((Phrase("prompt.wagon"),), board(game, course, cells, verb="wagon"), (row, home))


def _move(position: Position, number: int, move: MoveWagon, *, alone: bool) -> Choice:
    kind, _, port = move.where.partition("@")
    spot = str(number) if alone else f"{number}{ARROWS[side_of(PORTS[port])] if port in PORTS else ''}"
    points = position.feature_at(move.cell, move.where).now
    label = Phrase.of(_GOES(kind), spot=spot, points=points)
    return choice(f"wagon {number}" if alone else f"wagon {number} {move.where}", label, Style.MAIN)
