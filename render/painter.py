"""The board under the brush: one method for each layer, used by every picture that shows tiles."""

from collections.abc import Mapping, Sequence
from functools import partial

from core import Cell, Event, Laid, Standing, Terrain
from render import claims
from render.art import overlays
from render.art.plan import walled_corners
from render.drawn import Target
from render.easel import Easel, place_of
from render.flags import POLE, flags
from render.labels import Box, Point, around
from render.layout import COORDINATES
from render.lettering import label, write
from render.sets import figure_size, lies_in_fields, tally_beside
from render.sets.pictures import Tally
from render.sprites import variant_at
from render.theme import DARK, WHITE

Laying = Sequence[tuple[int, Cell]]
"""Tiles that were laid: by which seat, and where."""


def lies(laid: Laid, standing: Standing) -> bool:
    """Whether the figure is a farmer, who lies in the field."""
    if not lies_in_fields(standing.figure) or standing.where.startswith("corner"):
        return False
    return laid.tile.segments[laid.tile.segment_number(standing.where)].kind is Terrain.FIELD


class Painter(Easel):
    """One board under the brush."""

    def table(self) -> None:
        """The bare table with the faint lines of the grid."""
        lay = self.layout
        seen = self.visible()
        for x in range(seen.left, seen.right + 2):
            at = lay.corner((x, 0))[0]
            self.draw.line((at, 0, at, lay.board_height), fill=self.theme.table_line)
        for y in range(seen.top, seen.bottom + 2):
            at = lay.corner((0, y))[1]
            self.draw.line((0, at, lay.width, at), fill=self.theme.table_line)

    def tiles(self) -> None:
        """Every tile that is seen, and the squares inside cities where four corners meet."""
        lay, cell = self.layout, self.layout.cell
        seen = self.visible()
        for laid in self.position.laid:
            if laid.cell in seen:
                variant, sets = variant_at(laid.cell), self.position.sets
                sprite = self.sprites.tile(laid.tile, cell, self.theme, variant, sets=sets)
                self.image.paste(sprite, lay.corner(laid.cell))
        size = max(cell // 4, 6)
        plaza = self.sprites.thing(
            f"plaza {self.theme.name}", size, lambda n: overlays.paint_plaza(n, self.theme)
        )
        board = self.position.board
        for laid in self.position.laid:
            if not walled_corners(laid.tile)[0]:
                continue
            x, y = laid.cell
            others = (((x - 1, y - 1), 2), ((x, y - 1), 3), ((x - 1, y), 1))
            if all(self._walled(board.at(other), corner) for other, corner in others):
                left, top = lay.corner(laid.cell)
                self.image.paste(plaza, (left - size // 2, top - size // 2), plaza)

    @staticmethod
    def _walled(laid: Laid | None, corner: int) -> bool:
        return laid is not None and walled_corners(laid.tile)[corner]

    def tint(self) -> None:
        """Every claimed feature in its owner's colour."""
        claims.paint_tint(self)

    def rims(self) -> None:
        """The shores of every claimed area in its owner's colour."""
        claims.paint_rims(self)

    def completed(self) -> None:
        """Flags over every completed city, road and monastery."""
        lay, cell, theme = self.layout, self.layout.cell, self.theme
        size = max(int(cell * 0.21), lay.units(4))
        flag = self.sprites.thing(f"flag {theme.name}", size, lambda n: overlays.paint_flag(n, theme))
        seen = self.visible()
        for feature in self.position.features():
            if not feature.complete:
                continue
            for at, (x, y) in flags(self.position, feature):
                if at in seen:
                    left, top = lay.corner(at)
                    self.paste(flag, left + x * cell - size * POLE[0], top + y * cell - size * POLE[1])

    def spots(self, numbers: Mapping[Cell, str]) -> tuple[Target, ...]:
        """The places where the tile in hand can lie, and where each of these cells can be tapped."""
        lay, cell, theme = self.layout, self.layout.cell, self.theme
        inset = max(cell // 16, 1)
        side = cell - 2 * inset
        line = min(max(cell // 22, 2), lay.units(1.8))
        plate = self.sprites.plate((side, side), max(side // 7, 2), theme.spot, theme.spot_edge, line)
        targets = []
        for spot, number in numbers.items():
            left, top = lay.corner(spot)
            if self.position.board.at(spot) is None:
                self.image.paste(plate, (left + inset, top + inset), plate)
            targets.append(
                Target(number, left / lay.width, top / lay.height, cell / lay.width, cell / lay.height)
            )
        return tuple(targets)

    def last_tiles(self, before: Laying = ()) -> None:
        """A frame around the tile laid last, and around others, in the colour of whoever laid it."""
        lay, seen = self.layout, self.visible()
        line = max(lay.units(1.6), lay.cell // 44)
        for cell, seat in self._fresh(before).items():
            if cell not in seen:
                continue
            left, top = lay.corner(cell)
            ring = self.sprites.thing(
                f"ring {seat} {line}",
                lay.cell + 4 * line,
                partial(overlays.paint_ring, line=line, seat=seat),
            )
            self.paste(ring, left - 2 * line, top - 2 * line)

    def figures(self, before: Laying = ()) -> None:
        """All figures, the northern ones first; those on the tiles laid last stand on bright discs."""
        size = self._figure_size()
        fresh = self._fresh(before)
        standing = self._standing(size * 0.8)
        for x, y, one, laid in standing:
            if one.cell in fresh:
                glow = self.sprites.thing(
                    f"glow {self.theme.name}",
                    int(size * 1.35 * figure_size(one.figure)),
                    lambda n: overlays.paint_glow(n, self.theme),
                )
                self.centred(glow, x, y)
            self.centred(self.sprites.figure(one.figure, one.seat, size, lying=lies(laid, one)), x, y)
        for x, y, one, _ in standing:
            if tally := tally_beside(one.figure):
                self._tally(tally, one.seat, (x + size * 0.1, y + size * 0.62), size)

    def _fresh(self, before: Laying) -> Mapping[Cell, int]:
        """The cells of the tiles laid last, with the seats that laid them."""
        last = self.position.last
        cells = {cell: seat for seat, cell in before}
        return cells if last is None else cells | {last.cell: self.position.layer}

    def figure_boxes(self) -> tuple[Box, ...]:
        """Where the figures are that are seen, with the numbers beside some."""
        size = self._figure_size()
        boxes = []
        for x, y, one, _ in self._standing(size * 0.8):
            larger = size * figure_size(one.figure)
            boxes.append(around((x, y), larger * 0.84, larger * 0.94))
            if tally_beside(one.figure):
                boxes.append(around((x + size * 0.1, y + size * 0.62), size, size * 0.52))
        return tuple(boxes)

    def figure_at(self, cell: Cell, where: str, seat: int) -> Point:
        """The middle of a seat's figure, as it stands in the picture. Raises StopIteration without one."""
        found = self._standing(self._figure_size() * 0.8)
        return next(
            (x, y) for x, y, one, _ in found if (one.cell, one.where, one.seat) == (cell, where, seat)
        )

    def _figure_size(self) -> int:
        lay, cell = self.layout, self.layout.cell
        return min(
            max(int(cell * 0.44), lay.units(13.5)), max(int(cell * 0.78), lay.units(10)), lay.units(30)
        )

    def _standing(self, apart: float) -> list[tuple[float, float, Standing, Laid]]:
        """The figures that are seen and where, moved aside where one would hide another."""
        lay, cell, seen = self.layout, self.layout.cell, self.visible()
        found: list[tuple[float, float, Standing, Laid]] = []
        for one in self.position.standing():
            laid = self.position.board.at(one.cell)
            if laid is None or one.cell not in seen:
                continue
            px, py = place_of(laid, one.where)
            left, top = lay.corner(one.cell)
            x, y = left + px * cell, top + py * cell
            for other_x, other_y, other, _ in found:
                far = apart * (figure_size(one.figure) + figure_size(other.figure)) / 2
                if abs(y - other_y) < far and abs(x - other_x) < far:
                    x = other_x + (far if x >= other_x else -far)
            found.append((x, y, one, laid))
        return sorted(found, key=lambda thing: (thing[1], thing[0], thing[2].seat))

    def _tally(self, tally: Tally, seat: int, at: Point, size: int) -> None:
        """A number beside a figure of this size, with a picture of what is counted."""
        x, y = at
        tall = max(int(size * 0.52), self.layout.units(8))
        counted = self.sprites.thing(f"tally {tally.name}", tall, tally.paint)
        count = label(str(tally.number(self.position, seat)), int(tall * 0.86), DARK, None, 0)
        across = counted.width + count.width + tall // 2
        plate = self.sprites.plate((across, tall), tall // 2, WHITE, DARK, max(tall // 12, 1))
        self.centred(plate, x, y)
        self.centred(counted, x - across / 2 + tall * 0.62, y)
        self.centred(count, x + across / 2 - tall * 0.2 - count.width / 2, y)

    def points(self, events: Sequence[Event], numbers: Sequence[Box] = ()) -> None:
        """The points just won, over what earned them, clear of numbers and letters."""
        claims.paint_points(self, events, numbers)

    def coordinates(self, area: tuple[int, int, int, int] | None = None) -> None:
        """The numbers of columns and rows along the upper and left border of the board, or of its part."""
        lay, theme, margin = self.layout, self.theme, self.layout.units(COORDINATES)
        left, top, right, bottom = area or (0, 0, lay.width, lay.board_height)
        f = lay.frame
        size = lay.units(7.6)
        step = 1 if lay.cell >= lay.units(13) else 2 if lay.cell >= lay.units(7) else 5
        self.draw.rectangle((left, top, right, top + margin), fill=theme.table)
        self.draw.rectangle((left, top, left + margin, bottom), fill=theme.table)
        for x in range(f.left, f.right + 1):
            if x % step == 0:
                at = lay.corner((x, 0))[0] + lay.cell / 2
                write(self.draw, (at, top + margin / 2), str(x), size, theme.table_ink, anchor="mm")
        for y in range(f.top, f.bottom + 1):
            if y % step == 0:
                at = lay.corner((0, y))[1] + lay.cell / 2
                write(self.draw, (left + margin / 2, at), str(y), size, theme.table_ink, anchor="mm")
