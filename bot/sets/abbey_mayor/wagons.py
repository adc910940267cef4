"""Wagons whose feature was scored: where they can go, shown and read."""

from typing import Final

from bot.families import Family
from bot.games.course import Course
from bot.games.describe import ARROWS
from bot.games.game import Game
from bot.games.moves import checked
from bot.games.parser import read_cell, read_number, read_where
from bot.games.talk import Words
from bot.refusal import Refused
from bot.scene import Choice, Face, Offer, Phrase, Style, Use
from bot.scenes.face import board, choice
from bot.spots import in_order, legal
from core import Action, Cell, Position, Terrain
from core.geometry import PORTS, side_of
from core.sets.abbey_mayor.actions import WAGON, WAGON_HOME, MoveWagon

_GOES: Final = Family("choice.wagon.{}", of=(Terrain.ROAD, Terrain.CITY, Terrain.MONASTERY))


def destinations(position: Position) -> tuple[tuple[Cell, tuple[MoveWagon, ...]], ...]:
    """Where the wagon can go: cells in the order of their numbers, each with its segments."""
    moves = legal(position, MoveWagon)
    return tuple(
        (cell, tuple(move for move in moves if move.cell == cell))
        for cell in in_order(move.cell for move in moves)
    )


def cells(position: Position) -> tuple[Cell, ...]:
    """The cells where the wagon can go; the first is spot 1."""
    return tuple(cell for cell, _ in destinations(position))


def wagon(game: Game, course: Course) -> Face:
    """Where a wagon goes."""
    position = course.position
    offered = tuple(
        (move, _move(position, number, move, alone=len(moves) == 1))
        for number, (_, moves) in enumerate(destinations(position), 1)
        for move in moves
    )
    row = tuple(button for _, button in offered)
    home = (choice("wagon home", Phrase("choice.wagon_home")),)
    return Face(
        (Phrase("prompt.wagon"),),
        board(game, course, cells(position), verb="wagon"),
        (row, home),
        Offer(
            areas=tuple((move.cell, move.where, (Use(button.command, WAGON),)) for move, button in offered)
        ),
    )


def _move(position: Position, number: int, move: MoveWagon, *, alone: bool) -> Choice:
    kind, _, port = move.where.partition("@")
    spot = str(number) if alone else f"{number}{ARROWS[side_of(PORTS[port])] if port in PORTS else ''}"
    points = position.feature_at(move.cell, move.where).now
    label = Phrase.of(_GOES(kind), spot=spot, points=points)
    return choice(f"wagon {number}" if alone else f"wagon {number} {move.where}", label, Style.MAIN)


def read_wagon(position: Position, words: Words) -> Action:
    """``wagon home``, ``wagon NUMBER [WHERE]`` or ``wagon CELL WHERE``."""
    if words[:1] and words[0].lower() == "home":
        return WAGON_HOME
    if not 1 <= len(words) <= 2:
        raise Refused("usage.wagon")
    where = read_where(words[1]) if len(words) == 2 else None
    if len(words) == 2 and where is None:
        raise Refused("usage.wagon")
    cell = read_cell(words[0])
    if cell is not None and where is not None:
        return checked(position, MoveWagon(cell, where))
    offered = destinations(position)
    number = read_number(words[0])
    if number is None:
        raise Refused("usage.wagon")
    if not 1 <= number <= len(offered):
        raise Refused("refusal.unknown_spot", spot=number, count=len(offered))
    cell, moves = offered[number - 1]
    if where is not None:
        return checked(position, MoveWagon(cell, where))
    if len(moves) > 1:
        raise Refused("refusal.which_segment", spot=number, segments=tuple(move.where for move in moves))
    return moves[0]
