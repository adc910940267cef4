"""The end of a game at a glance: who won, what gave how many points, and the best move."""

from collections.abc import Sequence
from typing import Final

from core import GameRecord, Terrain, tile_kind
from core.records.history import History, Move, history
from render.drawn import Drawn
from render.films.board import points_plate
from render.inks import ink_on
from render.layout import UNITS
from render.lettering import fitted, fitted_names, isolated, name_size, width, write
from render.paintings.icons import kind_colour
from render.replays.text import order_of
from render.say import Say
from render.sets import pictures_of
from render.sheet import Sheet, Telling
from render.sprites import SPRITES, Sprites, variant_at
from render.themes import theme_named

WIDTH: Final = 1260

PAD, HEAD, COLUMNS = 10.0, 34.0, 24.0
ROW, GAP = 46.0, 5.0
TOTAL, COLUMN, SHORTEST_NAME, LONGEST_NAME = 48.0, 38.0, 104.0, 172.0
BEST, LEGEND = 66.0, 19.0


def summary_picture(
    record: GameRecord,
    *,
    names: Sequence[str],
    say: Say,
    theme: str = "day",
    width: int = WIDTH,
    sprites: Sprites = SPRITES,
) -> Drawn:
    """Draw the standings with what gave how many points, and the move that gave one of them most.

    ``names`` are the players' by seat. The same arguments give the same pixels. Raises RecordError as
    replaying the record does.
    """
    summary = _Summary(Telling(history(record), names, say, theme_named(theme), sprites), width)
    summary.head()
    summary.players()
    summary.best()
    summary.legend()
    return Drawn(summary.image)


def kinds_of(told: History) -> tuple[str, ...]:
    """The kinds of points that a game can give, in the order in which they are told."""
    names = (kind.name for row in pictures_of(told.position.sets) for kind in row.points)
    return tuple(name for name in names if name != Terrain.FIELD or told.position.rules.farmed)


class _Summary(Sheet):
    def __init__(self, telling: Telling, width: int) -> None:
        told = telling.told
        self.kinds = kinds_of(told)
        room = UNITS - 2 * PAD - TOTAL - COLUMN * len(self.kinds)
        self.name = min(max(room, SHORTEST_NAME), LONGEST_NAME)
        self.across = (UNITS - 2 * PAD - self.name - TOTAL) / len(self.kinds)
        self.first = HEAD + COLUMNS
        self.second = self.first + len(telling.names) * (ROW + GAP) + GAP
        self.third = self.second + (BEST + GAP if told.best else 0)
        super().__init__(telling, width, self.third + -(-len(self.kinds) // 4) * LEGEND + PAD)

    def head(self) -> None:
        """Who won, and a picture above each column."""
        position, u = self.told.position, self.u
        x = PAD + 2
        text = self.say("replay.summary")
        if position.winners:
            called = fitted_names(self.names, u(17), u(UNITS), heavy=True)
            winners = tuple(isolated(called[seat]) for seat in position.winners)
            text = self.say("replay.won", winners=winners)
            self.paste(self.crown(20), x + 10, HEAD / 2 + 1)
            x += 26
        room = u(UNITS - PAD - x)
        shown = fitted(text, u(17), room, heavy=True)
        write(self.draw, (u(x), u(HEAD / 2 + 2)), shown, u(17), self.theme.panel_ink, heavy=True)
        for index, kind in enumerate(self.kinds):
            self.paste(self.kind(kind, 19), self._column(index), HEAD + COLUMNS / 2 - 1)

    def players(self) -> None:
        """A row for each player, the best first."""
        for place, seat in enumerate(order_of(self.told.position.scores)):
            self._row(seat, self.first + place * (ROW + GAP))

    def _row(self, seat: int, top: float) -> None:
        u, theme, position, points = self.u, self.theme, self.told.position, self.told.by_kind
        won = seat in position.winners
        edge, line = (theme.accent, u(2)) if won else (theme.table_line, u(0.8))
        size = u(UNITS - 2 * PAD), u(ROW)
        plate = self.sprites.plate(size, u(5), theme.panel_card, edge, line)
        self.image.paste(plate, (u(PAD), u(top)), plate)
        middle = top + 15.5
        self.paste(self.mark(seat, 20), PAD + 16, middle)
        if won:
            self.paste(self.crown(13), PAD + 7, top + 3)
        room = u(self.name - 34)
        letters = name_size(self.names, u(13), room)
        name = fitted_names(self.names, letters, room)[seat]
        write(self.draw, (u(PAD + 31), u(middle)), name, letters, theme.panel_ink)
        for index, kind in enumerate(self.kinds):
            count = points[seat].get(kind, 0)
            best = count > 0 and count == max(other.get(kind, 0) for other in points)
            ink = theme.panel_ink if count else theme.panel_soft
            write(
                self.draw, (u(self._column(index)), u(middle)), str(count) if count else "–", u(13), ink,
                heavy=best, anchor="mm",
            )  # fmt: skip
            if best:
                half = width(str(count), u(13), heavy=True) / 2 + u(1)
                x, y = self._column(index) * self.unit, u(middle + 7.5)
                self.draw.line((x - half, y, x + half, y), fill=theme.accent, width=u(1.5))
        score = str(position.scores[seat])
        at = u(UNITS - PAD - 8), u(middle)
        write(self.draw, at, score, u(19), theme.panel_ink, heavy=True, anchor="rm")
        self._bar(seat, top + 30)

    def _bar(self, seat: int, top: float) -> None:
        """The points of a player piece by piece, as long as they are many."""
        u, theme = self.u, self.theme
        most = max(*self.told.position.scores, 1)
        whole = UNITS - 2 * PAD - 16
        x = PAD + 8
        for kind in self.kinds:
            points = self.told.by_kind[seat].get(kind, 0)
            if not points:
                continue
            long = whole * points / most
            colour = kind_colour(kind, theme)
            box = (u(x), u(top), u(x + long), u(top + 11))
            self.draw.rectangle(box, fill=colour, outline=theme.panel_ink, width=u(0.8))
            if long > 25:
                self.paste(self.kind(kind, 9), x + 8, top + 5.6)
            if long > 13:
                at = x + (long + (12 if long > 25 else 0)) / 2
                write(
                    self.draw,
                    (u(at), u(top + 5.7)),
                    str(points),
                    u(9),
                    ink_on(colour),
                    heavy=True,
                    anchor="mm",
                )
            x += long

    def best(self) -> None:
        """The tile of the best move, to whom it gave most, and what."""
        move = self.told.best
        if move is None:
            return
        u, theme, placed = self.u, self.theme, move.turn.placed
        size = u(UNITS - 2 * PAD), u(BEST)
        plate = self.sprites.plate(size, u(5), theme.panel_card, theme.table_line, u(0.8))
        self.image.paste(plate, (u(PAD), u(self.second)), plate)
        side = u(BEST - 12)
        at = u(PAD + 6), u(self.second + 6)
        tile = tile_kind(placed.tile).turns[placed.turn]
        sets = self.told.position.sets
        sprite = self.sprites.tile(tile, side, theme, variant_at(placed.at), sets=sets)
        self.image.paste(sprite, at)
        self.draw.rectangle((*at, at[0] + side - 1, at[1] + side - 1), outline=theme.accent, width=u(1.6))
        x = PAD + BEST + 4
        title = fitted(self.say("replay.best"), u(12), u(UNITS - PAD - x))
        write(self.draw, (u(x), u(self.second + 19)), title, u(12), theme.panel_soft)
        middle = self.second + 43
        self.paste(self.mark(move.seat, 20), x + 10, middle)
        name = fitted_names(self.names, u(14), u(118), heavy=True)[move.seat]
        write(self.draw, (u(x + 26), u(middle)), name, u(14), theme.panel_ink, heavy=True)
        self._gains(move, x + 34 + width(name, u(14), heavy=True) / self.unit, middle)

    def _gains(self, move: Move, x: float, middle: float) -> None:
        totals: dict[str, int] = {}
        for award in move.awards:
            totals[award.reason] = totals.get(award.reason, 0) + award.points
        for kind, points in totals.items():
            self.paste(self.kind(kind, 20), x + 10, middle)
            plate = points_plate(self.sprites, move.seat, points, self.u(19))
            across = plate.width / self.unit
            self.paste(plate, x + 24 + across / 2, middle)
            x += across + 34

    def legend(self) -> None:
        """What the pictures mean."""
        across = (UNITS - 2 * PAD) / 4
        for index, kind in enumerate(self.kinds):
            row, column = divmod(index, 4)
            x, y = PAD + column * across, self.third + (row + 0.5) * LEGEND + 2
            self.paste(self.kind(kind, 13), x + 8, y)
            word = fitted(self.say(f"replay.kind.{kind}"), self.u(11), self.u(across - 20))
            write(self.draw, (self.u(x + 18), self.u(y)), word, self.u(11), self.theme.panel_ink)

    def _column(self, index: int) -> float:
        return PAD + self.name + (index + 0.5) * self.across
