"""Films: complete, small, the same every time, and readable by others."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops
from PIL.GifImagePlugin import GifImageFile

from core import RecordError
from core.records.history import history
from core.sets.hills_sheep.actions import SHEPHERD
from core.sets.hills_sheep.shepherds import flock
from render.films.board import FilmBoard, film_layout
from render.films.film import FIRST, LAST, POINTS, TILE, WIDTH, film, frame_count
from render.sprites import Sprites
from render.theme import PLAYERS
from render.themes import THEMES
from tests.render.positions import ALL_OF_CARCASSONNE, EVERYTHING, NAMES, long_board
from tests.render.replays import ALL_SETS, film_of, frame, say, whole_game

GAMES = [pytest.param(sets, id="+".join(sets)) for sets in (*ALL_SETS, EVERYTHING, ALL_OF_CARCASSONNE)]


@pytest.mark.parametrize("sets", GAMES)
def test_every_tile_and_every_step_has_its_frame(sets: tuple[str, ...]) -> None:
    """The frames are start, tiles, steps of the final scoring and end; any reader of GIF finds them all."""
    played = whole_game(sets, 3)
    told = history(played)
    made = film_of(played)
    assert made.frames == frame_count(told) == 1 + len(told.turns) + len(told.final) + 1
    with GifImageFile(BytesIO(made.content)) as opened:
        assert opened.n_frames == made.frames
        assert opened.info["loop"] == 0
        assert opened.width == WIDTH
        assert opened.height % 2 == 0
        durations = []
        for number in range(made.frames):
            opened.seek(number)
            opened.load()
            durations.append(opened.info["duration"])
    assert durations[0] == FIRST
    assert durations[-1] == LAST
    assert durations[1 : len(told.turns) + 1] == [POINTS if turn.awards else TILE for turn in told.turns]


@pytest.mark.parametrize("theme", THEMES)
def test_a_film_of_84_tiles_is_small(theme: str) -> None:
    """A game of base and winter, 84 tiles, is at most 500 KB in every theme."""
    played = whole_game(("base", "winter"), 4)
    assert len(played.replay().laid) == 84
    assert len(film_of(played, theme).content) <= 500 * 1024


def test_the_same_game_gives_the_same_bytes() -> None:
    """A film depends on its arguments alone, not on what the cache holds."""
    played = whole_game(EVERYTHING, 3, tiles=20)
    films = {
        film(played, names=NAMES[:3], say=say, sprites=sprites).content
        for sprites in (Sprites(), Sprites(limit=1), Sprites())
    }
    assert len(films) == 1


@pytest.mark.parametrize("sets", GAMES)
def test_figures_follow_from_events(sets: tuple[str, ...]) -> None:
    """After all events of a game, the film's figures stand exactly where the position has them."""
    for seed in ("01", "02", "03"):
        told = history(whole_game(sets, 4, seed))
        position = told.position
        board = FilmBoard(position, film_layout(position, WIDTH, 100), THEMES["day"], Sprites())
        for turn in told.turns:
            board.follow([event for _, event in turn.events])
        stands = sorted((one.seat, one.figure, one.cell, one.where) for one in position.standing())
        assert sorted(tuple(one) for one in board.standing) == stands
        assert {one: count for one, count in board.tallies.items() if count} == {
            (SHEPHERD, seat): flock(position, seat) for seat in range(4) if flock(position, seat)
        }


def test_frames_differ_only_where_something_happened() -> None:
    """Between two frames without points, nothing outside the board, the line and the caption changes."""
    played = whole_game(("base",), 2)
    told = history(played)
    quiet = next(
        turn.number
        for turn, before in zip(told.turns[1:], told.turns, strict=False)
        if not turn.awards and not before.awards
    )
    made = film_of(played)
    one, other = frame(made, quiet - 1), frame(made, quiet)
    apart = ImageChops.difference(one, other).getbbox()
    assert apart is not None
    assert apart[3] < one.height - 45
    tile = film_layout(told.position, WIDTH, 0).cell
    assert apart[2] - apart[0] >= tile


def test_who_won_is_crowned_in_the_last_frame() -> None:
    """The last frame differs from the last step of the final scoring around the winner's card."""
    played = whole_game(("base",), 2)
    made = film_of(played)
    accent = THEMES["day"].accent
    end, before = frame(made, -1), frame(made, -2)

    def accented(image: Image.Image) -> int:
        return sum(count for count, colour in image.getcolors(1 << 20) or () if colour == accent)

    assert accented(end.crop((0, end.height - 55, end.width, end.height))) > 300
    assert ImageChops.difference(end, before).getbbox() is not None


def test_points_float_in_the_players_colour() -> None:
    """In a frame with points, the plate over the board has the colour of who got them."""
    played = whole_game(("base",), 2)
    told = history(played)
    turn = next(turn for turn in told.turns if turn.awards)
    made = film_of(played)
    layout = film_layout(told.position, WIDTH, 0)
    award = turn.awards[0]
    left, top = layout.corner(award.at)
    around = frame(made, turn.number).crop(
        (left - 12, top - 12, left + layout.cell + 12, top + layout.cell + 12)
    )
    look = PLAYERS[award.seat]
    near = [colour for _, colour in around.getcolors(1 << 16) or () if _close(colour, look.colour)]
    assert near


def _close(one: object, other: tuple[int, int, int]) -> bool:
    return isinstance(one, tuple) and all(abs(a - b) <= 8 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_a_game_under_way_can_be_filmed(count: int) -> None:
    """A film ends where its record ends, also before the first tile and in the middle of a turn."""
    played = whole_game(("base",), 2)
    begun = played.with_actions(played.actions[:count])
    made = film_of(begun)
    told = history(begun)
    assert made.frames == 1 + len(told.turns)
    assert frame(made, -1).size == frame(made, 0).size


def test_a_film_tells_its_progress() -> None:
    """``progress`` is called for each frame with those done and all there will be."""
    told: list[tuple[int, int]] = []
    played = whole_game(("base",), 2, tiles=6)
    made = film(played, names=NAMES[:2], say=say, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, made.frames) for done in range(1, made.frames + 1)]


@pytest.mark.parametrize("shape", [(40, 8), (8, 40)])
def test_long_boards_fit(shape: tuple[int, int]) -> None:
    """A board of 40 by 8 tiles keeps inside the picture, which is no taller than a phone shows."""
    position = long_board(*shape)
    layout = film_layout(position, WIDTH, 100)
    for laid in position.laid:
        left, top = layout.corner(laid.cell)
        assert 0 <= left <= layout.width - layout.cell
        assert 0 <= top <= layout.board_height - layout.cell
    assert layout.height <= 1.6 * layout.width
    assert layout.cell >= 12


def test_a_broken_record_is_refused() -> None:
    """A record that breaks a rule raises RecordError, before anything is drawn."""
    played = whole_game(("base",), 2, tiles=6)
    with pytest.raises(RecordError):
        film_of(played.with_actions(("draw", "draw")))
