"""Sprites for a decision, all in one picture: the tile in hand in its looks, tiles to choose, figures."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from core import Cell, Figure, Position, Standing, tile_kind
from render.bare import CELL, LARGE_CELL, MANY, SMALL_CELL
from render.drawn import Drawn, Target
from render.painter import lies
from render.sprites import SPRITES, Sprites, variant_at
from render.themes import theme_named

FIGURE: Final = 0.44
"""How wide a figure is, in cells, as on the board."""
IN_A_ROW: Final = 4


def looks_picture(
    position: Position,
    *,
    spots: Sequence[Cell] = (),
    tiles: Sequence[str] = (),
    pieces: Sequence[tuple[Figure, Cell, str]] = (),
    seat: int | None = None,
    theme: str = "day",
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw what somebody may want to see before it is done.

    For each of ``spots`` the tile in hand in each of its legal looks (``3,-1 2``: cell and turn), as it will
    lie there to the pixel; each of ``tiles`` (``base/D``); and each of ``pieces`` as it will stand or lie
    (``meeple 3,-1 road@N``). These are the names of the targets; what looks the same is there once.
    """
    look = theme_named(theme)
    side = CELL if len(position.laid) < MANY else SMALL_CELL
    found: dict[object, Image.Image] = {}
    named: dict[str, object] = {}
    if position.tile is not None:
        turns = position.legal_spots()
        for cell in spots:
            for turn in turns[cell]:
                key = turn, variant_at(cell)
                named[f"{cell[0]},{cell[1]} {turn}"] = key
                if key not in found:
                    found[key] = sprites.tile(position.tile.turns[turn], side, look, key[1])
    for kind in tiles:
        named[kind] = kind
        found[kind] = sprites.tile(tile_kind(kind).turns[0], side, look)
    for figure, cell, where in pieces:
        lying = _lies(position, figure, cell, where)
        named[f"{figure} {cell[0]},{cell[1]} {where}"] = figure, lying
        of = position.seat if seat is None else seat
        found[figure, lying] = sprites.figure(figure, of, round(FIGURE * LARGE_CELL), lying=lying)
    return _sheet(found, named)


def _lies(position: Position, figure: Figure, cell: Cell, where: str) -> bool:
    laid = position.board.at(cell)
    return laid is not None and lies(laid, Standing(position.seat, figure, cell, where, 0))


def _sheet(found: dict[object, Image.Image], named: dict[str, object]) -> Drawn:
    """The pictures side by side; each of the named ones is a target."""
    across = max((image.width for image in found.values()), default=1)
    tall = max((image.height for image in found.values()), default=1)
    columns = min(len(found), IN_A_ROW) or 1
    rows = -(-len(found) // columns) or 1
    plain = all(image.mode == "RGB" for image in found.values())
    sheet = Image.new("RGB" if plain else "RGBA", (columns * across, rows * tall))
    boxes = {}
    for number, (key, image) in enumerate(found.items()):
        left, top = number % columns * across, number // columns * tall
        sheet.paste(image, (left, top))
        boxes[key] = (
            left / sheet.width, top / sheet.height, image.width / sheet.width, image.height / sheet.height
        )  # fmt: skip
    return Drawn(sheet, tuple(Target(name, *boxes[key]) for name, key in named.items()))
