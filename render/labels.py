"""Where the numbers and letters of choices stand: above all figures, clear of them and of each other."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""

FARTHEST: Final = 4
"""How many of its own sizes a label moves aside at most, while there is room nearer."""

WORTH: Final = 2.0
"""For how many of its sizes a label moves aside rather than touch a figure; twice as far to hide none."""


def around(middle: Point, width: float, height: float) -> Box:
    """The box of this size around a point."""
    x, y = middle
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def meets(box: Box, other: Box) -> bool:
    """Whether two boxes have a part in common."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def placed(
    wanted: Sequence[Point], size: Point, *, clear: Sequence[Box] = (), taken: Sequence[Box] = (), within: Box
) -> tuple[Point, ...]:
    """The middles of labels of one size, as near as can be to where they are wanted.

    No label overlaps another, nor a box that is ``taken``, nor leaves ``within``, as long as there is room;
    it moves off boxes to be kept ``clear`` (figures) as far as that is worth it.
    """
    kept = list(taken)
    found = []
    for middle in wanted:
        best = _nearest(middle, size, kept, clear, within)
        kept.append(around(best, *size))
        found.append(best)
    return tuple(found)


def _nearest(wanted: Point, size: Point, kept: Sequence[Box], clear: Sequence[Box], within: Box) -> Point:
    area = size[0] * size[1]
    best, least = wanted, (float("inf"), float("inf"))
    for at in _candidates(wanted, size, within):
        box = around(at, *size)
        covered = sum(_shared(box, other) for other in kept)
        touched = [_shared(box, other) / min(area, _area(other)) for other in clear if meets(box, other)]
        hidden = len(touched) + sum(touched)
        far = ((at[0] - wanted[0]) ** 2 + (at[1] - wanted[1]) ** 2) ** 0.5 / max(size)
        if (covered, far + WORTH * hidden) < least:
            best, least = at, (covered, far + WORTH * hidden)
        if not covered and not hidden:
            # whatever comes now is farther off
            break
    return best


def _candidates(middle: Point, size: Point, within: Box) -> Iterator[Point]:
    width, height = size
    low_x, high_x = within[0] + width / 2, max(within[2] - width / 2, within[0] + width / 2)
    low_y, high_y = within[1] + height / 2, max(within[3] - height / 2, within[1] + height / 2)
    for across, down in _steps():
        x, y = middle[0] + across * width, middle[1] + down * height
        yield min(max(x, low_x), high_x), min(max(y, low_y), high_y)


@cache
def _steps() -> tuple[Point, ...]:
    """Steps aside in sizes, the near ones first: fine ones near by, coarse ones farther off."""
    fine = [number / 4 for number in range(-6, 7)]
    coarse = [number / 2 for number in range(-2 * FARTHEST, 2 * FARTHEST + 1)]
    steps = {(x, y) for steps in (fine, coarse) for x in steps for y in steps}
    return tuple(sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step)))


def _area(box: Box) -> float:
    return max((box[2] - box[0]) * (box[3] - box[1]), 1.0)


def _shared(box: Box, other: Box) -> float:
    across = min(box[2], other[2]) - max(box[0], other[0])
    down = min(box[3], other[3]) - max(box[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0
