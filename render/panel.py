"""The panel below the board: the players, what they have, the tile in hand, what is left in the bag."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from core import Figure, Phase, TileKind
from render.art import overlays
from render.easel import Easel
from render.lettering import fitted_names, label, width, write
from render.sets import pictures_of
from render.sets.pictures import Holding

PAD = 6.0
HAND = 62.0


def panel_height(players: int) -> float:
    """How tall the panel is, in units."""
    return 2 * PAD + (90.0 if players > 4 else 78.0)


def paint_panel(easel: Easel, names: Sequence[str]) -> None:
    """Paint the panel into the lower part of a picture."""
    lay, theme = easel.layout, easel.theme
    top = lay.board_height
    easel.draw.rectangle((0, top, lay.width, lay.height), fill=theme.panel)
    easel.draw.rectangle((0, top, lay.width, top + lay.units(0.8)), fill=theme.table_ink)
    panel = _Panel(easel)
    panel.hand()
    panel.players(names)


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

    def hand(self) -> None:
        """The tile in hand as it is drawn (turn 0), or the open hand, or the bag; below it what is left."""
        u, theme, easel = self.units, self.theme, self.easel
        left, top, side = u(PAD), easel.layout.board_height + u(PAD), u(HAND)
        tile = easel.position.tile
        if tile is not None:
            line = u(2)
            easel.paste(easel.sprites.plate((side, side), u(5), theme.spot_edge), left, top)
            easel.image.paste(
                easel.sprites.tile(tile.turns[0], side - 2 * line, theme), (left + line, top + line)
            )
        elif hand := self._open_hand():
            self._choice(hand, left, top, side)
        else:
            easel.paste(
                easel.sprites.plate((side, side), u(5), theme.panel_card, theme.table_line, u(1.2)), left, top
            )
            easel.centred(self._sack(u(44)), left + side / 2, top + side / 2)
        sack = self._sack(u(14))
        middle = (top + side + easel.layout.height - u(1)) // 2
        text = str(easel.position.bag_left)
        whole = sack.width + u(3) + width(text, u(12), heavy=True)
        x = left + (side - whole) / 2
        easel.paste(sack, x, middle - sack.height / 2)
        write(easel.draw, (x + sack.width + u(3), middle), text, u(12), theme.panel_ink, heavy=True)

    def _sack(self, size: int) -> Image.Image:
        theme = self.theme
        return self.easel.sprites.thing(f"sack {theme.name}", size, lambda n: overlays.paint_sack(n, theme))

    def _open_hand(self) -> Sequence[TileKind]:
        position = self.easel.position
        return position.hands[position.seat] if position.phase is Phase.CHOOSE and position.hands else ()

    def _choice(self, hand: Sequence[TileKind], left: int, top: int, side: int) -> None:
        u, theme = self.units, self.theme
        small = side // 2 - u(1)
        for index, kind in enumerate(hand[:4]):
            x, y = left + (index % 2) * (small + u(2)), top + (index // 2) * (small + u(2))
            self.easel.image.paste(self.easel.sprites.tile(kind.turns[0], small, theme), (x, y))
            self.easel.paste(
                label(str(index + 1), u(11), theme.spot_ink, theme.spot, u(1.5)), x + u(2), y + u(2)
            )

    def players(self, names: Sequence[str]) -> None:
        """A card for each player, down the columns, as one reads."""
        lay, u, position = self.easel.layout, self.units, self.easel.position
        left = u(2 * PAD + HAND)
        columns = 2 if len(names) > 2 else 1
        rows = -(-len(names) // columns)
        gap = u(4)
        across = (lay.width - left - u(PAD) - gap * (columns - 1)) // columns
        first = lay.board_height + u(PAD)
        tall = (lay.height - first - u(PAD) - gap * (rows - 1)) // rows
        roomy = tall > u(34)
        room = across - u(26 if roomy else 21) - u(11) - u(14)
        scores = [width(str(points), self._score_size(roomy), heavy=True) for points in position.scores]
        shown = fitted_names(names, self._name_size(roomy), [int(room - score) for score in scores])
        for seat, name in enumerate(shown):
            column, row = divmod(seat, rows)
            self._player(
                seat, name, _Card(left + column * (across + gap), first + row * (tall + gap), across, tall)
            )

    def _score_size(self, roomy: bool) -> int:
        return self.units(22 if roomy else 17)

    def _name_size(self, roomy: bool) -> int:
        return self.units(13 if roomy else 11)

    def _player(self, seat: int, name: str, card: _Card) -> None:
        u, theme, easel, position = self.units, self.theme, self.easel, self.easel.position
        roomy = card.tall > u(34)
        marked = seat in position.winners if position.over else seat == position.seat
        edge, line = (theme.accent, u(2)) if marked else (theme.table_line, u(0.8))
        plate = easel.sprites.plate((card.across, card.tall), u(5), theme.panel_card, edge, line)
        easel.paste(plate, card.left, card.top)
        icon = u(26 if roomy else 21)
        middle = card.top + card.tall / 2
        easel.paste(easel.sprites.mark(seat, icon), card.left + u(5), middle - icon / 2)
        points, score_size = str(position.scores[seat]), self._score_size(roomy)
        right = card.left + card.across
        write(
            easel.draw, (right - u(8), middle), points, score_size, theme.panel_ink, heavy=True, anchor="rm"
        )
        left = card.left + icon + u(11)
        size = self._name_size(roomy)
        colour = theme.panel_soft if seat in position.resigned else theme.panel_ink
        write(easel.draw, (left, card.top + card.tall * 0.32), name, size, colour)
        self._supply(seat, (left, card.top + card.tall * 0.72), size)

    def _supply(self, seat: int, at: tuple[float, float], size: int) -> None:
        """What the seat has left: meeples with their number, then all else of which there still is some."""
        easel = self.easel
        x, middle = at
        letters = int(size * 0.88)
        for figure, count in easel.position.supply(seat).items():
            if not count and figure is not Figure.MEEPLE:
                continue
            sprite = easel.sprites.figure(figure, seat, size)
            easel.paste(sprite if count else _faded(sprite), x, middle - sprite.height / 2)
            x += sprite.width + self.units(1.5)
            if figure is Figure.MEEPLE or count > 1:
                x += self._number(count, (x, middle), letters)
        for holding in (one for row in pictures_of(easel.position.sets) for one in row.holdings):
            if not (count := holding.number(easel.position, seat)):
                continue
            sprite = self._held(holding, size)
            easel.paste(sprite, x, middle - sprite.height / 2)
            x += sprite.width + self.units(1.5)
            if count > 1:
                x += self._number(count, (x, middle), letters)

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
