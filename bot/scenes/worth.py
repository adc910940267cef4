"""What decisions are worth now: a figure, an abbey, a tile of an open hand, a risk."""

from typing import NamedTuple

from core import Cell, Choose, Deploy, FigureReturned, Place, PointsAwarded, Position
from core.actions import PLAY_ABBEY
from core.geometry import CORNERS
from core.scoring import complete
from core.scoring import worth as value


def worth(position: Position, action: Deploy) -> int:
    """The points that the figure would bring at once, or else those that it would stand for.

    The action is tried on a copy, so that every rule about strengths and barns has its say.
    """
    laid = position.laid[-1]
    trial = position.copy()
    seat = position.seat
    place = (seat, laid.cell, action.where)
    events = trial.play(action)
    for event in events:
        if (
            isinstance(event, PointsAwarded)
            and not event.final
            and (event.seat, event.at, event.where) == place
        ):
            return event.points
    if any(
        isinstance(event, FigureReturned) and (event.seat, event.at, event.where) == place for event in events
    ):
        return 0
    corner = CORNERS.get(action.where.partition("@")[2]) if action.where.startswith("corner") else None
    where = action.where if corner is None else laid.tile.names[laid.tile.corner_field[corner]]
    view = trial.feature_at(laid.cell, where)
    return view.now if seat in view.owners else 0


class Tile(NamedTuple):
    """What a tile of an open hand offers: where it fits, and the most that it could be claimed for now."""

    spots: int
    points: int


def abbey(position: Position) -> int:
    """The most that a monk on one's abbey would count now."""
    trial = position.copy()
    trial.play(PLAY_ABBEY)
    best = 0
    for place in trial.legal_actions():
        if isinstance(place, Place):
            trial.play(place)
            best = max(best, _counts(trial, place.cell, "monastery"))
            trial.undo()
    return best


def in_hand(position: Position, action: Choose) -> Tile:
    """What a tile of an open hand offers."""
    trial = position.copy()
    trial.play(action)
    fitting = trial.legal_spots()
    best = 0
    for cell, turns in fitting.items():
        for turn in turns:
            trial.play(Place(cell, turn))
            claims = {deploy.where for deploy in trial.legal_actions() if isinstance(deploy, Deploy)}
            best = max((best, *(_counts(trial, cell, where) for where in claims)))
            trial.undo()
    return Tile(len(fitting), best)


def _counts(position: Position, cell: Cell, where: str) -> int:
    """What the feature of a segment counts now."""
    laid = position.board.at(cell)
    if laid is None:
        return 0
    features = position.features_state
    feature = features.state[features.find(laid.first + laid.tile.segment_number(where))]
    return value(position, feature, finished=complete(position, feature))
