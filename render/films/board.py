"""The board of a film: tiles appear, figures come and go, points float over what earned them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from PIL import Image

from core import (
    Cell,
    Event,
    FeatureCompleted,
    Figure,
    FigureDeployed,
    FigureMoved,
    FigureReturned,
    PointsAwarded,
    Position,
)
from render.art import overlays
from render.art.plan import walled_corners
from render.easel import place_of
from render.films.stage import Box, Stage, Thing
from render.flags import POLE, flags
from render.layout import Frame, Layout
from render.lettering import label
from render.sets import figure_size, lies_in_fields, tallies, tally_beside
from render.sets.pictures import Tally
from render.sprites import Sprites, variant_at
from render.theme import DARK, PLAYERS, WHITE, Theme

PAINTED: Final = 96
"""The size of the tiles of which every ground is made and then shrunk, so that films share their sprites."""

MARGIN: Final = 10
LARGEST_CELL: Final = 64
LEAST: Final = (5, 4)
"""Columns and rows below which a board is not shown larger."""

FLATTEST, TALLEST = 0.55, 1.3


class _Standing(NamedTuple):
    seat: int
    figure: Figure
    at: Cell
    where: str


def film_layout(position: Position, width: int, panel: int) -> Layout:
    """Where the last board of a game lies in a picture of this width, above a panel."""
    xs = [laid.cell[0] for laid in position.laid]
    ys = [laid.cell[1] for laid in position.laid]
    shown = Frame(min(xs), min(ys), max(xs), max(ys))
    columns, rows = max(shown.columns, LEAST[0]), max(shown.rows, LEAST[1])
    cell = min((width - 2 * MARGIN) // columns, (int(width * TALLEST) - 2 * MARGIN) // rows, LARGEST_CELL)
    board = max(cell * shown.rows + 2 * MARGIN, int(width * FLATTEST))
    # films are converted to formats that want even sizes
    board += (board + panel) % 2
    left, top = (width - cell * shown.columns) // 2, (board - cell * shown.rows) // 2
    return Layout(width, board + panel, board, cell, left, top, shown)


class FilmBoard:
    """What stands on the board as the film goes on."""

    def __init__(self, position: Position, layout: Layout, theme: Theme, sprites: Sprites) -> None:
        self.layout, self.theme, self.sprites = layout, theme, sprites
        self._position = position
        self.ground = _ground(position, layout, theme, sprites)
        """The last board without figures."""
        self._lain: set[Cell] = set()
        self._last: Cell | None = None
        self._layer: int | None = None
        self._fixtures: list[Thing] = []
        self.standing: list[_Standing] = []
        self.tallies: dict[tuple[str, int], int] = {}
        """What is counted beside each seat's figures by now."""
        cell = layout.cell
        self._size = max(min(int(cell * 0.62), layout.units(24)), min(cell, layout.units(16)))

    def lay(self, stage: Stage, cell: Cell, seat: int | None = None) -> None:
        """Let a tile appear that a seat lays; nobody lays the first one."""
        size, (left, top) = self.layout.cell, self.layout.corner(cell)
        stage.reveal((left, top, left + size, top + size), self.ground)
        self._lain.add(cell)
        self._last, self._layer = cell, seat
        x, y = cell
        for corner in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)):
            if self._walled(corner):
                mid_x, mid_y = self.layout.corner(corner)
                plaza = self.sprites.thing(
                    f"plaza {self.theme.name}",
                    max(size // 4, 6),
                    lambda n: overlays.paint_plaza(n, self.theme),
                )
                self._fixtures.append(_centred(("plaza",), mid_x, mid_y, plaza))

    def _walled(self, corner: Cell) -> bool:
        """Whether four tiles lie around a corner and all are inside a city there."""
        x, y = corner
        for number, cell in enumerate(((x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1))):
            laid = self._position.board.at(cell) if cell in self._lain else None
            if laid is None or not walled_corners(laid.tile)[number]:
                return False
        return True

    def follow(self, events: Sequence[Event]) -> None:
        """Let figures and flags come and go."""
        for event in events:
            match event:
                case FigureDeployed(seat, figure, at, where):
                    self.standing.append(_Standing(seat, figure, at, where))
                case FigureReturned(seat, figure, at, where):
                    self.standing.remove(_Standing(seat, figure, at, where))
                    self.tallies.pop((figure, seat), None)
                case FigureMoved(seat, figure, origin, at, where):
                    mine = next(one for one in self.standing if one[:3] == (seat, figure, origin))
                    self.standing.remove(mine)
                    self.standing.append(_Standing(seat, figure, at, where))
                case FeatureCompleted():
                    self._fixtures += self._flown(event)
            self._count(event)

    def _count(self, event: Event) -> None:
        for figure, tally in tallies().items():
            if gained := tally.gained(event):
                seat, more = gained
                self.tallies[figure, seat] = self.tallies.get((figure, seat), 0) + more

    def settle(self) -> None:
        """No tile is the last one any more: the game goes into its final scoring."""
        self._last = None

    def things(self, awards: Sequence[PointsAwarded]) -> list[Thing]:
        """All that stands on the ground, from the ground up, with the points just given."""
        return [*self._fixtures, *self._ring(), *self._figures(), *self._plates(awards)]

    def _flown(self, event: FeatureCompleted) -> Iterator[Thing]:
        """The flags of a completed feature."""
        lay, cell = self.layout, self.layout.cell
        size = max(int(cell * 0.21), lay.units(4))
        flag = self.sprites.thing(
            f"flag {self.theme.name}", size, lambda n: overlays.paint_flag(n, self.theme)
        )
        feature = self._position.feature_at(event.at, event.where)
        for at, (x, y) in flags(self._position, feature):
            left, top = lay.corner(at)
            yield _thing(("flag",), left + x * cell - size * POLE[0], top + y * cell - size * POLE[1], flag)

    def _ring(self) -> Iterator[Thing]:
        seat = self._layer
        if self._last is None or seat is None:
            return
        line = max(self.layout.units(1.3), self.layout.cell // 26)
        left, top = self.layout.corner(self._last)
        side = self.layout.cell + 4 * line
        sprite = self.sprites.thing(f"ring {seat} {line}", side, lambda n: overlays.paint_ring(n, line, seat))
        yield _thing(("ring", seat), left - 2 * line, top - 2 * line, sprite)

    def _figures(self) -> Iterator[Thing]:
        size = self._size
        placed = self._placed(size * 0.8)
        for x, y, one in placed:
            if one.at == self._last:
                glow = self.sprites.thing(
                    f"glow {self.theme.name}",
                    int(size * 1.3 * figure_size(one.figure)),
                    lambda n: overlays.paint_glow(n, self.theme),
                )
                yield _centred(("glow",), x, y, glow)
            lying = lies_in_fields(one.figure) and one.where.startswith("field")
            yield _centred(one, x, y, self.sprites.figure(one.figure, one.seat, size, lying=lying))
        for x, y, one in placed:
            tally, number = tally_beside(one.figure), self.tallies.get((one.figure, one.seat))
            if tally and number:
                yield self._tally(tally, number, x, y + size * 0.6)

    def _placed(self, apart: float) -> list[tuple[float, float, _Standing]]:
        """Where the figures are, moved aside where one would hide another, the northern ones first."""
        found: list[tuple[float, float, _Standing]] = []
        for one in self.standing:
            laid = self._position.board.at(one.at)
            if laid is None:
                continue
            px, py = place_of(laid, one.where)
            left, top = self.layout.corner(one.at)
            x, y = left + px * self.layout.cell, top + py * self.layout.cell
            for other_x, other_y, other in found:
                far = apart * (figure_size(one.figure) + figure_size(other.figure)) / 2
                if abs(y - other_y) < far and abs(x - other_x) < far:
                    x = other_x + (far if x >= other_x else -far)
            found.append((x, y, one))
        return sorted(found, key=lambda thing: (thing[1], thing[0], thing[2].seat))

    def _tally(self, tally: Tally, number: int, x: float, y: float) -> Thing:
        """A number beside a figure, with a picture of what is counted."""
        tall = max(int(self._size * 0.62), 12)
        counted = self.sprites.thing(f"tally {tally.name}", tall, tally.paint)
        count = label(str(number), int(tall * 0.86), DARK, None, 0)
        across = counted.width + count.width + tall // 2
        plate = self.sprites.plate((across, tall), tall // 2, WHITE, DARK, 1).copy()
        plate.alpha_composite(counted, (tall // 8, (tall - counted.height) // 2))
        plate.alpha_composite(count, (across - tall // 4 - count.width, (tall - count.height) // 2))
        return _centred((tally.name, number), x, y, plate)

    def _plates(self, awards: Sequence[PointsAwarded]) -> Iterator[Thing]:
        """The points over what earned them; plates at one place are stacked."""
        lay = self.layout
        taken: list[Box] = []
        for award in awards:
            laid = self._position.board.at(award.at)
            if laid is None or not award.points:
                continue
            sprite = points_plate(self.sprites, award.seat, award.points, lay.units(14))
            x, y = place_of(laid, award.where)
            left, top = lay.corner(award.at)
            thing = _thing(
                ("plate", award.seat, award.points),
                min(max(left + x * lay.cell - sprite.width / 2, 0), lay.width - sprite.width),
                max(top + y * lay.cell - sprite.height / 2, 0),
                sprite,
            )
            while any(_meet(thing.box, box) for box in taken):
                thing = replace(thing, top=thing.top + sprite.height // 2)
            taken.append(thing.box)
            yield thing


def points_plate(sprites: Sprites, seat: int, points: int, tall: int) -> Image.Image:
    """``+8`` in a player's colour, ``tall`` pixels high."""
    look = PLAYERS[seat % len(PLAYERS)]
    text = label(f"+{points}", round(tall * 0.8), look.on_colour, None, 0)
    across = text.width + round(tall * 0.62)
    # an edge in the colour of the writing is seen on the table, on the panel and on the plate
    plate = sprites.plate((across, tall), tall // 2, look.colour, look.on_colour, max(tall // 12, 1)).copy()
    plate.alpha_composite(text, ((across - text.width) // 2, (tall - text.height) // 2))
    return plate


def _ground(position: Position, layout: Layout, theme: Theme, sprites: Sprites) -> Image.Image:
    """The table with all tiles of the last board, and nothing on them."""
    frame, cell = layout.frame, layout.cell
    tiles = Image.new("RGB", (frame.columns * PAINTED, frame.rows * PAINTED), theme.table)
    for laid in position.laid:
        at = (laid.cell[0] - frame.left) * PAINTED, (laid.cell[1] - frame.top) * PAINTED
        tiles.paste(sprites.tile(laid.tile, PAINTED, theme, variant_at(laid.cell), sets=position.sets), at)
    ground = Image.new("RGB", (layout.width, layout.board_height), theme.table)
    size = frame.columns * cell, frame.rows * cell
    ground.paste(tiles.resize(size, Image.Resampling.LANCZOS), (layout.left, layout.top))
    return ground


def _thing(name: tuple[object, ...], left: float, top: float, sprite: Image.Image) -> Thing:
    return Thing(name, round(left), round(top), sprite)


def _centred(name: tuple[object, ...], x: float, y: float, sprite: Image.Image) -> Thing:
    return _thing(name, x - sprite.width / 2, y - sprite.height / 2, sprite)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
