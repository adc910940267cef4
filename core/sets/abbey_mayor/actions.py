"""What only Abbey & Mayor has in the notation: its figures, kinds of decisions and actions."""

from dataclasses import dataclass
from typing import Final

from core.actions import CELL, WHERE, Action, Figure, Phase, form
from core.geometry import Cell

MAYOR: Final = Figure("mayor")
WAGON: Final = Figure("wagon")
BARN: Final = Figure("barn")

WAGON_DUE: Final = Phase("wagon")
ABBEY_DUE: Final = Phase("abbey")


@dataclass(frozen=True, slots=True)
class PlayAbbey(Action):
    """Play one's abbey instead of drawing."""

    def __str__(self) -> str:
        return "abbey"


@dataclass(frozen=True, slots=True)
class MoveWagon(Action):
    """Send a wagon whose feature was scored to another feature."""

    cell: Cell
    where: str

    def __str__(self) -> str:
        return f"wagon {self.cell[0]},{self.cell[1]} {self.where}"


@dataclass(frozen=True, slots=True)
class WagonHome(Action):
    """Take a wagon whose feature was scored back into the supply."""

    def __str__(self) -> str:
        return "wagon home"


PLAY_ABBEY: Final = PlayAbbey()
WAGON_HOME: Final = WagonHome()

FORMS: Final = (
    form(r"abbey", lambda: PLAY_ABBEY),
    form(r"wagon home", lambda: WAGON_HOME),
    form(rf"wagon {CELL} {WHERE}", lambda x, y, where: MoveWagon((int(x), int(y)), where)),
)
