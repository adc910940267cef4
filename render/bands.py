"""A long board in bands: pieces one above the other or side by side, each of them larger."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from render.layout import COORDINATES, Frame, Layout, arrange, cell_units

MOST_BANDS: Final = 4


def bands(shown: Frame, needed: float, panel: float) -> tuple[Frame, ...]:
    """What is shown, cut into as few bands as make its cells ``needed`` units large, or as large as it goes.

    A wide board is cut into bands that are shown one above the other, a tall one into bands side by side.
    """
    best, cuts = 1, range(1, MOST_BANDS + 1)
    sizes = {count: cell_units(_stacked(shown, count), panel + _borders(shown, count)) for count in cuts}
    for count in cuts:
        if sizes[best] < needed and sizes[count] > sizes[best]:
            best = count
    return tuple(_band(shown, best, number) for number in range(best))


def _is_wide(shown: Frame) -> bool:
    return shown.columns >= shown.rows


def _stacked(shown: Frame, count: int) -> Frame:
    """A frame with as many cells as the bands have together."""
    if count == 1:
        return shown
    if _is_wide(shown):
        return Frame(0, 0, -(-shown.columns // count) - 1, shown.rows * count - 1)
    # the room for the numbers of the rows of each band is about a column
    return Frame(0, 0, (shown.columns + 1) * count - 2, -(-shown.rows // count) - 1)


def _borders(shown: Frame, count: int) -> float:
    return 2 * COORDINATES * (count - 1) if _is_wide(shown) else 0.0


def _band(shown: Frame, count: int, number: int) -> Frame:
    if _is_wide(shown):
        each = -(-shown.columns // count)
        left = shown.left + number * each
        return Frame(left, shown.top, min(left + each - 1, shown.right), shown.bottom, shown.cropped)
    each = -(-shown.rows // count)
    top = shown.top + number * each
    return Frame(shown.left, top, shown.right, min(top + each - 1, shown.bottom), shown.cropped)


def arrange_bands(shown: Frame, parts: Sequence[Frame], longest: int, panel: float) -> tuple[Layout, ...]:
    """The whole picture, its frame the one that has room for all bands, then each band in its part of it.

    A band's layout has the measures of the whole; what lies outside :func:`area_of` is another band's.
    """
    count = len(parts)
    if count == 1:
        whole = arrange(shown, longest, panel)
        return whole, whole
    whole = arrange(_stacked(shown, count), longest, panel, _borders(shown, count))
    laid = []
    for number, part in enumerate(parts):
        left, top, right, bottom = area_of(whole, shown, count, number)
        margin = whole.units(COORDINATES)
        laid.append(
            replace(
                whole,
                frame=part,
                left=max((left + right - whole.cell * part.columns) // 2, left + margin),
                top=max((top + bottom - whole.cell * part.rows) // 2, top + margin),
            )
        )
    return whole, *laid


def area_of(whole: Layout, shown: Frame, count: int, number: int) -> tuple[int, int, int, int]:
    """The part of the picture that is a band's: left, top, right, bottom, in pixels."""
    if _is_wide(shown):
        return (
            0, whole.board_height * number // count, whole.width, whole.board_height * (number + 1) // count
        )  # fmt: skip
    return whole.width * number // count, 0, whole.width * (number + 1) // count, whole.board_height
