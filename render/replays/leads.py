"""Who could expect to win, tile by tile, and by how much: a strip below other things."""

from collections.abc import Sequence
from typing import Final

from PIL import ImageDraw

from core.opponents.review import lead
from render.art.brush import blend
from render.inks import contrast
from render.lettering import fitted, write
from render.sheet import Sheet
from render.theme import PLAYERS

TITLE: Final = 17.0
PLOT: Final = 58.0
TALL: Final = TITLE + PLOT + 6.0
"""How tall the strip is, in units."""
FAINT: Final = 1.8
"""What stands out from the ground less than that has an edge."""
LEAST: Final = 10.0
"""So many points the strip is tall at least: a lead of one point is not shown as a great one."""


def paint_leads(
    sheet: Sheet,
    expected: Sequence[Sequence[float]],
    *,
    left: float,
    right: float,
    top: float,
    turning: int | None = None,
) -> None:
    """Paint a column for each tile between two edges, in the colour of whoever was ahead; units as in Sheet.

    ``expected`` are the points that each seat could expect in the end, with each tile; ``turning`` is the
    number of the tile that is marked.
    """
    u, theme, draw = sheet.u, sheet.theme, sheet.draw
    # The title stands where the mark does not.
    early = turning is not None and turning < len(expected) / 2
    room = (right - left) * (1 if turning is None else 0.45)
    title = fitted(sheet.say("replay.leads"), u(12), u(room), heavy=True)
    at, anchor = (right, "rm") if early else (left, "lm")
    write(draw, (u(at), u(top + 7)), title, u(12), theme.panel_ink, heavy=True, anchor=anchor)
    ceiling, ground = top + TITLE, top + TITLE + PLOT
    draw.rectangle((u(left), u(ceiling), u(right), u(ground)), fill=theme.panel_card)
    leads = [_leader(points) for points in expected]
    most = max(LEAST, *(points for _, points in leads))
    across = (right - left) / max(len(leads), 1)
    for number, (seat, points) in enumerate(leads):
        if points:
            x = left + across * number
            box = (u(x), u(ground - PLOT * points / most), u(x + across), u(ground))
            _column(draw, box, PLAYERS[seat % len(PLAYERS)].colour, theme.panel_card, theme.panel_soft)
    highest = f"+{round(most)}"
    grid = blend(theme.panel_card, theme.panel_soft, 0.35)
    draw.line((u(left), u(ceiling), u(right), u(ceiling)), fill=grid, width=u(0.6))
    write(draw, (u(left - 4), u(ceiling + 3)), highest, u(10.5), theme.panel_ink, anchor="rm")
    draw.line((u(left), u(ground), u(right), u(ground)), fill=theme.panel_soft, width=u(1.2))
    if turning is not None:
        x = left + across * (turning + 0.5)
        draw.line((u(x), u(ceiling - 3), u(x), u(ground)), fill=theme.accent, width=u(1.6))
        write(draw, (u(x), u(ceiling - 8)), str(turning + 1), u(10.5), theme.accent, heavy=True, anchor="mm")


def _leader(points: Sequence[float]) -> tuple[int, float]:
    """Who is ahead of all others, and by how much."""
    best = max(range(len(points)), key=lambda seat: points[seat])
    return best, max(0.0, lead(points, best))


def _column(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    colour: tuple[int, int, int],
    ground: tuple[int, int, int],
    edge: tuple[int, int, int],
) -> None:
    draw.rectangle(box, fill=colour)
    if contrast(colour, ground) < FAINT:
        draw.line((box[0], box[1], box[2], box[1]), fill=edge, width=2)
