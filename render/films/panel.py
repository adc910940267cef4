"""The panel of a film: who moves and what it gave, the players with their scores, how far the game is."""

from collections.abc import Collection, Iterator, Sequence

from PIL import Image, ImageDraw

from core import PointsAwarded
from render.films.board import points_plate
from render.films.stage import Stage, Thing
from render.inks import ink_on
from render.layout import Layout
from render.lettering import fitted, fitted_names, label, name_size, width, write
from render.rooms import kept
from render.sheet import Telling, crown_icon, kind_icon
from render.theme import Colour

PAD, GAP = 6.0, 4.0
PROGRESS, CAPTION, CARD = 3.0, 26.0, 29.0


def panel_units(players: int) -> float:
    """How tall the panel is, in units."""
    rows = _rows(players)
    return PROGRESS + CAPTION + 2 * PAD + rows * CARD + (rows - 1) * GAP


def _rows(players: int) -> int:
    return 1 if players <= 3 else 2


class FilmPanel:
    """What the panel says as the film goes on."""

    def __init__(self, telling: Telling, layout: Layout) -> None:
        self.layout, self.theme, self.sprites = layout, telling.theme, telling.sprites
        self.u = layout.units
        self._names, self._tiles = telling.names, len(telling.told.position.laid)
        self._middle = layout.board_height + self.u(PROGRESS + PAD / 2 + CAPTION / 2)

    def prepare(self, stage: Stage) -> None:
        """Paint what never changes."""
        lay, theme = self.layout, self.theme
        stage.fill((0, lay.board_height, lay.width, lay.height), theme.panel)
        stage.fill((0, lay.board_height, lay.width, lay.board_height + self.u(PROGRESS)), theme.table_line)

    def progress(self, stage: Stage, laid: int) -> None:
        """Let the line at the top grow to so many tiles."""
        lay = self.layout
        before, now = (round(lay.width * count / self._tiles) for count in (max(laid - 1, 0), laid))
        stage.fill((before, lay.board_height, now, lay.board_height + self.u(PROGRESS)), self.theme.accent)

    def cards(
        self, scores: Sequence[int], *, gained: Collection[int] = (), won: Collection[int] = ()
    ) -> Iterator[Thing]:
        """A card for each player; the scores of those who just gained are set off, who won is crowned."""
        lay, u = self.layout, self.u
        rows = _rows(len(self._names))
        columns = -(-len(self._names) // rows)
        across = (lay.width - 2 * u(PAD) - (columns - 1) * u(GAP)) // columns
        first = lay.height - u(PAD) - rows * u(CARD) - (rows - 1) * u(GAP)
        for seat in range(len(self._names)):
            row, column = divmod(seat, columns)
            left, top = u(PAD) + column * (across + u(GAP)), first + row * (u(CARD) + u(GAP))
            yield from self._card(seat, (left, top, across), scores[seat], (seat in gained, seat in won))

    def _card(
        self, seat: int, at: tuple[int, int, int], score: int, state: tuple[bool, bool]
    ) -> Iterator[Thing]:
        u, theme, sprites = self.u, self.theme, self.sprites
        (left, top, across), (gained, won) = at, state
        tall, middle = u(CARD), top + u(CARD) / 2
        edge, line = (theme.accent, u(2)) if won else (theme.table_line, u(0.8))
        plate = sprites.plate((across, tall), u(5), theme.panel_card, edge, line)
        yield Thing(("card", won), left, top, plate)
        mark = sprites.mark(seat, u(20))
        yield Thing(("mark", seat), left + u(5), round(middle - mark.height / 2), mark)
        fill, ink = (theme.accent, ink_on(theme.accent)) if gained else (theme.panel_card, theme.panel_ink)
        points = label(str(score), u(17), ink, None, 0)
        right = left + across - u(7)
        if gained:
            back = sprites.plate((points.width + u(8), u(20)), u(5), fill)
            yield Thing(("back", score), right + u(4) - back.width, round(middle - back.height / 2), back)
        yield Thing(("score", score, gained), right - points.width, round(middle - points.height / 2), points)
        start = left + u(29)
        if won:
            crown = crown_icon(sprites, u(15), theme)
            yield Thing(("crown",), left - u(2), top - u(5), crown)
        # room for three figures, so that a name never changes its length
        room = right - start - u(8) - label("888", u(17), ink, None, 0).width
        letters = name_size(self._names, u(13), room, heavy=True)
        shown = fitted_names(self._names, letters, room, heavy=True)[seat]
        name = _text(shown, letters, theme.panel_ink)
        yield Thing(("name", seat), start, round(middle - name.height / 2), name)

    def turn(self, seat: int, awards: Sequence[PointsAwarded]) -> Iterator[Thing]:
        """Whose turn it is, and what it gave to whom."""
        mark = self.sprites.mark(seat, self.u(18))
        x = self.u(PAD + 5)
        yield Thing(("mark", seat), x, round(self._middle - mark.height / 2), mark)
        x += mark.width + self.u(6)
        shown = fitted_names(self._names, self.u(14), self.u(120), heavy=True)[seat]
        name = _text(shown, self.u(14), self.theme.panel_ink)
        yield Thing(("turn", seat), x, round(self._middle - name.height / 2), name)
        yield from self._gains(x + name.width + self.u(10), awards)

    def words(self, text: str, awards: Sequence[PointsAwarded]) -> Iterator[Thing]:
        """A caption in words, and what a step of the final scoring gave to whom."""
        x, size = self.u(PAD + 5), self.u(14)
        shown = _text(fitted(text, size, self.layout.width - self.u(90)), size, self.theme.panel_ink)
        yield Thing(("words", text), x, round(self._middle - shown.height / 2), shown)
        yield from self._gains(x + shown.width + self.u(10), awards)

    def _gains(self, x: int, awards: Sequence[PointsAwarded]) -> Iterator[Thing]:
        """For each kind its picture, and the points of each player for it."""
        u = self.u
        totals: dict[tuple[str, int], int] = {}
        for award in awards:
            totals[award.reason, award.seat] = totals.get((award.reason, award.seat), 0) + award.points
        before = None
        for (kind, seat), points in sorted(totals.items(), key=lambda item: item[0]):
            if kind != before:
                x += u(5) if before else 0
                icon = kind_icon(self.sprites, kind, u(19), self.theme)
                yield Thing(("kind", kind), x, round(self._middle - icon.height / 2), icon)
                x += icon.width + u(4)
                before = kind
            plate = points_plate(self.sprites, seat, points, u(18))
            yield Thing(("gain", seat, points), x, round(self._middle - plate.height / 2), plate)
            x += plate.width + u(3)


@kept
def _text(text: str, size: int, colour: Colour) -> Image.Image:
    """A line of text as a transparent picture, with room above and below for accents and tails."""
    image = Image.new("RGBA", (int(width(text, size, heavy=True)) + 2, round(size * 1.5)), (*colour, 0))
    write(ImageDraw.Draw(image), (0, image.height / 2), text, size, colour, heavy=True)
    return image
