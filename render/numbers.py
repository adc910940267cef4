"""The numbers and letters of choices on a board: painted last, above everything else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core import Cell
from render.easel import Easel
from render.labels import Box, Point, around, placed
from render.lettering import label, width
from render.theme import WHITE

SMALLEST: Final = 8.5
"""Units of a number's height in writing: what one can read."""

SHARE: Final = 0.82
"""How much of its cell's width a number takes at most."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A number or letter: what it is about (``anchor``), where it stands; without a badge ``size`` is 0."""

    text: str
    anchor: Point
    at: Point
    box: Box
    size: int = 0
    led: bool = False
    """Whether a line leads from it to what it is about."""


def signs_of(
    easel: Easel, numbers: Mapping[Cell, str], clear: Sequence[Box], within: Box
) -> tuple[Sign, ...]:
    """The numbers of cells: in the middle of an empty one; beside the figures (``clear``) on a tile."""
    lay, board = easel.layout, easel.position.board
    half = lay.cell / 2
    middles = [(left + half, top + half) for left, top in map(lay.corner, numbers)]
    empty = [board.at(cell) is None for cell in numbers]
    plain = [
        around(middle, lay.cell * SHARE, half) for middle, bare in zip(middles, empty, strict=True) if bare
    ]
    size = max(int(half), lay.units(17))
    wanted = [middle for middle, bare in zip(middles, empty, strict=True) if not bare]
    moved = iter(placed(wanted, (size, size), clear=clear, taken=plain, within=within))
    signs = []
    for text, middle, bare in zip(numbers.values(), middles, empty, strict=True):
        if bare:
            signs.append(Sign(text, middle, middle, around(middle, half, half)))
        else:
            at = next(moved)
            off = max(abs(at[0] - middle[0]), abs(at[1] - middle[1])) > half
            signs.append(Sign(text, middle, at, around(at, size, size), size, led=off))
    return tuple(signs)


def badges(
    wanted: Sequence[tuple[str, Point]],
    size: int,
    *,
    clear: Sequence[Box],
    within: Box,
    taken: Sequence[Box] = (),
) -> tuple[Sign, ...]:
    """Badges near points, with a line to the point where one had to move far aside."""
    middles = [anchor for _, anchor in wanted]
    found = placed(middles, (size, size), clear=clear, taken=taken, within=within)
    return tuple(
        Sign(text, anchor, at, around(at, size, size), size, led=_far(anchor, at, size))
        for (text, anchor), at in zip(wanted, found, strict=True)
    )


def _far(anchor: Point, at: Point, size: int) -> bool:
    return (anchor[0] - at[0]) ** 2 + (anchor[1] - at[1]) ** 2 > (0.7 * size) ** 2


def needed_units(most: int) -> float:
    """How large cells have to be, in units, for numbers up to ``most`` that can be read."""
    return _across(len(str(most)), 100) / 100 * SMALLEST / SHARE if most else 0.0


def number_size(easel: Easel, digits: int) -> int:
    """How large numbers of so many digits are on empty cells: none is wider than its cell."""
    lay, cell = easel.layout, easel.layout.cell
    size = min(max(int(cell * 0.46), lay.units(11 if cell > lay.units(13) else SMALLEST)), lay.units(20))
    while size > 4 and _across(digits, size) > SHARE * cell:
        size -= 1
    return size


def _across(digits: int, size: int) -> float:
    return width("8" * digits, size, heavy=True)


def paint_signs(easel: Easel, signs: Sequence[Sign]) -> None:
    """Paint the numbers and letters, and the lines that lead to what they are about."""
    theme, lay = easel.theme, easel.layout
    line = lay.units(1.6)
    for sign in signs:
        if sign.led:
            x, y = sign.anchor
            easel.draw.line((*sign.anchor, *sign.at), fill=WHITE, width=3 * line)
            easel.draw.ellipse((x - 3 * line, y - 3 * line, x + 3 * line, y + 3 * line), fill=WHITE)
            easel.draw.line((*sign.anchor, *sign.at), fill=theme.spot_edge, width=line)
            easel.draw.ellipse((x - 2 * line, y - 2 * line, x + 2 * line, y + 2 * line), fill=theme.spot_edge)
    size = number_size(easel, max((len(sign.text) for sign in signs), default=1))
    for sign in signs:
        if sign.size:
            easel.badge(sign.text, *sign.at, sign.size)
        else:
            easel.centred(label(sign.text, size, theme.spot_ink, theme.spot, max(line // 2, 1)), *sign.at)
