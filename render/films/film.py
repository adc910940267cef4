"""A whole game as a film."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core import GameRecord
from core.records.history import History, history
from render.films.board import FilmBoard, film_layout
from render.films.gif import GifWriter, palette_of
from render.films.panel import FilmPanel, panel_units
from render.films.stage import Stage, Thing
from render.layout import UNITS
from render.lettering import fitted_names, isolated
from render.say import Say
from render.sheet import Telling
from render.sprites import SPRITES, Sprites
from render.theme import DARK, PLAYERS, WHITE, Colour, Theme
from render.themes import theme_named

WIDTH: Final = 560

FIRST, TILE, POINTS, FINAL, LAST = 1000, 300, 800, 2000, 5000
"""How long frames stay, in milliseconds: the start tile, a tile, a tile that gave points, a step of the final
scoring, the end."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Film:
    """A film as a file."""

    content: bytes
    filename: str
    mime: str
    frames: int


def film(
    record: GameRecord,
    *,
    names: Sequence[str],
    say: Say,
    theme: str = "day",
    width: int = WIDTH,
    progress: Progress | None = None,
    name: str = "bastide",
    sprites: Sprites = SPRITES,
) -> Film:
    """Draw a game, over or not, as an animated GIF.

    It has a frame for the start tile, for each tile laid, for each step of the final scoring, and for the
    end, which lingers. ``names`` are the players' by seat. ``progress`` is called with the frames that are
    done and all there will be. The same arguments give the same bytes. Raises RecordError as replaying the
    record does.
    """
    telling = Telling(history(record), names, say, theme_named(theme), sprites)
    maker = _Maker(telling, width)
    frames = frame_count(telling.told)
    for done in maker.frames():
        if progress is not None:
            progress(done, frames)
    return Film(maker.gif.content, f"{name}.gif", "image/gif", maker.gif.frames)


def frame_count(told: History) -> int:
    """How many frames the film of a game has."""
    return 1 + len(told.turns) + len(told.final) + told.position.over


class _Maker:
    def __init__(self, telling: Telling, width: int) -> None:
        self.told, self.names, self.say = telling.told, telling.names, telling.say
        theme, position = telling.theme, telling.told.position
        panel = round(panel_units(len(telling.names)) * width / UNITS)
        layout = film_layout(position, width, panel)
        self.board = FilmBoard(position, layout, theme, telling.sprites)
        self.panel = FilmPanel(telling, layout)
        palette = palette_of(self.board.ground, _fixed(theme, len(telling.names)))
        self.stage = Stage((layout.width, layout.height), theme.table, palette)
        self.gif = GifWriter((layout.width, layout.height), palette)

    def frames(self) -> Iterator[int]:
        """Add one frame after another; yields how many there are."""
        for milliseconds, things in self._scenes():
            changed, at = self.stage.show(things)
            self.gif.add(changed, at, milliseconds)
            yield self.gif.frames

    def _scenes(self) -> Iterator[tuple[int, list[Thing]]]:
        """What stands on the stage, for how many milliseconds."""
        board, panel, position = self.board, self.panel, self.told.position
        panel.prepare(self.stage)
        panel.progress(self.stage, 1)
        board.lay(self.stage, position.laid[0].cell)
        yield FIRST, [*board.things(()), *panel.cards((0,) * len(self.names))]
        for turn in self.told.turns:
            board.lay(self.stage, turn.placed.at, turn.placed.seat)
            board.follow([event for _, event in turn.events])
            panel.progress(self.stage, 1 + turn.number)
            gained = {award.seat for award in turn.awards}
            caption = panel.turn(turn.placed.seat, turn.awards)
            cards = panel.cards(turn.scores, gained=gained)
            yield POINTS if gained else TILE, [*board.things(turn.awards), *cards, *caption]
        board.settle()
        for step in self.told.final:
            gained = {seat for seat, points in enumerate(step.points) if points}
            caption = panel.words(self.say("replay.final"), step.awards)
            yield FINAL, [*board.things(step.awards), *panel.cards(step.scores, gained=gained), *caption]
        if position.over:
            shown = fitted_names(self.names, self.board.layout.units(14), self.board.layout.width, heavy=True)
            winners = tuple(isolated(shown[seat]) for seat in position.winners)
            caption = panel.words(self.say("replay.won", winners=winners), ())
            yield LAST, [*board.things(()), *panel.cards(position.scores, won=position.winners), *caption]


def _fixed(theme: Theme, players: int) -> Iterator[Colour]:
    """Colours that every film of a theme has."""
    yield from (theme.panel, theme.panel_card, theme.panel_ink, theme.table, theme.table_line, theme.accent)
    yield from (WHITE, DARK, theme.ink, theme.church_roof, theme.soil, theme.shield_trim)
    for look in PLAYERS[:players]:
        yield look.colour
        yield look.on_colour
