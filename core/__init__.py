"""The rules of Bastide's games: pure, without input or output, standard library only.

A game is a :class:`GameRecord`; replaying it gives a :class:`Position`, which knows what is legal, plays
actions, and tells what happened as events.
"""

from core.actions import (
    Action,
    Choose,
    Deploy,
    Draw,
    Figure,
    Pass,
    Phase,
    Place,
    Resign,
    Skip,
    TakeBack,
)
from core.board import Laid
from core.errors import (
    BastideError,
    GameOver,
    IllegalAction,
    IllegalDeployment,
    IllegalPlacement,
    NotationError,
    RecordError,
    TileDataError,
    UnknownEdition,
    WrongPhase,
)
from core.events import (
    Event,
    FeatureCompleted,
    FigureDeployed,
    FigureMoved,
    FigureReturned,
    GameEnded,
    PointsAwarded,
    SeatResigned,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TokenDrawn,
    TokensTaken,
    TurnSkipped,
)
from core.features import Standing
from core.game import Position
from core.geometry import Cell
from core.notation import parse_action
from core.records.record import GameRecord
from core.segments import Segment, Terrain
from core.setup import Setup
from core.shuffle import seat_order, seed_hash
from core.tile_data import tile_kind, tile_set
from core.tiles import OrientedTile, TileKind
from core.views import FeatureView

__all__ = [
    "Action",
    "BastideError",
    "Cell",
    "Choose",
    "Deploy",
    "Draw",
    "Event",
    "FeatureCompleted",
    "FeatureView",
    "Figure",
    "FigureDeployed",
    "FigureMoved",
    "FigureReturned",
    "GameEnded",
    "GameOver",
    "GameRecord",
    "IllegalAction",
    "IllegalDeployment",
    "IllegalPlacement",
    "Laid",
    "NotationError",
    "OrientedTile",
    "Pass",
    "Phase",
    "Place",
    "PointsAwarded",
    "Position",
    "RecordError",
    "Resign",
    "SeatResigned",
    "Segment",
    "Setup",
    "Skip",
    "Standing",
    "TakeBack",
    "Terrain",
    "TileDataError",
    "TileDiscarded",
    "TileDrawn",
    "TileKind",
    "TilePlaced",
    "TokenDrawn",
    "TokensTaken",
    "TurnSkipped",
    "UnknownEdition",
    "WrongPhase",
    "parse_action",
    "seat_order",
    "seed_hash",
    "tile_kind",
    "tile_set",
]
