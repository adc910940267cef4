"""What a set adds to the talk about a game: one row a set, at the end of its file or folder in ``bot/sets``.

Nobody lists the rows, and nobody asks for a set by its name: what all sets have of one sort, or those of a
game, is asked for here. A set that adds nothing needs no file.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Face, Phrase, Row
from core import Action, Cell, Deploy, Event, FeatureView, Figure, Phase, PointsAwarded, Position, TileKind
from core.rulesets import SET_NAMES

Manner = Literal["advice", "review"]
"""How a move is spoken of: as a piece of advice, or in a few words of a look back."""
MANNERS: Final[tuple[Manner, ...]] = ("advice", "review")

Words = tuple[str, ...]
Reader = Callable[[Position, Words], Action]
"""Reads the words after a command as the one action that is meant. Raises Refused."""


class Scoring(NamedTuple):
    """What ``score`` does in a phase, other than to show the standings."""

    due: Callable[[Position], bool]
    """Whether it does so without further words."""
    read: Reader


class Hint(NamedTuple):
    """Something that can be said to newcomers at a decision."""

    phase: Phase
    rank: int
    """The less, the more urgent."""
    topic: str
    """The end of ``hint.TOPIC``."""
    applies: Callable[[Position], bool]
    instead_of: str = ""
    """The topic that is not right with this set."""


def _no_tile(_kind: TileKind) -> Phrase | None:
    return None


def _untold(_game: Game, _seat: int, _what: Action | Event) -> Phrase | None:
    return None


def _no_deed(_event: Event) -> Phrase | None:
    return None


def _unadvised(_action: Action, _manner: Manner) -> Phrase | None:
    return None


def _unremarkable(_position: Position, _view: FeatureView) -> Phrase | None:
    return None


def _trades_nothing(_position: Position, _action: Action) -> bool:
    return False


def _nothing_held(_position: Position) -> tuple[tuple[str, str], ...]:
    return ()


def _no_lines(_game: Game, _course: Course) -> Iterable[Phrase]:
    return ()


def _nothing_public(_events: Sequence[Event]) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTalk:
    """A set as people talk about it; all of it may be left out."""

    words: Collection[str] = ()
    """Other words by which people ask for the set."""
    about: Collection[str] = ()
    """Further words by which they ask for its topic of the rules."""
    segments: Mapping[str, str] = field(default_factory=dict)
    """Other words for a segment, by which it is typed."""
    tile: Callable[[TileKind], Phrase | None] = _no_tile
    """What a tile of it is called that is not told by its features."""
    marks: Mapping[str, Phrase] = field(default_factory=dict)
    """What else is printed on tiles or at their segments, by the mark in the data."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """Borders of tiles without a segment: the end of ``on_tile.WHAT``, by the edge in the data."""
    apart: Collection[Figure] = ()
    """Figures that do not stand for a feature. What one is worth depends on what nobody may see."""
    adds: Mapping[Figure, Callable[[Position, Deploy], int]] = field(default_factory=dict)
    """What a figure that holds nothing by itself would add for its owner, in points as they stand now."""
    remark: Callable[[Position, FeatureView], Phrase | None] = _unremarkable
    """What has to be said of how a feature counts, in a few words."""
    faces: Mapping[Phase, Callable[[Game, Course], Face]] = field(default_factory=dict)
    """What is asked and offered at its own decisions."""
    besides: Mapping[Phase, Callable[[Position], Row]] = field(default_factory=dict)
    """What else is offered at decisions that every game has."""
    held: Callable[[Position], tuple[tuple[str, str], ...]] = _nothing_held
    """The tiles that can be laid in place of drawing, with the command for each."""
    spots: Mapping[Phase, Callable[[Position], tuple[Cell, ...]]] = field(default_factory=dict)
    """The cells that its own decisions number."""
    scores: Mapping[Phase, Scoring] = field(default_factory=dict)
    """What ``score`` does in a phase."""
    passes: Collection[Phase] = ()
    """Its own decisions at which nothing need be done, so that ``pass`` is one of them."""
    illegal: Collection[str] = ()
    """The rules' reasons against its moves, as the ends of ``refusal.illegal.REASON``."""
    astray: Mapping[str, str] = field(default_factory=dict)
    """The rules' reasons that mean something else for its tiles, with the ends of ``refusal.astray.WHAT``."""
    trades: Callable[[Position, Action], bool] = _trades_nothing
    """Whether undoing a move, by the position before it, could trade tiles with the next player."""
    traded: str = ""
    """The key of the text that says why that is not undone any more."""
    hints: Sequence[Hint] = ()
    help: Mapping[Phase, Phrase] = field(default_factory=dict)
    """What to tap and type, where that is not as in other games."""
    told: Callable[[Game, int, Action | Event], Phrase | None] = _untold
    """The sentence about what a seat has decided, or about what came of it."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What calls a seat to more in its turn (``Position.called``), with the ends of ``story.called.WHAT``."""
    deed: Callable[[Event], Phrase | None] = _no_deed
    """The same in a word or two."""
    advised: Callable[[Action, Manner], Phrase | None] = _unadvised
    """One of its own moves, in this manner."""
    bonuses: Mapping[str, str] = field(default_factory=dict)
    """Points with a bonus: what the sentence about them calls their reason, by the reason."""
    special: Mapping[str, Callable[[PointsAwarded], bool]] = field(default_factory=dict)
    """Points that a sentence of their own is about: which, by the end of ``story.points.WHAT``."""
    everywhere: Collection[str] = ()
    """Reasons for points that no feature gives, so that all who get them are told of together."""
    unshared: Collection[str] = ()
    """Reasons of which each feature is told of by itself."""
    unfinal: Collection[str] = ()
    """Reasons for which there are no points in the final scoring."""
    notes: Callable[[Game, Course], Iterable[Phrase]] = _no_lines
    """What everybody has to know of the turn that is under way."""
    standings: Callable[[Game, Course], Iterable[Phrase]] = _no_lines
    """What else to say about how the points stand."""
    tasted: Phrase | None = None
    """What of it is named to whoever has just learned the game, in a few words within a list."""
    numbers: Mapping[str, Callable[[Position, int], object]] = field(default_factory=dict)
    """What the texts of its rules are filled in with about a seat, by the name in their file."""
    public: Callable[[Sequence[Event]], Mapping[str, object]] = _nothing_public
    """What everybody has seen of its chance, as the export of a running game has it."""


@cache
def talks() -> Mapping[str, SetTalk]:
    """The row of each set that has one, by its name, in the order of records."""
    rooms = {name: f"bot.sets.{name.replace('-', '_')}" for name in SET_NAMES}
    return MappingProxyType(
        {name: import_module(room).TALK for name, room in rooms.items() if find_spec(room) is not None}
    )


def talks_of(position: Position) -> Iterator[SetTalk]:
    """The rows of the sets of a game."""
    return (talk for name, talk in talks().items() if name in position.sets)


def remarks(position: Position, view: FeatureView) -> Iterator[Phrase]:
    """What the sets of a game have to say of how a feature counts."""
    said = (talk.remark(position, view) for talk in talks_of(position))
    return (phrase for phrase in said if phrase is not None)


NOTHING: Final = SetTalk()
"""What a set adds that has no row."""


def talk_of(name: str) -> SetTalk:
    """The row of a set."""
    return talks().get(name, NOTHING)
