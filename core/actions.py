"""Decisions as values, and their text: when one is due, and what can be decided.

An action is immutable, compares by value, and writes itself in the notation of ``bastide/1`` records, which
:mod:`core.notation` reads. Whether it is legal is for :class:`core.game.Position` to say. Here is what all
games share; a set declares what only it has: its figures, kinds of decisions and actions.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, Self, cast

from core.geometry import SIDES, Cell


class _Name(str):
    """A word of the notation. Made again it is the same object, so that ``is`` tells one from another."""

    __slots__ = ()
    _made: ClassVar[dict[str, "_Name"]]

    def __init_subclass__(cls) -> None:
        """Each kind of names has its own."""
        cls._made = {}

    def __new__(cls, name: str) -> Self:
        """The one of that name."""
        made = cls._made.get(name)
        if made is None:
            made = cls._made[name] = super().__new__(cls, name)
        return cast(Self, made)

    @property
    def value(self) -> str:
        """The name as plain text."""
        return str(self)


class Phase(_Name):
    """Which kind of decision is due. A set makes its own as ``Phase("flock")`` and names them in its row."""

    __slots__ = ()

    DRAW: ClassVar["Phase"]
    CHOOSE: ClassVar["Phase"]
    PLACE: ClassVar["Phase"]
    DEPLOY: ClassVar["Phase"]
    OVER: ClassVar["Phase"]


Phase.DRAW = Phase("draw")
Phase.CHOOSE = Phase("choose")
Phase.PLACE = Phase("place")
Phase.DEPLOY = Phase("deploy")
Phase.OVER = Phase("over")


class Figure(_Name):
    """What a player can put on the board, by its name in records.

    A set makes its own with ``Figure("barn")`` and names them in its row; everybody else finds them by
    :meth:`named`.
    """

    __slots__ = ()

    MEEPLE: ClassVar["Figure"]

    @classmethod
    def named(cls, name: str) -> "Figure":
        """The figure that some set has by that name. Raises KeyError when none has."""
        return cast(Figure, cls._made[name])


Figure.MEEPLE = Figure("meeple")


class Action:
    """What can be decided: a frozen dataclass, whose ``str`` is its notation."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a tile; one that fits nowhere is discarded and replaced within the same draw."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a tile from one's open hand (The Discoverers, advanced variant)."""

    tile: str

    def __str__(self) -> str:
        return f"choose {self.tile}"


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Lay the tile in hand at ``cell``, turned by ``turn`` quarter turns clockwise."""

    cell: Cell
    turn: int

    def __str__(self) -> str:
        return f"place {self.cell[0]},{self.cell[1]} {self.turn * 90}"


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Put a figure on the tile just laid. ``where`` names a segment, or a corner as ``corner@NE``."""

    figure: Figure
    where: str

    def __str__(self) -> str:
        return f"deploy {self.figure} {self.where}"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Deploy nothing, or do nothing else that may be left undone."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Take back one's own figure and score its area (The Discoverers)."""

    cell: Cell
    where: str

    def __str__(self) -> str:
        return f"score {self.cell[0]},{self.cell[1]} {self.where}"


@dataclass(frozen=True, slots=True)
class Skip(Action):
    """The seat to move loses this turn; a tile already drawn passes to the next seat."""

    def __str__(self) -> str:
        return "skip"


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """A seat leaves the game, its figures leave the board."""

    seat: int

    def __str__(self) -> str:
        return f"resign {self.seat}"


DRAW: Final = Draw()
PASS: Final = Pass()
SKIP: Final = Skip()


Row = tuple[tuple[Place, ...], ...]
"""The placements on one cell for every set of turns: ``row[mask]``, bit ``turn`` set in ``mask``."""


class _Rows(dict[Cell, Row]):
    """The row of every cell, made when first asked for."""

    MOST: Final = 50_000

    def __missing__(self, cell: Cell) -> Row:
        if len(self) >= self.MOST:
            self.clear()
        one = [Place(cell, turn) for turn in SIDES]
        self[cell] = row = tuple(tuple(one[turn] for turn in SIDES if mask >> turn & 1) for mask in range(16))
        return row


ROWS: Final = _Rows()
"""``ROWS[cell]``: shared values, because placements are listed all the time."""


CELL: Final = r"(-?\d{1,4}),(-?\d{1,4})"
"""A cell in a form: its x and y."""
WHERE: Final = r"([a-z]+(?:@[A-Za-z0-9]+)?)"
"""A segment or a corner of a tile in a form."""


class Form(NamedTuple):
    """How an action is written; ``read`` makes it of the pattern's groups.

    It raises KeyError where a name in one of them is unknown.
    """

    pattern: re.Pattern[str]
    read: Callable[..., Action]


def form(pattern: str, read: Callable[..., Action]) -> Form:
    """The form of one action, which ``pattern`` describes as a whole."""
    # Digits and letters of other scripts would give a second way to write the same action.
    return Form(re.compile(pattern, re.ASCII), read)


FORMS: Final = (
    form(r"draw", lambda: DRAW),
    form(r"pass", lambda: PASS),
    form(r"skip", lambda: SKIP),
    form(r"(?i)choose ([a-z0-9/-]+)", Choose),
    form(rf"place {CELL} (0|90|180|270)", lambda x, y, t: Place((int(x), int(y)), int(t) // 90)),
    form(rf"deploy ([a-z]+) {WHERE}", lambda f, where: Deploy(Figure.named(f), where)),
    form(rf"score {CELL} {WHERE}", lambda x, y, where: TakeBack((int(x), int(y)), where)),
    form(r"resign (\d)", lambda seat: Resign(int(seat))),
)
"""The forms of these actions."""
