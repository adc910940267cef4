"""What actions cause, as values.

Messages, the history of the scores and the highlights in pictures are made from events, never by
comparing positions. ``seat`` counts from 0; cells are ``(x, y)``; ``where`` names a segment (``city@N``).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.actions import Action, Draw, Figure
from core.geometry import Cell


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """A seat drew a tile (or took its abbey, or chose from its hand)."""

    name: ClassVar = "drawn"
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """A tile fitted nowhere and left the game."""

    name: ClassVar = "discarded"
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A tile was laid, turned by ``turn`` quarter turns clockwise."""

    name: ClassVar = "placed"
    seat: int
    tile: str
    at: Cell
    turn: int


@dataclass(frozen=True, slots=True)
class FigureDeployed:
    """A figure was put on the board."""

    name: ClassVar = "deployed"
    seat: int
    figure: Figure
    at: Cell
    where: str


@dataclass(frozen=True, slots=True)
class FeatureCompleted:
    """A road, city or monastery is complete; ``at`` and ``where`` name one of its segments."""

    name: ClassVar = "completed"
    kind: str
    tiles: int
    pennants: int
    at: Cell
    where: str


@dataclass(frozen=True, slots=True)
class PointsAwarded:
    """A seat scored.

    ``reason`` is the kind of the feature (``road``, ``city``, ``monastery``, ``field``, ``plain``,
    ``mountain``, ``sea``), or what else a set gives points for (``barn``, ``flock``, ``wine``). ``tiles`` and
    ``pennants`` are those of the feature;
    ``cities`` counts the cities that a field supplies or an area counts; ``bonus`` are points for
    vineyards; ``final`` tells that it happened in the final scoring. ``at`` and ``where`` are a segment on
    which the seat's figure stands. ``beaten`` are the seats that had figures there and got nothing;
    ``tied`` are those of them that were as strong, and lost because others stood on a hill.
    """

    name: ClassVar = "points"
    seat: int
    points: int
    reason: str
    tiles: int
    pennants: int
    at: Cell
    where: str
    cities: int = 0
    bonus: int = 0
    final: bool = False
    beaten: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureReturned:
    """A figure went back to its owner's supply."""

    name: ClassVar = "returned"
    seat: int
    figure: Figure
    at: Cell
    where: str


@dataclass(frozen=True, slots=True)
class FigureMoved:
    """A wagon moved to another feature."""

    name: ClassVar = "moved"
    seat: int
    figure: Figure
    origin: Cell
    at: Cell
    where: str


@dataclass(frozen=True, slots=True)
class TokenDrawn:
    """A flock token was drawn: so many sheep, or 0 for a wolf."""

    name: ClassVar = "token"
    seat: int
    sheep: int


@dataclass(frozen=True, slots=True)
class TokensTaken:
    """A seat took tokens that all see, one for each of ``kinds``, for what is printed on a segment."""

    name: ClassVar = "tokens"
    seat: int
    kinds: tuple[str, ...]
    at: Cell
    where: str


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A seat lost its turn."""

    name: ClassVar = "skipped"
    seat: int


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """A seat left the game."""

    name: ClassVar = "resigned"
    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    name: ClassVar = "over"
    winners: tuple[int, ...]
    scores: tuple[int, ...]


Event = (
    TileDrawn | TileDiscarded | TilePlaced | FigureDeployed | FeatureCompleted | PointsAwarded
    | FigureReturned | FigureMoved | TokenDrawn | TokensTaken | TurnSkipped | SeatResigned | GameEnded
)  # fmt: skip


def reveals(action: Action, events: Iterable[Event]) -> bool:
    """Whether an action showed something hidden, so that its player alone must not take it back."""
    return isinstance(action, Draw) or any(isinstance(event, TokenDrawn | TileDiscarded) for event in events)
