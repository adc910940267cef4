"""A look back at a game: how well each played, where the game turned, and the turns that cost most."""

from collections.abc import Collection, Sequence
from typing import Final

from PIL import Image

from core import Event, GameRecord, Phase, Position, TileKind, parse_action
from core.opponents.review import Judged, Review
from core.records.history import history
from render.closeup import closeup_picture
from render.drawn import Drawn
from render.layout import UNITS
from render.lettering import fitted, fitted_names, write
from render.replays.leads import TALL as LEADS
from render.replays.leads import paint_leads
from render.replays.text import order_of
from render.say import Say
from render.sheet import Sheet, Telling
from render.sprites import SPRITES, Sprites
from render.themes import theme_named

WIDTH: Final = 1260
PAIRS: Final = 3
"""So many turns are shown with both boards."""

PAD, HEAD, LABELS = 10.0, 34.0, 18.0
ROW, GAP = 30.0, 4.0
COLUMN: Final = 78.0
"""How wide a column of figures is, of which there are three."""
CAPTION, UNDER = 24.0, 16.0
BOARD: Final = (UNITS - 2 * PAD - 8.0) / 2
TALL: Final = 0.82
AXIS: Final = 34.0


def review_picture(
    record: GameRecord,
    review: Review,
    *,
    names: Sequence[str],
    say: Say,
    seats: Collection[int],
    theme: str = "day",
    width: int = WIDTH,
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw what is found out of a game that is over.

    ``names`` are the players' by seat; ``seats`` are those whose turns are shown. The same arguments give the
    same pixels. Raises RecordError as replaying the record does.
    """
    telling = Telling(history(record), names, say, theme_named(theme), sprites)
    shown = costliest(review, seats)
    sheet = _Sheet(telling, review, shown, width)
    sheet.head()
    sheet.players()
    sheet.course()
    for number, judged in enumerate(shown):
        sheet.pair(number, record, judged)
    return Drawn(sheet.image)


def costliest(review: Review, seats: Collection[int]) -> tuple[Judged, ...]:
    """The turns that are shown: each seat's dearest first of all, then others, in the order of the game."""
    firsts = [judged for seat in seats for judged in review.costliest(seat, 1)]
    others = [judged for seat in seats for judged in review.costliest(seat, PAIRS)[1:]]
    wanted = [*sorted(firsts, key=_cost), *sorted(others, key=_cost)][:PAIRS]
    return tuple(sorted(wanted, key=lambda judged: judged.number))


def _cost(judged: Judged) -> float:
    return -judged.cost


def _signed(points: float | None) -> str:
    if points is None:
        return "–"
    return f"{whole:+d}".replace("-", "−") if (whole := round(points)) else "0"


class _Sheet(Sheet):
    def __init__(self, telling: Telling, review: Review, shown: Sequence[Judged], width: int) -> None:
        self.review = review
        self.first = HEAD + LABELS
        self.second = self.first + len(telling.names) * (ROW + GAP) + GAP
        self.third = self.second + LEADS + 8.0
        self.each = CAPTION + BOARD * TALL + UNDER
        super().__init__(telling, width, self.third + len(shown) * self.each + PAD)

    def head(self) -> None:
        """The title, and what the columns say."""
        u, theme = self.u, self.theme
        title = fitted(self.say("replay.review"), u(17), u(UNITS - 2 * PAD), heavy=True)
        write(self.draw, (u(PAD + 2), u(HEAD / 2 + 2)), title, u(17), theme.panel_ink, heavy=True)
        for number, key in enumerate(("replay.accuracy", "replay.given", "replay.luck")):
            text = fitted(self.say(key), u(10.5), u(COLUMN - 4))
            at = u(self._column(number)), u(HEAD + LABELS / 2 - 1)
            write(self.draw, at, text, u(10.5), theme.panel_soft, anchor="mm")

    def _column(self, number: int) -> float:
        """The middle of a column of figures."""
        return UNITS - PAD - COLUMN * (2.5 - number)

    def players(self) -> None:
        """A row for each player, the best first."""
        for place, seat in enumerate(order_of(self.told.position.scores)):
            self._row(seat, self.first + place * (ROW + GAP))

    def _row(self, seat: int, top: float) -> None:
        u, theme, review = self.u, self.theme, self.review
        size = u(UNITS - 2 * PAD), u(ROW)
        plate = self.sprites.plate(size, u(5), theme.panel_card, theme.table_line, u(0.8))
        self.image.paste(plate, (u(PAD), u(top)), plate)
        middle = top + ROW / 2
        self.paste(self.mark(seat, 20), PAD + 16, middle)
        if seat in self.told.position.winners:
            self.paste(self.crown(13), PAD + 7, top + 3)
        room = u(UNITS - 2 * PAD - 3 * COLUMN - 34)
        name = fitted_names(self.names, u(13), room)[seat]
        write(self.draw, (u(PAD + 31), u(middle)), name, u(13), theme.panel_ink)
        accuracy = review.accuracy(seat)
        figures = (
            "–" if accuracy is None else f"{accuracy} %",
            f"{review.given_away(seat):.0f}",
            _signed(review.luck(seat)),
        )
        for number, figure in enumerate(figures):
            at = u(self._column(number)), u(middle)
            size_of = 17 if number == 0 else 13
            write(self.draw, at, figure, u(size_of), theme.panel_ink, heavy=number == 0, anchor="mm")

    def course(self) -> None:
        """Who could expect to win, and where that turned."""
        paint_leads(
            self,
            self.review.expected,
            left=AXIS,
            right=UNITS - PAD,
            top=self.second,
            turning=self.review.turning,
        )

    def pair(self, number: int, record: GameRecord, judged: Judged) -> None:
        """A turn as it was played and as it could have been."""
        u, theme = self.u, self.theme
        top = self.third + number * self.each
        self.paste(self.mark(judged.seat, 16), PAD + 10, top + CAPTION / 2)
        text = self.say("replay.turn", number=judged.tile + 1, count=round(judged.cost))
        shown = fitted(text, u(13), u(UNITS - 2 * PAD - 24), heavy=True)
        write(self.draw, (u(PAD + 23), u(top + CAPTION / 2)), shown, u(13), theme.panel_ink, heavy=True)
        before = record.replay(judged.number)
        for side, (key, actions) in enumerate(
            (("replay.played", judged.done), ("replay.better", judged.best))
        ):
            left = PAD + side * (BOARD + 8.0)
            board = self._board(before.copy(), actions)
            self.image.paste(board, (u(left), u(top + CAPTION)))
            at = u(left + BOARD / 2), u(top + CAPTION + BOARD * TALL + UNDER / 2 - 1)
            write(
                self.draw, at, fitted(self.say(key), u(11.5), u(BOARD)), u(11.5), theme.panel_ink, anchor="mm"
            )

    def _board(self, position: Position, actions: Sequence[str]) -> Image.Image:
        """The surroundings of the tile, after these actions; the tile alone where that was all they chose."""
        seat = position.seat
        events: list[Event] = []
        for action in actions:
            events += position.play(parse_action(action))
        if position.phase is Phase.PLACE and position.tile is not None:
            return self._chosen(position.tile)
        drawn = closeup_picture(
            position, names=self.names, seat=seat, theme=self.theme.name, events=events, sprites=self.sprites
        )
        size = self.u(BOARD), self.u(BOARD * TALL)
        return drawn.image.resize(size, Image.Resampling.LANCZOS)

    def _chosen(self, kind: TileKind) -> Image.Image:
        """A tile that is not laid yet."""
        u, theme = self.u, self.theme
        image = Image.new("RGB", (u(BOARD), u(BOARD * TALL)), theme.table)
        tile = self.sprites.tile(kind.turns[0], u(BOARD / 2), theme, sets=self.told.position.sets)
        image.paste(tile, ((image.width - tile.width) // 2, (image.height - tile.height) // 2))
        return image
