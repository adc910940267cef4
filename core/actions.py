"""Decisions as values, and their text: when one is due, and what can be decided.

An action is immutable, compares by value, and reads and writes the notation of ``bastide/1`` records:
``parse_action(str(action)) == action``. Whether it is legal is for :class:`core.game.Position` to say.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, Self, cast

from core.errors import NotationError
from core.geometry import SIDES, Cell
from core.quoting import quoted


class Phase(StrEnum):
    """Which kind of decision is due."""

    DRAW = "draw"
    CHOOSE = "choose"
    PLACE = "place"
    DEPLOY = "deploy"
    FLOCK = "flock"
    WAGON = "wagon"
    ABBEY = "abbey"
    OVER = "over"

    __hash__ = str.__hash__


class Figure(str):
    """What a player can put on the board, by its name in records.

    A set makes its own with ``Figure("barn")``, which is the same object wherever it is made again; so only
    sets make any, and everybody else finds them by :meth:`named`.
    """

    __slots__ = ()
    _made: ClassVar[dict[str, "Figure"]] = {}

    MEEPLE: ClassVar["Figure"]
    MAYOR: ClassVar["Figure"]
    WAGON: ClassVar["Figure"]
    BARN: ClassVar["Figure"]
    SHEPHERD: ClassVar["Figure"]

    def __new__(cls, name: str) -> Self:
        """The figure of that name."""
        made = cls._made.get(name)
        if made is None:
            made = cls._made[name] = super().__new__(cls, name)
        return cast(Self, made)

    @classmethod
    def named(cls, name: str) -> "Figure":
        """The figure that some set has by that name. Raises KeyError when none has."""
        return cls._made[name]

    @property
    def value(self) -> str:
        """The name as plain text."""
        return str(self)


Figure.MEEPLE = Figure("meeple")
Figure.MAYOR = Figure("mayor")
Figure.WAGON = Figure("wagon")
Figure.BARN = Figure("barn")
Figure.SHEPHERD = Figure("shepherd")


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a tile; one that fits nowhere is discarded and replaced within the same draw."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class PlayAbbey:
    """Play one's abbey instead of drawing."""

    def __str__(self) -> str:
        return "abbey"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a tile from one's open hand (The Discoverers, advanced variant)."""

    tile: str

    def __str__(self) -> str:
        return f"choose {self.tile}"


@dataclass(frozen=True, slots=True)
class Place:
    """Lay the tile in hand at ``cell``, turned by ``turn`` quarter turns clockwise."""

    cell: Cell
    turn: int

    def __str__(self) -> str:
        return f"place {self.cell[0]},{self.cell[1]} {self.turn * 90}"


@dataclass(frozen=True, slots=True)
class Deploy:
    """Put a figure on the tile just laid. ``where`` names a segment, or ``corner@NE`` for a barn."""

    figure: Figure
    where: str

    def __str__(self) -> str:
        return f"deploy {self.figure} {self.where}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Deploy nothing, or lay no abbey in the abbey round."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Flock:
    """Grow one's flock or herd it to the stable (Hills & Sheep)."""

    herd: bool

    def __str__(self) -> str:
        return "flock herd" if self.herd else "flock grow"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back one's own figure and score its area (The Discoverers)."""

    cell: Cell
    where: str

    def __str__(self) -> str:
        return f"score {self.cell[0]},{self.cell[1]} {self.where}"


@dataclass(frozen=True, slots=True)
class MoveWagon:
    """Send a wagon whose feature was scored to another feature (Abbey & Mayor)."""

    cell: Cell
    where: str

    def __str__(self) -> str:
        return f"wagon {self.cell[0]},{self.cell[1]} {self.where}"


@dataclass(frozen=True, slots=True)
class WagonHome:
    """Take a wagon whose feature was scored back into the supply (Abbey & Mayor)."""

    def __str__(self) -> str:
        return "wagon home"


@dataclass(frozen=True, slots=True)
class Skip:
    """The seat to move loses this turn; a tile already drawn passes to the next seat."""

    def __str__(self) -> str:
        return "skip"


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat leaves the game, its figures leave the board."""

    seat: int

    def __str__(self) -> str:
        return f"resign {self.seat}"


Action = (
    Draw | PlayAbbey | Choose | Place | Deploy | Pass | Flock | TakeBack | MoveWagon | WagonHome
    | Skip | Resign
)  # fmt: skip

DRAW: Final = Draw()
PASS: Final = Pass()
PLAY_ABBEY: Final = PlayAbbey()
WAGON_HOME: Final = WagonHome()
SKIP: Final = Skip()
GROW: Final = Flock(herd=False)
HERD: Final = Flock(herd=True)


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


_CELL = r"(-?\d{1,4}),(-?\d{1,4})"
_WHERE = r"([a-z]+(?:@[A-Za-z0-9]+)?)"


def _form(pattern: str) -> re.Pattern[str]:
    # Digits and letters of other scripts would give a second way to write the same action.
    return re.compile(pattern, re.ASCII)


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]] = (
    (_form(r"draw"), lambda: DRAW),
    (_form(r"pass"), lambda: PASS),
    (_form(r"abbey"), lambda: PLAY_ABBEY),
    (_form(r"skip"), lambda: SKIP),
    (_form(r"(?i)choose ([a-z0-9/-]+)"), Choose),
    (_form(rf"place {_CELL} (0|90|180|270)"), lambda x, y, t: Place((int(x), int(y)), int(t) // 90)),
    (_form(rf"deploy ([a-z]+) {_WHERE}"), lambda f, where: Deploy(Figure.named(f), where)),
    (_form(r"flock (grow|herd)"), lambda what: HERD if what == "herd" else GROW),
    (_form(rf"score {_CELL} {_WHERE}"), lambda x, y, where: TakeBack((int(x), int(y)), where)),
    (_form(r"wagon home"), lambda: WAGON_HOME),
    (_form(rf"wagon {_CELL} {_WHERE}"), lambda x, y, where: MoveWagon((int(x), int(y)), where)),
    (_form(r"resign (\d)"), lambda seat: Resign(int(seat))),
)


def parse_action(text: str) -> Action:
    """Read one action. Raises NotationError when the text is no action."""
    plain = " ".join(text.split())
    for pattern, build in _FORMS:
        if match := pattern.fullmatch(plain):
            try:
                return build(*match.groups())
            except KeyError:
                break
    raise NotationError(f"{quoted(text)} is no action")
