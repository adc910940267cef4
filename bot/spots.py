"""The numbers and letters by which players name what the rules allow.

Scenes show them and commands read them, so both come from here. Everything is made from the legal actions
of the position; nothing here knows a rule.
"""

from collections.abc import Iterable
from string import ascii_lowercase
from typing import TypeVar

from core import Action, Cell, Deploy, Figure, Place, Position, TakeBack

Kind = TypeVar("Kind", bound=Action)


def legal(position: Position, kind: type[Kind]) -> tuple[Kind, ...]:
    """The legal actions of one kind."""
    return tuple(action for action in position.legal_actions() if isinstance(action, kind))


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Different cells from north to south, in a row from west to east."""
    return tuple(sorted(set(cells), key=lambda cell: (cell[1], cell[0])))


def places(position: Position) -> tuple[Cell, ...]:
    """Where the tile in hand can lie; the first is spot 1."""
    return in_order(position.legal_spots())


def looks(position: Position, cell: Cell) -> tuple[int, ...]:
    """The turns in which the tile in hand fits on a cell, each look once."""
    return position.legal_spots()[cell]


def next_look(position: Position, laid: Place) -> Place | None:
    """The placement on the same cell that looks different and comes after this one; None if there is none.

    ``position`` is the one in which the tile was laid.
    """
    turns = looks(position, laid.cell)
    tile = position.tile
    if tile is None or len(turns) < 2:
        return None
    shown = tile.turns[laid.turn].appearance
    here = next(number for number, turn in enumerate(turns) if tile.turns[turn].appearance == shown)
    return Place(laid.cell, turns[(here + 1) % len(turns)])


def letters(position: Position) -> tuple[tuple[str, str], ...]:
    """The segments and corners where a figure can be put, as (letter, where), in the tile's own order."""
    offered = {action.where for action in legal(position, Deploy)}
    if not offered or position.last is None:
        return ()
    named = [name for name in position.last.tile.names if name in offered]
    named += sorted(offered.difference(named))
    return tuple(zip(ascii_lowercase, named, strict=False))


def figures(position: Position, where: str) -> tuple[Figure, ...]:
    """The figures that can be put there, in the order of the game's figures."""
    able = {action.figure for action in legal(position, Deploy) if action.where == where}
    return tuple(figure for figure in position.figure_kinds if figure in able)


def take_backs(position: Position) -> tuple[TakeBack, ...]:
    """The figures that can be taken back; the first is number 1."""
    actions = legal(position, TakeBack)
    return tuple(sorted(actions, key=lambda action: (action.cell[1], action.cell[0], action.where)))
