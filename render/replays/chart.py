"""The score over the turns, a line for each player."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from core import GameRecord
from core.opponents.review import expectations
from core.records.history import history
from render.art.brush import blend
from render.drawn import Drawn
from render.inks import contrast
from render.layout import UNITS
from render.lettering import fitted, fitted_names, label, write
from render.replays.leads import TALL as LEADS
from render.replays.leads import paint_leads
from render.replays.text import order_of
from render.say import Say
from render.sheet import Sheet, Telling
from render.sprites import SPRITES, Sprites
from render.theme import PLAYERS
from render.themes import theme_named

WIDTH: Final = 1260
ZOOM: Final = 2
"""Lines are drawn so many times too large, and shrunk once, which smooths them."""

LEFT, RIGHT, TOP, BOTTOM = 32.0, 50.0, 34.0, 24.0
PLOT = 210.0
LEGEND = 21.0
STEP = 22.0
"""How wide a step of the final scoring is, in units: its picture is above it."""

FAINT: Final = 1.8
"""Lines that stand out from the ground less than that have an edge."""

AXIS: Final = 11
"""How far from its end stands what an axis counts, in units."""

ROUND: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9)
"""Steps between the numbers along an axis; the last is larger than any game."""

APART = 15.5
"""How far the numbers at the ends of the lines are apart at least."""


def score_chart(
    record: GameRecord,
    *,
    names: Sequence[str],
    say: Say,
    theme: str = "day",
    width: int = WIDTH,
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw the scores of a game, over or not, turn by turn; the final scoring follows on a ground of its own.

    Below is by how much whoever was ahead could expect to win.

    ``names`` are the players' by seat. Each line has its player's colour and carries the player's mark. The
    same arguments give the same pixels. Raises RecordError as replaying the record does.
    """
    chart = _Chart(Telling(history(record), names, say, theme_named(theme), sprites), width)
    chart.ground()
    chart.lines()
    chart.words()
    chart.ends()
    chart.leads(expectations(record))
    chart.legend()
    return Drawn(chart.image)


class _Chart(Sheet):
    def __init__(self, telling: Telling, width: int) -> None:
        told, seats = telling.told, len(telling.names)
        self.columns = 2 if seats in (2, 4) else 3
        super().__init__(
            telling, width, TOP + PLOT + BOTTOM + LEADS + LEGEND * -(-seats // self.columns) + 6.0
        )
        # for each turn, the start first, and for each step of the final scoring: where it lies, the scores
        self.turns = [(0,) * seats, *(turn.scores for turn in told.turns)]
        self.scores = [*self.turns, *(step.scores for step in told.final)]
        self.split = UNITS - RIGHT - STEP * len(told.final)
        across, last = self.split - LEFT, max(len(told.turns), 1)
        self.places = [LEFT + across * index / last for index in range(len(self.turns))]
        self.places += [self.split + STEP * (index + 1) for index in range(len(told.final))]
        highest = max(map(max, self.scores))
        self.tick = _tick(highest)
        self.most = self.tick * max(-(-highest // self.tick), 1)

    def y(self, score: float) -> float:
        """Where a score lies, in units."""
        return TOP + PLOT * (1 - score / self.most)

    def ground(self) -> None:
        """The plot with its grid, and the ground of the final scoring."""
        draw, theme = self.draw, self.theme
        right = UNITS - RIGHT
        draw.rectangle((self.u(LEFT), self.u(TOP), self.u(right), self.u(TOP + PLOT)), fill=theme.panel_card)
        if self.told.final:
            box = (self.u(self.split), self.u(TOP), self.u(right), self.u(TOP + PLOT))
            draw.rectangle(box, fill=blend(theme.panel_card, theme.panel_soft, 0.22))
        grid = blend(theme.panel_card, theme.panel_soft, 0.35)
        for score in range(0, self.most + 1, self.tick):
            y = self.u(self.y(score))
            draw.line((self.u(LEFT), y, self.u(right), y), fill=grid, width=self.u(0.6))
            write(draw, (self.u(LEFT - 5), y), str(score), self.u(10.5), theme.panel_ink, anchor="rm")
        base = self.u(self.y(0))
        draw.line((self.u(LEFT), base, self.u(right), base), fill=theme.panel_soft, width=self.u(1.2))

    def lines(self) -> None:
        """The lines of the players, the leader's on top."""
        theme = self.theme
        top, left = self.u(TOP - 4), self.u(LEFT)
        box = (left, top, self.u(UNITS - RIGHT + 4), self.u(TOP + PLOT + 4))
        part = self.image.crop(box)
        large = part.resize((part.width * ZOOM, part.height * ZOOM), Image.Resampling.NEAREST)
        draw = ImageDraw.Draw(large)
        for seat in reversed(order_of(self.scores[-1])):
            look = PLAYERS[seat % len(PLAYERS)]
            points = [
                ((x * self.unit - left) * ZOOM, (self.y(scores[seat]) * self.unit - top) * ZOOM)
                for x, scores in zip(self.places, self.scores, strict=True)
            ]
            draw.line(points, fill=theme.panel_card, width=self.u(4.6) * ZOOM, joint="curve")
            if contrast(look.colour, theme.panel_card) < FAINT:
                draw.line(points, fill=look.on_colour, width=self.u(3.4) * ZOOM, joint="curve")
            draw.line(points, fill=look.colour, width=self.u(2.2) * ZOOM, joint="curve")
        self.image.paste(large.reduce(ZOOM), box[:2])
        self._marks()

    def _marks(self) -> None:
        """The players' marks along their lines, each at other turns."""
        turns, seats = len(self.turns) - 1, len(self.names)
        every = 4 * seats
        for seat in reversed(order_of(self.scores[-1])):
            mark = self.mark(seat, 10)
            for number in range(1, every + 1):
                if number % seats != seat or number == every:
                    continue
                index = round(turns * number / every)
                if self.turns[index][seat]:
                    self.paste(mark, self.places[index], self.y(self.turns[index][seat]))

    def words(self) -> None:
        """The title, the numbers of tiles, and the pictures of the final scoring."""
        draw, theme = self.draw, self.theme
        title = fitted(self.say("replay.chart"), self.u(14), self.u(250), heavy=True)
        write(draw, (self.u(LEFT), self.u(14)), title, self.u(14), theme.panel_ink, heavy=True)
        tiles = len(self.turns)
        every = next(step for step in ROUND if tiles / step <= 9)
        low = self.u(TOP + PLOT + 10)
        for number in range(every, tiles + 1, every):
            x = round(self.places[number - 1] * self.unit)
            draw.line(
                (x, self.u(TOP + PLOT), x, self.u(TOP + PLOT + 3)), fill=theme.panel_soft, width=self.u(1)
            )
            write(draw, (x, low), str(number), self.u(10.5), theme.panel_ink, anchor="mm")
        text = fitted(self.say("replay.tiles"), self.u(10.5), self.u(UNITS - self.split - AXIS))
        write(draw, (self.u(self.split + AXIS), low), text, self.u(10.5), theme.panel_soft)
        for index, step in enumerate(self.told.final):
            self.paste(self.kind(step.kind, STEP - 5), self.split + STEP * (index + 0.5), TOP - 11)

    def ends(self) -> None:
        """At the end of each line the player's mark and score, moved apart where they would meet."""
        order = order_of(self.scores[-1])
        spots: list[float] = []
        for seat in order:
            wanted = self.y(self.scores[-1][seat])
            spots.append(max(wanted, spots[-1] + APART) if spots else wanted)
        lowest = TOP + PLOT - 2
        for index in range(len(spots) - 1, -1, -1):
            spots[index] = min(spots[index], lowest)
            lowest = spots[index] - APART
        x = UNITS - RIGHT
        for seat, y in zip(order, spots, strict=True):
            end = self.u(self.y(self.scores[-1][seat]))
            self.draw.line(
                (self.u(x), end, self.u(x + 8), self.u(y)), fill=self.theme.panel_soft, width=self.u(1)
            )
            self.paste(self.mark(seat, 14), x + 13, y)
            score = label(str(self.scores[-1][seat]), self.u(13), self.theme.panel_ink, None, 0)
            self.paste(score, x + 23 + score.width / self.unit / 2, y)

    def leads(self, expected: Sequence[Sequence[float]]) -> None:
        """The strip with what could be expected, below the turns."""
        paint_leads(self, expected, left=LEFT, right=self.split, top=TOP + PLOT + BOTTOM)

    def legend(self) -> None:
        """Whose mark is which."""
        across = (UNITS - 2 * 12.0) / self.columns
        first = TOP + PLOT + BOTTOM + LEADS + LEGEND / 2
        names = fitted_names(self.names, self.u(12.5), self.u(across - 26))
        for seat, name in enumerate(names):
            row, column = divmod(seat, self.columns)
            x, y = 12.0 + column * across, first + row * LEGEND
            self.paste(self.mark(seat, 16), x + 8, y)
            write(self.draw, (self.u(x + 20), self.u(y)), name, self.u(12.5), self.theme.panel_ink)


def _tick(most: int) -> int:
    """How far apart the lines of the grid are: five or six of them, at round scores."""
    return next(step for step in ROUND if most / step <= 6)
