"""The picture of a game: the table, what lies on it, and whose turn it is."""

from collections.abc import Mapping, Sequence

from core import Cell, Event, Position
from render import overview
from render.bands import area_of, arrange_bands, bands
from render.drawn import Drawn, Target
from render.encode import profile_named
from render.layout import COORDINATES, frame
from render.numbers import needed_units, paint_signs, signs_of
from render.painter import Laying, Painter
from render.panel import crowded, paint_panel, panel_height
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
    before: Laying = (),
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw a position.

    ``names`` are the players' by seat. ``spots`` are numbered from 1 in this order. ``view`` is ``whole``,
    ``close`` (what this decision needs) or ``mine`` (the figures of ``seat``). ``tint`` colours every
    claimed feature for its owner. The points among ``events`` float over what earned them. The
    tile laid last is framed, and so are those that were laid ``before`` it, by seat and cell. A long board
    is cut into bands where its numbers would run together. The same arguments give the same pixels.
    """
    look, longest = theme_named(theme), profile_named(profile).longest
    panel = panel_height(len(names), crowded=crowded(position))
    shown = frame(position, spots, view, seat, [cell for _, cell in before])
    parts = bands(shown, needed_units(len(spots)), panel)
    whole, *layouts = arrange_bands(shown, parts, longest, panel)
    painter = Painter(position, whole, look, sprites)
    numbers = {cell: str(number) for number, cell in enumerate(spots, 1)}
    targets: dict[str, Target] = {}
    for number, layout in enumerate(layouts):
        band = painter if len(parts) == 1 else Painter(position, layout, look, sprites)
        area = area_of(whole, shown, len(parts), number)
        named = {cell: text for cell, text in numbers.items() if cell in layout.frame}
        painted = _paint(band, named, area, events=events, before=before, tint=tint)
        targets |= {target.name: target for target in painted}
        if band is not painter:
            painter.image.paste(band.image.crop(area), area[:2])
    if shown.cropped and len(parts) == 1:
        overview.paint_overview(painter, spots)
    paint_panel(painter, names)
    return Drawn(painter.image, tuple(targets[text] for text in numbers.values()))


def _paint(
    painter: Painter,
    numbers: Mapping[Cell, str],
    area: tuple[int, int, int, int],
    *,
    events: Sequence[Event],
    before: Laying,
    tint: bool,
) -> tuple[Target, ...]:
    """Paint the board into its part of the picture; the numbered cells can be tapped."""
    margin = painter.layout.units(COORDINATES)
    left, top, right, bottom = area
    painter.table()
    painter.tiles()
    if tint:
        painter.tint()
    painter.rims()
    painter.completed()
    # What stands at the border is not cut off by the numbers there.
    painter.coordinates(area)
    targets = painter.spots(numbers)
    painter.last_tiles(before)
    painter.figures(before)
    signs = signs_of(painter, numbers, painter.figure_boxes(), (left + margin, top + margin, right, bottom))
    painter.points(events, [sign.box for sign in signs])
    paint_signs(painter, signs)
    return targets
