"""What decisions are worth now: a figure, or all of a feature."""

from core import Cell, Deploy, FigureReturned, PointsAwarded, Position
from core.geometry import CORNERS
from core.scoring import complete
from core.scoring import worth as value


def worth(position: Position, action: Deploy) -> int:
    """The points that the figure would bring at once, or else those that it would stand for.

    The action is tried on a copy, so that every rule has its say.
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


def counts(position: Position, cell: Cell, where: str) -> int:
    """What the feature of a segment counts now."""
    laid = position.board.at(cell)
    if laid is None:
        return 0
    features = position.features_state
    feature = features.state[features.find(laid.first + laid.tile.segment_number(where))]
    return value(position, feature, finished=complete(position, feature))
