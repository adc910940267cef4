"""The panel below the board: the players, what they have, the tile in hand, what is left in the bag."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from core import Figure, Phase, Position, TileKind
from render.art import overlays
from render.easel import Easel
from render.lettering import fitted_names, label, name_size, width, write
from render.sets import pictures_of
from render.sets.pictures import Holding

PAD = 6.0
HAND = 62.0
GAP = 4.0

MANY = 7
"""So many kinds of things stand in one line of a card; those that have a number count twice."""

LARGEST = 11.5
"""Units of a thing in such a line at most; it is smaller where there are many."""

LINES = 45.0
"""Units of a card whose things stand in two lines."""


def panel_height(players: int, *, crowded: bool = False) -> float:
    """How tall the panel is, in units. ``crowded``: the things of a player stand in two lines."""
    if crowded:
        rows = _rows(players)
        return 2 * PAD + max(rows * LINES + (rows - 1) * GAP, HAND + 16.0)
    return 2 * PAD + (90.0 if players > 4 else 78.0)


def crowded(position: Position) -> bool:
    """Whether players have more kinds of things in this game than stand in one line."""
    holdings = sum(len(row.holdings) for row in pictures_of(position.sets))
    return len(position.rules.figures) + 2 * holdings > MANY


def _rows(players: int) -> int:
    return -(-players // _columns(players))


def _columns(players: int) -> int:
    return 2 if players > 2 else 1


def paint_panel(easel: Easel, names: Sequence[str]) -> None:
    """Paint the panel into the lower part of a picture."""
    lay, theme = easel.layout, easel.theme
    top = lay.board_height
    easel.draw.rectangle((0, top, lay.width, lay.height), fill=theme.panel)
    easel.draw.rectangle((0, top, lay.width, top + lay.units(0.8)), fill=theme.table_ink)
    panel = _Panel(easel)
    panel.hand()
    panel.players(names)


_Kind = tuple[Figure | Holding, int]
"""A kind of things that a player has, and how many."""


@dataclass(frozen=True, slots=True)
class _Thing:
    """A picture of it, how many there are, and whether that is written beside it."""

    sprite: Image.Image
    count: int
    counted: bool


@dataclass(frozen=True, slots=True)
class _Card:
    """Where a player's card lies, in pixels."""

    left: int
    top: int
    across: int
    tall: int


class _Panel:
    def __init__(self, easel: Easel) -> None:
        self.easel = easel
        self.units = easel.layout.units
        self.theme = easel.theme
        self.crowded = crowded(easel.position)
        # Tiles of which one is to be chosen are as large as one that is to be laid.
        tiles = max(1, len(self._open_hand()))
        self.wide = tiles * HAND + (tiles - 1) * GAP

    def hand(self) -> None:
        """The tile in hand as it is drawn (turn 0), or the open hand, or the bag; below it what is left."""
        u, theme, easel = self.units, self.theme, self.easel
        left, top, side = u(PAD), easel.layout.board_height + u(PAD), u(HAND)
        across = u(self.wide)
        tile = easel.position.tile
        if tile is not None:
            line = u(2)
            easel.paste(easel.sprites.plate((side, side), u(5), theme.spot_edge), left, top)
            easel.image.paste(self._tile(tile, side - 2 * line), (left + line, top + line))
        elif hand := self._open_hand():
            self._choice(hand, left, top)
        else:
            easel.paste(
                easel.sprites.plate((side, side), u(5), theme.panel_card, theme.table_line, u(1.2)), left, top
            )
            easel.centred(self._sack(u(44)), left + side / 2, top + side / 2)
        sack = self._sack(u(14))
        middle = (top + side + easel.layout.height - u(1)) // 2
        text = str(easel.position.bag_left)
        whole = sack.width + u(3) + width(text, u(12), heavy=True)
        x = left + (across - whole) / 2
        easel.paste(sack, x, middle - sack.height / 2)
        write(easel.draw, (x + sack.width + u(3), middle), text, u(12), theme.panel_ink, heavy=True)

    def _tile(self, kind: TileKind, size: int) -> Image.Image:
        easel = self.easel
        return easel.sprites.tile(kind.turns[0], size, self.theme, sets=easel.position.sets)

    def _sack(self, size: int) -> Image.Image:
        theme = self.theme
        return self.easel.sprites.thing(f"sack {theme.name}", size, lambda n: overlays.paint_sack(n, theme))

    def _open_hand(self) -> Sequence[TileKind]:
        position = self.easel.position
        return position.hands[position.seat] if position.phase is Phase.CHOOSE and position.hands else ()

    def _choice(self, hand: Sequence[TileKind], left: int, top: int) -> None:
        u, theme = self.units, self.theme
        for index, kind in enumerate(hand):
            x = left + index * u(HAND + GAP)
            self.easel.image.paste(self._tile(kind, u(HAND)), (x, top))
            number = label(str(index + 1), u(14), theme.spot_ink, theme.spot, u(1.5))
            self.easel.paste(number, x + u(2), top + u(2))

    def players(self, names: Sequence[str]) -> None:
        """A card for each player, down the columns, as one reads."""
        lay, u, position = self.easel.layout, self.units, self.easel.position
        left = u(2 * PAD + self.wide)
        columns, rows, gap = _columns(len(names)), _rows(len(names)), u(GAP)
        across = (lay.width - left - u(PAD) - gap * (columns - 1)) // columns
        first = lay.board_height + u(PAD)
        tall = (lay.height - first - u(PAD) - gap * (rows - 1)) // rows
        roomy = self._roomy(tall)
        room = across - u(26 if roomy else 21) - u(11) - u(14)
        scores = [width(str(points), self._score_size(roomy), heavy=True) for points in position.scores]
        rooms = [int(room - score) for score in scores]
        size = name_size(names, self._name_size(roomy), rooms)
        for seat, name in enumerate(fitted_names(names, size, rooms)):
            column, row = divmod(seat, rows)
            card = _Card(left + column * (across + gap), first + row * (tall + gap), across, tall)
            self._player(seat, name, size, card)

    def _roomy(self, tall: int) -> bool:
        return tall > self.units(34) and not self.crowded

    def _score_size(self, roomy: bool) -> int:
        return self.units(22 if roomy else 17)

    def _name_size(self, roomy: bool) -> int:
        return self.units(13 if roomy else 11)

    def _player(self, seat: int, name: str, letters: int, card: _Card) -> None:
        u, theme, easel, position = self.units, self.theme, self.easel, self.easel.position
        roomy = self._roomy(card.tall)
        marked = seat in position.winners if position.over else seat == position.seat
        edge, line = (theme.accent, u(2)) if marked else (theme.table_line, u(0.8))
        plate = easel.sprites.plate((card.across, card.tall), u(5), theme.panel_card, edge, line)
        easel.paste(plate, card.left, card.top)
        icon = u(26 if roomy else 21)
        middle = card.top + card.tall / 2
        easel.paste(easel.sprites.mark(seat, icon), card.left + u(5), middle - icon / 2)
        points, score_size = str(position.scores[seat]), self._score_size(roomy)
        right, high = card.left + card.across - u(8), card.top + u(11)
        at = (right, high if self.crowded else middle)
        write(easel.draw, at, points, score_size, theme.panel_ink, heavy=True, anchor="rm")
        left = card.left + icon + u(11)
        size = self._name_size(roomy)
        colour = theme.panel_soft if seat in position.resigned else theme.panel_ink
        write(
            easel.draw, (left, high if self.crowded else card.top + card.tall * 0.32), name, letters, colour
        )
        if self.crowded:
            for kinds, share in ((self._figures(seat), 0.53), (self._holdings(seat), 0.83)):
                self._line(seat, kinds, (left, card.top + card.tall * share), right + u(3) - left)
        else:
            things = self._things(seat, size, self._figures(seat) + self._holdings(seat))
            self._paint(things, (left, card.top + card.tall * 0.72), int(size * 0.88))

    def _figures(self, seat: int) -> list[_Kind]:
        """The figures that the seat has left: meeples, then those of which there still is one."""
        supply = self.easel.position.supply(seat).items()
        return [(figure, count) for figure, count in supply if count or figure is Figure.MEEPLE]

    def _holdings(self, seat: int) -> list[_Kind]:
        """What else the seat has."""
        position = self.easel.position
        rows = pictures_of(position.sets)
        held = [(one, one.number(position, seat)) for row in rows for one in row.holdings]
        return [(one, count) for one, count in held if count]

    def _line(self, seat: int, kinds: list[_Kind], at: tuple[float, float], room: float) -> None:
        """Kinds of things side by side, as large as they can be in this room."""
        size = self.units(LARGEST)
        wide = self._wide(self._things(seat, size, kinds), int(size * 0.88))
        size = min(size, int(size * room / wide)) if wide else size
        self._paint(self._things(seat, size, kinds), at, int(size * 0.88))

    def _wide(self, things: list[_Thing], letters: int) -> float:
        """How wide things are side by side."""
        return sum(
            thing.sprite.width
            + self.units(1.5)
            + (width(str(thing.count), letters) + self.units(4) if thing.counted else 0)
            for thing in things
        )

    def _things(self, seat: int, size: int, kinds: list[_Kind]) -> list[_Thing]:
        """Their pictures, so large."""
        things = []
        for kind, count in kinds:
            if isinstance(kind, Holding):
                things.append(_Thing(self._held(kind, size), count, counted=count > 1))
            else:
                sprite = self.easel.sprites.figure(kind, seat, size)
                counted = kind is Figure.MEEPLE or count > 1
                things.append(_Thing(sprite if count else _faded(sprite), count, counted))
        return things

    def _paint(self, things: list[_Thing], at: tuple[float, float], letters: int) -> None:
        """Things side by side, with their numbers."""
        x, middle = at
        for thing in things:
            self.easel.paste(thing.sprite, x, middle - thing.sprite.height / 2)
            x += thing.sprite.width + self.units(1.5)
            if thing.counted:
                x += self._number(thing.count, (x, middle), letters)

    def _held(self, holding: Holding, size: int) -> Image.Image:
        theme = self.theme
        name = f"holding {holding.name} {theme.name}"
        return self.easel.sprites.thing(name, size, lambda n: holding.paint(n, theme))

    def _number(self, count: int, at: tuple[float, float], letters: int) -> float:
        """How many there are; how much room that takes."""
        colour = self.theme.panel_ink if count else self.theme.panel_soft
        write(self.easel.draw, at, str(count), letters, colour)
        return width(str(count), letters) + self.units(4)


def _faded(sprite: Image.Image) -> Image.Image:
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point([value // 3 for value in range(256)]))
    return pale
