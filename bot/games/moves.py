"""From a player's words to an action of the rules.

Each reader gets the position and the words after the command, and returns the one action that is meant.
Numbers and letters are those of :mod:`bot.spots`; the notation of records is understood as well.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot import spots
from bot.families import Family
from bot.games.describe import feature_name, figure_name, set_of
from bot.games.parser import read_cell, read_figure, read_number, read_turn, read_where
from bot.games.talk import Reader, Words, talk_of, talks, talks_of
from bot.refusal import Refused
from core import Action, Cell, Deploy, Figure, IllegalAction, Phase, Place, Position


class Move(NamedTuple):
    """A command that moves: the phases in which it is possible, and how its words are read."""

    phases: tuple[Phase, ...]
    read: Reader


_REASONS: Final = (
    "apart", "fits_nowhere", "mismatch", "no_such_figure", "no_such_segment", "no_supply", "no_tile",
    "occupied", "placing", "taken", "wrong_feature",
)  # fmt: skip


def _reasons() -> Iterator[str]:
    yield from _REASONS
    for talk in talks().values():
        yield from talk.illegal


ILLEGAL: Final = Family("refusal.illegal.{}", of=_reasons)
"""By the rules' reasons against a move that is offered at all."""
_ASTRAY: Final = Family(
    "refusal.astray.{}", of=lambda: (end for talk in talks().values() for end in talk.astray.values())
)
_USAGE: Final = Family("usage.{}", of=("deploy", "place"))


def checked(position: Position, action: Action) -> Action:
    """The action, if it is legal. Raises Refused with the rule that forbids it."""
    try:
        position.verify(action)
    except IllegalAction as error:
        raise Refused(_key(position, action, error), **explained(error)) from error
    return action


def _key(position: Position, action: Action, error: IllegalAction) -> str:
    """The key of the sentence about an illegal action: that of the set of the tile in hand, if it has one."""
    if isinstance(action, Place) and position.tile is not None:
        own = talk_of(set_of(position.tile)).astray
        if error.reason in own:
            return _ASTRAY(own[error.reason])
    return ILLEGAL(error.reason)


def always(action: Action) -> Reader:
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
    """``score [WHERE]``: as a set of the game has it at this decision."""
    for talk in talks_of(position):
        if position.phase in talk.scores:
            return talk.scores[position.phase].read(position, words)
    raise Refused("refusal.comes_back_by_itself")
