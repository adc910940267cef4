"""How large everything is: the part of the board that is shown, and where it lies in the picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core import Cell, Position
from core.errors import NotationError

UNITS = 420
"""A picture is so many *units* wide: one unit is one pixel of a phone held upright."""

TALLEST = 1.25
FLATTEST = 0.66
LARGEST_CELL = 66.0
COORDINATES = 11.0
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


def frame(position: Position, spots: Sequence[Cell], view: str, seat: int | None) -> Frame:
    """What a view shows.

    ``close``: the legal spots and the neighbourhood of the last moves; ``mine``: the figures of ``seat``
    and the last move; ``whole``: everything. Raises NotationError for another view.
    """
    if view not in VIEWS:
        raise NotationError(f"there is no view {view!r}; there are {', '.join(VIEWS)}")
    laid = [tile.cell for tile in position.laid]
    whole = _around([*laid, *spots], 0, ())
    if view == "whole" or len(laid) < 9:
        return whole
    recent = laid[-3:]
    if view == "mine" and seat is not None:
        own = [standing.cell for standing in position.standing() if standing.seat == seat]
        wanted = _around([*own, *spots, laid[-1]], 1, (6, 5))
    elif spots:
        wanted = _around([*spots, *recent], 1, (6, 5))
    else:
        wanted = _around(recent, 2, (7, 6))
    clipped = Frame(
        max(wanted.left, whole.left - 1),
        max(wanted.top, whole.top - 1),
        min(wanted.right, whole.right + 1),
        min(wanted.bottom, whole.bottom + 1),
        cropped=True,
    )
    if clipped.columns * clipped.rows >= 0.75 * whole.columns * whole.rows:
        return whole
    return clipped if any(cell not in clipped for cell in laid) else whole


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
        return max(1, round(count * self.width / UNITS))

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left pixel of a cell."""
        return self.left + (cell[0] - self.frame.left) * self.cell, self.top + (
            cell[1] - self.frame.top
        ) * self.cell


def arrange(shown: Frame, longest: int, panel: float) -> Layout:
    """The largest cells that a picture with ``longest`` pixels at its long side allows above the panel.

    ``panel`` is the panel's height in units. The picture is never taller than a phone shows at full
    width, nor flatter than a banner.
    """
    margin = 2 * COORDINATES
    across, tall = UNITS - margin, UNITS * TALLEST - panel - margin
    cell = min(across / shown.columns, tall / shown.rows, LARGEST_CELL)
    height = min(max(cell * shown.rows + margin + panel, UNITS * FLATTEST), UNITS * TALLEST)
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
