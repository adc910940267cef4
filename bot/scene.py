"""What is shown: plain values that every platform turns into its own messages.

A :class:`Scene` holds no text and no pixels. Text is a :class:`Phrase` (a key of the catalogue and its
arguments), a picture is a :class:`Picture` (what to draw), a button is a :class:`Choice` (a command that
the player could as well have typed).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, Self, TypeVar, cast

from bot.people import Channel, Person
from core import Cell, Event, Figure, GameRecord, Position
from core.opponents.review import Review

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Who:
    """A player inside a phrase. ``mention`` asks the platform to notify; else the name alone is shown.

    Where there is little room, a ``short`` one is enough.
    """

    name: str
    key: str = ""
    mention: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class At:
    """A message inside a phrase, by the platform's own id: a link where there is one, else its place."""

    channel: Channel
    message: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command inside a phrase, by its name: as the platform writes commands."""

    command: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment inside a phrase: in the reader's own zone where the platform knows it, else in its own."""

    when: datetime


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence of the catalogue ``bot/texts``.

    ``args`` fill its ``{placeholders}``; a value is text, a number, a date, a Moment, a Who, a Channel, an
    At, a Typed, a Phrase, or a tuple of these (shown as a list, "A, B and C"). The argument ``count`` chooses
    the plural form. A line with ``spare`` can be left out where a message has no room for all of its lines:
    those with 1 go first, then those with 2, and so on.
    """

    key: str
    args: Mapping[str, object] = field(default_factory=dict)
    spare: int = field(default=0, compare=False)

    @classmethod
    def of(cls, key: str, /, **args: object) -> Self:
        """The phrase with these arguments."""
        return cls(key, args)


def with_room(lines: Sequence[T], spare: Sequence[int], fits: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """The lines, without those of so many levels above 0 that the rest fits, or without all of these."""
    left = lines
    for level in sorted({*spare} - {0}):
        if fits(left):
            break
        left = [line for line, own in zip(lines, spare, strict=True) if not 0 < own <= level]
    return left


class PictureKind(StrEnum):
    """What a picture shows."""

    BOARD = "board"
    CLOSE_UP = "close-up"
    TILES = "tiles"
    FILM = "film"
    CHART = "chart"
    SUMMARY = "summary"
    REVIEW = "review"
    BARE = "bare"
    LOOKS = "looks"


AUTO: Final = "auto"
"""The theme that goes with the game: winter for games with the winter set, else day."""

THEMES: Final = ("day", "night", "winter", "contrast")
"""The themes there are to choose from."""

FULL: Final = "full"
"""The view of the whole board as a file of its own, as large as it goes."""

NEAR: Final = "near"
"""The view of a bare board in which one tile is large."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to draw.

    ``position`` is a snapshot of its own. ``spots`` are numbered from 1 in this order. ``letters`` names
    the segments of the last tile that are offered, as (letter, where); ``figures`` are those of ``seat`` that
    can be taken back, as (number, cell, where). ``names`` are the players', by seat;
    ``view`` is one of ``whole``, ``close``, ``mine`` and FULL; ``seat`` is the player for whom ``mine`` is
    meant. ``theme`` is AUTO or one of THEMES. ``verb`` is the command that a
    tap on a spot or letter stands for (``place``, ``wagon``, ``deploy``). The points among ``events`` float
    over what earned them. The tile laid last is framed, and so are those laid ``before`` it that nobody had
    time to look at, each a seat and a cell. ``tint`` colours what is claimed for its owner. FILM, CHART,
    SUMMARY and REVIEW tell the whole ``record``, whose last position is ``position``; a REVIEW shows turns of
    ``seats``, and ``review`` is what was found out of the game, None as long as nobody has.

    BARE is the board with nothing written on it, or with the view NEAR the last tile and its neighbours:
    who shows it puts all else upon it, and learns where ``areas`` (a cell and a segment there) are. LOOKS are
    sprites: the tile in hand as it would lie on each of ``spots``, ``tiles``, and ``pieces`` (a figure, and
    where it would stand) of ``seat``.
    """

    kind: PictureKind
    position: Position
    names: tuple[str, ...]
    spots: tuple[Cell, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    figures: tuple[tuple[str, Cell, str], ...] = ()
    view: str = "close"
    seat: int | None = None
    theme: str = AUTO
    verb: str = "place"
    events: tuple[Event, ...] = ()
    before: tuple[tuple[int, Cell], ...] = ()
    tint: bool = False
    record: GameRecord | None = None
    seats: tuple[int, ...] = ()
    review: Review | None = None
    areas: tuple[tuple[Cell, str], ...] = ()
    tiles: tuple[str, ...] = ()
    pieces: tuple[tuple[Figure, Cell, str], ...] = ()

    @property
    def slow(self) -> bool:
        """Whether drawing it takes so long that people should be told meanwhile."""
        return self.kind in {PictureKind.FILM, PictureKind.REVIEW} or self.view == FULL


class Style(StrEnum):
    """How much weight a choice has: the likely one, a plain one, one to think about."""

    MAIN = "main"
    PLAIN = "plain"
    DANGER = "danger"


ANYONE = "*"
"""In place of a choice's actor: everybody may press it."""


@dataclass(frozen=True, slots=True)
class Audience:
    """The people with these keys; with ``others`` all but these."""

    keys: frozenset[str] = frozenset()
    others: bool = False

    def __contains__(self, key: object) -> bool:
        return (key in self.keys) != self.others


EVERYBODY: Final = Audience(others=True)
NOBODY: Final = Audience()


@dataclass(frozen=True, slots=True)
class Choice:
    """A button. ``command`` is what one would type, without the slash: ``place 12``, ``deploy b``.

    ``actor`` is the key of the person for whom it is, where that is not the scene's actor, or ANYONE.
    ``audience`` are those of them to whom it is of use: where everybody gets a scene of their own, nobody
    else sees it. One with a ``url`` opens that, and nothing is done by it. ``own`` is what the actor reads in
    place of the label, where everybody gets a scene of their own.
    """

    label: Phrase
    command: str
    style: Style = Style.PLAIN
    actor: str = ""
    audience: Audience = EVERYBODY
    url: str = ""
    own: Phrase | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file to send along."""

    name: str
    content: bytes


class Use(NamedTuple):
    """What can be done at a place on the board: its button's command, and the figure that is put there."""

    command: str
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """What a decision offers as places on the board, for those who point at them.

    Nothing here is offered that is no choice as well, but for the turns of a tile. ``placements`` are the
    cells where the tile in hand can lie, by the number of their choice from 1, each with the quarter turns in
    which it looks different. ``areas`` are the segments and corners (a cell, and where there) at which
    something can be done, the likely thing first. ``held`` are tiles to choose from, each with the command
    that chooses it; "" is the next one from the bag.
    """

    placements: tuple[tuple[Cell, tuple[int, ...]], ...] = ()
    areas: tuple[tuple[Cell, str, tuple[Use, ...]], ...] = ()
    held: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader gets in place of a scene's own lines and picture.

    ``news`` is in short what others have done since the reader's last turn, ``laid`` the tiles that they have
    laid since: seats and cells.
    """

    lines: tuple[Phrase, ...]
    picture: Picture | None = None
    news: tuple[Phrase, ...] = ()
    laid: tuple[tuple[int, Cell], ...] = ()


REST: Final = ""
"""In place of a reader's key: all who have no reading of their own."""


Row = tuple[Choice, ...]
"""Buttons that stand side by side."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a decision contributes to its scene: sentences, a picture, choices."""

    lines: tuple[Phrase, ...]
    picture: Picture | None = None
    rows: tuple[Row, ...] = ()
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """One message.

    ``rows`` groups the choices: each inner tuple stays together and may be split by the platform's limits.
    ``game`` and ``version`` go into every button, so that an old button is recognised. ``turn`` counts
    turns: scenes of one turn are edits of one message, a new turn is a new message. ``actor`` is the key
    of the person who may press, or empty when everyone may. ``notify`` are the people to mention once.
    ``seated`` are the keys of those who play, by seat.
    ``language`` is that of the readers: the game's, or for an answer the asking person's. ``done`` says that
    a notice beside the message has no meaning any more. ``aside`` is a command with which to go on where
    nobody else reads along. ``open``: this shows a game that can be joined or played, so also elsewhere.
    ``drawn`` says what the picture shows: two scenes of a game with the same have the same picture, and of
    one without nothing is known.

    One message that all read calls people by their names. Where everybody gets a scene of their own,
    :func:`for_reader` writes it: ``readings`` are by the reader's key, or REST; ``news`` and ``laid`` are the
    reader's, and ``offer`` is for the actor alone.
    """

    lines: tuple[Phrase, ...]
    picture: Picture | None = None
    rows: tuple[tuple[Choice, ...], ...] = ()
    game: str = ""
    version: int = 0
    turn: int = 0
    actor: str = ""
    notify: tuple[Person, ...] = ()
    file: File | None = None
    language: str = "en"
    done: bool = False
    open: bool = False
    aside: str = ""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    news: tuple[Phrase, ...] = ()
    laid: tuple[tuple[int, Cell], ...] = ()
    offer: Offer | None = None
    seated: tuple[str, ...] = ()
    drawn: str = ""


def for_reader(scene: Scene, key: str) -> Scene:
    """The scene as the person with this key gets it, where everybody gets their own.

    Nobody is spoken to who is not meant, and no button is there that would be refused to this reader.
    """
    own = scene.readings.get(key) or scene.readings.get(REST)
    reading = own or Reading(scene.lines, scene.picture, scene.news, scene.laid)
    rows = (tuple(_own(choice, key) for choice in row if _is_for(choice, scene, key)) for row in scene.rows)
    return replace(
        scene,
        lines=reading.lines,
        picture=reading.picture,
        news=reading.news,
        laid=reading.laid,
        offer=scene.offer if scene.actor == key else None,
        rows=tuple(row for row in rows if row),
        readings={},
    )


def _own(choice: Choice, key: str) -> Choice:
    return choice if choice.own is None or choice.actor != key else replace(choice, label=choice.own)


def _is_for(choice: Choice, scene: Scene, key: str) -> bool:
    return (choice.actor or scene.actor) in {"", ANYONE, key} and key in choice.audience


def hushed(scene: Scene) -> Scene:
    """The scene without anybody being notified: names in place of mentions."""
    return replace(scene, lines=tuple(_hushed(line) for line in scene.lines), notify=())


def _hushed(value: T) -> T:
    match value:
        case Who(mention=True):
            return replace(value, mention=False)
        case Phrase(args=args):
            return replace(value, args={name: _hushed(argument) for name, argument in args.items()})
        case tuple():
            return cast(T, tuple(_hushed(part) for part in value))
        case _:
            return value
