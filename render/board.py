"""The picture of a game: the table, what lies on it, and whose turn it is."""

from collections.abc import Sequence

from core import Cell, Event, Position
from render import overview
from render.drawn import Drawn
from render.encode import profile_named
from render.layout import arrange, frame
from render.painter import Painter
from render.panel import paint_panel, panel_height
from render.sprites import SPRITES, Sprites
from render.themes import theme_named


def board_picture(
    position: Position,
    *,
    names: Sequence[str],
    spots: Sequence[Cell] = (),
    view: str = "close",
    seat: int | None = None,
    theme: str = "day",
    profile: str = "web",
    tint: bool = False,
    events: Sequence[Event] = (),
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw a position.

    ``names`` are the players' by seat. ``spots`` are numbered from 1 in this order. ``view`` is ``whole``,
    ``close`` (what this decision needs) or ``mine`` (the figures of ``seat``). ``tint`` colours every
    claimed feature for its owner. The points among ``events`` float over what earned them. The same
    arguments give the same pixels.
    """
    look = theme_named(theme)
    into = profile_named(profile)
    shown = frame(position, spots, view, seat)
    layout = arrange(shown, into.longest, panel_height(len(names)))
    painter = Painter(position, layout, look, sprites)
    painter.table()
    painter.tiles()
    if tint:
        painter.tint()
    painter.completed()
    targets = painter.spots(spots)
    painter.last_tile()
    painter.figures()
    painter.points(events, spots)
    painter.coordinates()
    if shown.cropped:
        overview.paint_overview(painter, spots)
    paint_panel(painter, names)
    return Drawn(painter.image, targets)
