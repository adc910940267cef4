"""How large everything is: the part of the board that is shown, and where it lies in the picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core import Cell, Position
from core.errors import NotationError

UNITS: Final = 420
"""A picture is so many *units* wide: one unit is one pixel of a phone held upright."""

TALLEST = 1.25
TALLEST_OF_LONG_BOARDS = 1.6
FLATTEST = 0.66
LARGEST_CELL = 66.0
COORDINATES = 11.0
PANEL = 90.0
"""The usual height of the panel."""

COMFORTABLE = 29.0
"""Units of a cell from which on one sees everything: no need to crop."""

VIEWS = ("whole", "close", "mine")


@dataclass(frozen=True, slots=True)
class Frame:
    """The cells that are shown, both ends included. ``cropped``: tiles lie outside."""

    left: int
    top: int
    right: int
    bottom: int
    cropped: bool = False

    @property
    def columns(self) -> int:
        """How many cells lie side by side."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """How many cells lie one above the other."""
        return self.bottom - self.top + 1

    def __contains__(self, cell: object) -> bool:
        match cell:
            case (int(x), int(y)):
                return self.left <= x <= self.right and self.top <= y <= self.bottom
            case _:
                return False


def frame(
    position: Position, spots: Sequence[Cell], view: str, seat: int | None, fresh: Sequence[Cell] = ()
) -> Frame:
    """What a view shows.

    ``whole``: everything; ``close``: everything while its tiles are large enough, else the legal spots and
    the neighbourhood of the last move; ``mine``: the figures of ``seat`` and the last move. ``fresh`` are
    tiles that belong to the last move, too. Raises NotationError for another view.
    """
    if view not in VIEWS:
        raise NotationError(f"there is no view {view!r}; there are {', '.join(VIEWS)}")
    laid = [tile.cell for tile in position.laid]
    whole = _around([*laid, *spots], 0, (5, 4))
    if view == "whole" or (view == "close" and cell_units(whole, PANEL) >= COMFORTABLE):
        return whole
    if view == "mine" and seat is not None:
        own = [standing.cell for standing in position.standing() if standing.seat == seat]
        wanted = _around([*own, *spots, *fresh, laid[-1]], 1, (7, 6))
    elif spots:
        wanted = _around([*spots, *fresh, laid[-1]], 1, (7, 6))
    else:
        wanted = _around([*fresh, laid[-1]], 3, (8, 7))
    cropped = Frame(
        max(wanted.left, whole.left - 1),
        max(wanted.top, whole.top - 1),
        min(wanted.right, whole.right + 1),
        min(wanted.bottom, whole.bottom + 1),
        cropped=True,
    )
    gained = cell_units(cropped, PANEL) >= 1.15 * cell_units(whole, PANEL)
    return cropped if gained and any(cell not in cropped for cell in laid) else whole


def cell_units(shown: Frame, panel: float) -> float:
    """How large cells can be, in units."""
    margin = 2 * COORDINATES
    across, tall = UNITS - margin, _tallest(shown) - panel - margin
    return min(across / shown.columns, tall / shown.rows, LARGEST_CELL)


def _tallest(shown: Frame) -> float:
    """How tall a picture of this frame may be, in units."""
    return UNITS * (TALLEST_OF_LONG_BOARDS if shown.rows > 1.8 * shown.columns else TALLEST)


def _around(cells: Iterable[Cell], margin: int, least: tuple[int, ...]) -> Frame:
    many = list(cells)
    left, right = min(x for x, _ in many) - margin, max(x for x, _ in many) + margin
    top, bottom = min(y for _, y in many) - margin, max(y for _, y in many) + margin
    if least:
        while right - left + 1 < least[0]:
            left, right = left - 1, right + 1
        while bottom - top + 1 < least[1]:
            top, bottom = top - 1, bottom + 1
    return Frame(left, top, right, bottom)


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture's measures in pixels. The board fills the top, the panel the bottom.

    ``left`` and ``top`` are where the frame's first cell begins.
    """

    width: int
    height: int
    board_height: int
    cell: int
    left: int
    top: int
    frame: Frame

    @property
    def unit(self) -> float:
        """The pixels of one unit."""
        return self.width / UNITS

    def units(self, count: float) -> int:
        """So many units in whole pixels, at least one."""
        return max(1, round(count * self.unit))

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left pixel of a cell."""
        return self.left + (cell[0] - self.frame.left) * self.cell, self.top + (
            cell[1] - self.frame.top
        ) * self.cell


def arrange(shown: Frame, longest: int, panel: float, borders: float = 0.0) -> Layout:
    """The largest cells that a picture with ``longest`` pixels at its long side allows above the panel.

    ``panel`` is the panel's height in units, ``borders`` that of what lies between the cells. The picture is
    never taller than a phone shows at full width, nor flatter than a banner.
    """
    cell = cell_units(shown, panel + borders)
    height = cell * shown.rows + 2 * COORDINATES + panel + borders
    height = min(max(height, UNITS * FLATTEST), _tallest(shown))
    width_pixels = longest if height <= UNITS else int(longest * UNITS / height)
    unit = width_pixels / UNITS
    height_pixels = min(round(height * unit), longest)
    pixels = _ladder(int(cell * unit))
    board_height = height_pixels - round(panel * unit)
    return Layout(
        width_pixels,
        height_pixels,
        board_height,
        pixels,
        (width_pixels - pixels * shown.columns) // 2,
        (board_height - pixels * shown.rows) // 2,
        shown,
    )


def _ladder(cell: int) -> int:
    """A cell size that pictures share, so that their sprites are painted once."""
    step = 8 if cell > 128 else 4 if cell > 64 else 2 if cell > 24 else 1
    return max(cell - cell % step, 6)
