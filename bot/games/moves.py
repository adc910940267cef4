"""From a player's words to an action of the rules.

Each reader gets the position and the words after the command, and returns the one action that is meant.
Numbers and letters are those of :mod:`bot.games.spots`; the notation of records is understood as well.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.families import Family
from bot.games import spots
from bot.games.describe import feature_name, figure_name
from bot.games.parser import read_cell, read_figure, read_number, read_turn, read_where
from bot.games.refusal import Refused
from core import (
    Action,
    Cell,
    Choose,
    Deploy,
    Figure,
    IllegalAction,
    MoveWagon,
    Phase,
    Place,
    Position,
    TakeBack,
)
from core.actions import HERD, PLAY_ABBEY, WAGON_HOME

Words = tuple[str, ...]


class Move(NamedTuple):
    """A command that moves: the phases in which it is possible, and how its words are read."""

    phases: tuple[Phase, ...]
    read: Callable[[Position, Words], Action]


ILLEGAL: Final = Family(
    "refusal.illegal.{}",
    of=("apart", "barn", "barn_corner", "corner_no_field", "corner_open", "fits_nowhere", "mismatch",
        "no_abbey", "no_hole", "no_own_figure", "no_such_figure", "no_such_segment", "no_supply", "no_tile",
        "not_in_hand", "occupied", "placing", "shepherd", "taken", "wagon_reach", "wrong_feature"),
)  # fmt: skip
"""By the rules' reasons against a move that is offered at all."""
_USAGE: Final = Family("usage.{}", of=("choose", "deploy", "place", "score", "wagon"))


def checked(position: Position, action: Action) -> Action:
    """The action, if it is legal. Raises Refused with the rule that forbids it."""
    try:
        position.verify(action)
    except IllegalAction as error:
        raise Refused(ILLEGAL(error.reason), **explained(error)) from error
    return action


def always(action: Action) -> Callable[[Position, Words], Action]:
    """A reader for a command whose words do not matter."""
    return lambda _position, _words: action


def explained(error: IllegalAction) -> dict[str, object]:
    """What the sentence about an illegal action is filled in with."""
    details = dict(error.details)
    if "kind" in details:
        details["kind"] = feature_name(str(details["kind"]))
    if "figure" in details:
        details["figure"] = figure_name(str(details["figure"]))
    return details


def _usage(command: str) -> Refused:
    return Refused(_USAGE(command))


def _usage_of_deploy(position: Position) -> Refused:
    """With another figure as an example, in a game that has one."""
    others = [figure for figure in position.figure_kinds if figure is not Figure.MEEPLE]
    return Refused("usage.deploy.figure", figure=others[0].value) if others else _usage("deploy")


def read_place(position: Position, words: Words) -> Action:
    """``place SPOT [TURN]``; without a turn the first look that fits."""
    if not 1 <= len(words) <= 2:
        raise _usage("place")
    cell = _spot(position, words[0])
    if len(words) == 1:
        fitting = position.legal_spots().get(cell)
        return checked(position, Place(cell, fitting[0] if fitting else 0))
    turn = read_turn(words[1])
    if turn is None:
        raise _usage("place")
    action = Place(cell, turn)
    if cell in position.legal_spots() and not position.can(action):
        turns = tuple(f"{other.turn * 90}°" for other in spots.legal(position, Place) if other.cell == cell)
        raise Refused("refusal.turn_does_not_fit", turn=f"{turn * 90}°", fitting=turns)
    return checked(position, action)


def _spot(position: Position, word: str) -> Cell:
    cell = read_cell(word)
    if cell is not None:
        return cell
    number = read_number(word)
    if number is None:
        raise _usage("place")
    cells = spots.places(position)
    if not 1 <= number <= len(cells):
        raise Refused("refusal.unknown_spot", spot=number, count=len(cells))
    return cells[number - 1]


def read_deploy(position: Position, words: Words) -> Action:
    """``deploy WHERE [FIGURE]``, in either order; without a figure the meeple, or the only one that can."""
    figure = next((figure for word in words if (figure := read_figure(word)) is not None), None)
    places = tuple(word for word in words if read_figure(word) is None)
    if len(places) != 1 or len(words) > 2:
        raise _usage_of_deploy(position)
    where = _segment(position, places[0])
    if figure is not None:
        return checked(position, Deploy(figure, where))
    able = spots.figures(position, where)
    if Figure.MEEPLE in able or not able:
        return checked(position, Deploy(Figure.MEEPLE, where))
    if len(able) > 1:
        raise Refused("refusal.which_figure", figures=tuple(figure_name(figure) for figure in able))
    return Deploy(able[0], where)


def _segment(position: Position, word: str) -> str:
    letters = dict(spots.letters(position))
    if word.lower() in letters:
        return letters[word.lower()]
    where = read_where(word)
    if where is not None:
        return where
    if not letters:
        raise Refused("refusal.nothing_to_deploy")
    raise Refused("refusal.unknown_letter", letter=word[:12], letters=tuple(key.upper() for key in letters))


def read_score(position: Position, words: Words) -> Action:
    """``score [WHERE]``: herd the flock where that is due, else take back a figure, by number or segment."""
    if position.phase is Phase.FLOCK:
        return HERD
    actions = spots.take_backs(position)
    if not actions:
        here = "discoverers" in position.sets
        raise Refused("refusal.nothing_to_take_back" if here else "refusal.comes_back_by_itself")
    match words:
        case (number,) if (chosen := read_number(number)) is not None:
            if not 1 <= chosen <= len(actions):
                raise Refused("refusal.unknown_figure", number=chosen, count=len(actions))
            return actions[chosen - 1]
        case (cell_word, where_word):
            cell, where = read_cell(cell_word), read_where(where_word)
            if cell is None or where is None:
                raise _usage("score")
            return checked(position, TakeBack(cell, where))
        case () if len(actions) == 1:
            return actions[0]
        case _:
            raise _usage("score")


def read_wagon(position: Position, words: Words) -> Action:
    """``wagon home``, ``wagon NUMBER [WHERE]`` or ``wagon CELL WHERE``."""
    if words[:1] and words[0].lower() == "home":
        return WAGON_HOME
    if not 1 <= len(words) <= 2:
        raise _usage("wagon")
    where = read_where(words[1]) if len(words) == 2 else None
    if len(words) == 2 and where is None:
        raise _usage("wagon")
    cell = read_cell(words[0])
    if cell is not None and where is not None:
        return checked(position, MoveWagon(cell, where))
    offered = spots.destinations(position)
    number = read_number(words[0])
    if number is None:
        raise _usage("wagon")
    if not 1 <= number <= len(offered):
        raise Refused("refusal.unknown_spot", spot=number, count=len(offered))
    cell, moves = offered[number - 1]
    if where is not None:
        return checked(position, MoveWagon(cell, where))
    if len(moves) > 1:
        raise Refused("refusal.which_segment", spot=number, segments=tuple(move.where for move in moves))
    return moves[0]


def read_abbey(position: Position, _words: Words) -> Action:
    """``abbey``."""
    return checked(position, PLAY_ABBEY)


def read_choose(position: Position, words: Words) -> Action:
    """``choose NUMBER`` or ``choose TILE``."""
    if len(words) != 1:
        raise _usage("choose")
    offered = spots.hand(position)
    number = read_number(words[0])
    if number is None:
        return checked(position, Choose(words[0]))
    if not 1 <= number <= len(offered):
        raise Refused("refusal.unknown_tile", number=number, count=len(offered))
    return offered[number - 1]
