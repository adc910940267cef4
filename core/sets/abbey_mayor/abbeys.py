"""Abbeys: a tile that each player holds, and the round in which the last are laid.

Source: Abbey & Mayor, section 2.
"""

from collections.abc import Iterable
from typing import Final

from core.actions import DRAW, PASS, Action, Pass, Phase, Place
from core.errors import IllegalAction
from core.events import TileDrawn
from core.rules.turn import close_game
from core.sets.abbey_mayor.actions import ABBEY_DUE, PLAY_ABBEY, PlayAbbey
from core.sets.row import Trial
from core.state import Kept, State
from core.tile_data import tile_kind
from core.tiles import TileKind

ABBEY_ID = "abbey-mayor/abbey"
TURN = 4.0
"""What a turn brings on average."""
LAID: Final[Kept[frozenset[int]]] = Kept("abbeys laid", frozenset())
"""The seats that have laid their abbeys."""
_ROUND: Final[Kept[tuple[int, ...] | None]] = Kept("abbey round", None)
"""The seats that are yet to be asked after the last tile; None before that."""


def has_abbey(position: State, seat: int) -> bool:
    """Whether a seat still holds its abbey (Abbey & Mayor: Abbey)."""
    return seat not in LAID.of(position)


def offer_abbey(position: State) -> Iterable[Action]:
    """The abbey instead of drawing, when there is a hole for it (Abbey & Mayor: Abbey)."""
    if position.board.frontier.has_holes() and has_abbey(position, position.seat):
        return (PLAY_ABBEY,)
    return ()


def verify_abbey(position: State, action: PlayAbbey) -> None:
    """Raise IllegalAction unless the seat has an abbey and the board a hole (Abbey & Mayor: Abbey)."""
    if not has_abbey(position, position.seat):
        raise IllegalAction("the abbey has been laid already", "no_abbey")
    if not position.board.frontier.has_holes():
        raise IllegalAction("no empty space has tiles on all four sides", "no_hole")


def play_abbey(position: State, action: PlayAbbey) -> None:
    """Take the abbey in hand (Abbey & Mayor: Abbey)."""
    laid = LAID.of(position)
    LAID.keep(position, laid | {position.seat})
    position.tile = tile_kind(ABBEY_ID, position.edition)
    position.phase = Phase.PLACE
    position.emit(TileDrawn(position.seat, ABBEY_ID))


def abbey_placements(position: State, kind: TileKind) -> Iterable[Place]:
    """Every hole; how the abbey is turned means nothing (Abbey & Mayor: Abbey)."""
    return [Place(cell, 0) for cell in position.board.frontier.holes()]


def give_abbey_back(position: State, kind: TileKind) -> bool:
    """An abbey in hand stays with its owner when the turn is lost (Abbey & Mayor: Abbey)."""
    if kind.id != ABBEY_ID:
        return False
    LAID.keep(position, LAID.of(position) - {position.seat})
    return True


def abbey_round(position: State) -> bool:
    """After the last tile each seat with an abbey and a hole decides once (Abbey & Mayor: Abbey)."""
    queue = _ROUND.of(position)
    if queue is None:
        queue = position.seats_from(position.layer + 1)
    while queue:
        seat, *rest = queue
        queue = tuple(rest)
        able = seat not in position.resigned and has_abbey(position, seat)
        if able and position.board.frontier.has_holes():
            _ROUND.keep(position, queue)
            position.begin_turn(seat, ABBEY_DUE)
            return True
    _ROUND.keep(position, ())
    return False


def late_abbey(position: State) -> bool:
    """Whoever may lay another tile, and finds the bag empty, can lay its abbey (Abbey & Mayor: Abbey)."""
    if not has_abbey(position, position.active) or not position.board.frontier.has_holes():
        return False
    position.begin_turn(position.active, ABBEY_DUE)
    return True


def pass_abbey(position: State, action: Pass) -> None:
    """Lay no abbey after the last tile (Abbey & Mayor: Abbey)."""
    close_game(position)


def abbey_or_draw(position: State, trial: Trial) -> Action:
    """Draw, unless the abbey brings more than a turn usually does (Abbey & Mayor: Abbey)."""
    return PLAY_ABBEY if trial.laying(PLAY_ABBEY) - trial.now() > TURN else DRAW


def last_abbey(position: State, trial: Trial) -> Action:
    """After the last tile of the bag: lay the abbey, unless it helps others more (Abbey & Mayor: Abbey)."""
    return PLAY_ABBEY if trial.laying(PLAY_ABBEY) >= trial.after(PASS) else PASS
