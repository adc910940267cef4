"""Numbers and letters of choices: above the figures, clear of them and of each other."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from core import Cell, Phase, Position, TakeBack
from core.sets.abbey_mayor.actions import MoveWagon
from core.sets.hills_sheep.actions import SHEPHERD
from render import PLAYERS, SPRITES, board_picture, closeup_picture
from render.bands import area_of, arrange_bands, bands
from render.labels import Box, around, meets, placed
from render.layout import Frame, arrange, frame
from render.lettering import width
from render.numbers import needed_units, number_size, signs_of
from render.painter import Painter
from render.panel import panel_height
from render.sets import figure_size
from render.themes import THEMES
from tests.render.positions import (
    ALL_OF_CARCASSONNE,
    EVERYTHING,
    NAMES,
    deploying,
    long_board,
    offered,
    placing,
    play,
    record,
)

PICTURE: Box = (0.0, 0.0, 840.0, 840.0)
points = st.tuples(st.floats(0, 840), st.floats(0, 840))
figure_boxes = points.map(lambda point: around(point, 60, 66))


@given(st.lists(points, max_size=12), st.lists(figure_boxes, max_size=8), st.lists(figure_boxes, max_size=4))
def test_labels_never_overlap(wanted: list[tuple[float, float]], clear: list[Box], taken: list[Box]) -> None:
    """Wherever labels are wanted, even all at one point, each can be read, and is in the picture."""
    found = [around(at, 54, 54) for at in placed(wanted, (54, 54), clear=clear, taken=taken, within=PICTURE)]
    assert len(found) == len(wanted)
    assert not any(meets(one, other) for one, other in combinations(found, 2))
    assert not any(meets(one, other) for one in found for other in taken)
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= 840 and box[3] <= 840 for box in found)


@given(points)
def test_a_label_with_room_stays_where_it_is_wanted(wanted: tuple[float, float]) -> None:
    """Nothing moves without need, but for the border of the picture."""
    ((x, y),) = placed([wanted], (54, 54), within=PICTURE)
    assert (x, y) == (min(max(wanted[0], 27), 813), min(max(wanted[1], 27), 813))


@given(points)
def test_a_label_moves_off_a_figure(wanted: tuple[float, float]) -> None:
    """A figure right where a label is wanted is seen whole beside it, and the label is near."""
    figure = around((min(max(wanted[0], 60), 780), min(max(wanted[1], 60), 780)), 60, 66)
    ((x, y),) = placed([wanted], (54, 54), clear=[figure], within=PICTURE)
    assert not meets(around((x, y), 54, 54), figure)
    assert abs(x - wanted[0]) + abs(y - wanted[1]) < 200


@cache
def _found(kind: type[MoveWagon] | type[TakeBack], sets: tuple[str, ...], least: int) -> Position:
    """A game in which so many actions of a kind are offered."""
    for seed in "0123456789abcdef":
        position = record(sets, 3, seed).opening()
        play(
            position,
            lambda p: sum(isinstance(action, kind) for action in p.legal_actions()) >= least,
            eager=0.9,
        )
        if not position.over:
            return position
    raise AssertionError("no such game")


def numbered(cells: Sequence[Cell]) -> dict[Cell, str]:
    """The cells with their numbers."""
    return {cell: str(number) for number, cell in enumerate(cells, 1)}


def _standing_on_tiles(position: Position) -> tuple[Cell, ...]:
    return tuple(sorted({standing.cell for standing in position.standing()}))


@pytest.mark.parametrize("view", ["whole", "close"])
@pytest.mark.parametrize("tiles", [20, 60, 90])
def test_numbers_on_tiles_with_figures_hide_nothing(view: str, tiles: int) -> None:
    """Numbers of tiles on which figures stand, shepherds too, overlap neither those nor each other."""
    position = placing(EVERYTHING, tiles, 6)
    cells = _standing_on_tiles(position)
    assert any(standing.figure is SHEPHERD for standing in position.standing()) or tiles == 20
    layout = arrange(frame(position, cells, view, None), 1280, panel_height(6))
    painter = Painter(position, layout, THEMES["day"], SPRITES)
    figures = painter.figure_boxes()
    signs = signs_of(painter, numbered(cells), figures, (0, 0, layout.width, layout.board_height))
    assert not any(meets(one.box, other.box) for one, other in combinations(signs, 2))
    assert not any(meets(sign.box, figure) for sign in signs for figure in figures)


def test_numbers_hide_no_larger_figure() -> None:
    """On a board of everything with big meeples, too."""
    position = placing(ALL_OF_CARCASSONNE, 140, 6, "77")
    cells = _standing_on_tiles(position)
    assert any(figure_size(standing.figure) > 1 for standing in position.standing())
    layout = arrange(frame(position, cells, "whole", None), 1280, panel_height(6, crowded=True))
    painter = Painter(position, layout, THEMES["day"], SPRITES)
    figures = painter.figure_boxes()
    signs = signs_of(painter, numbered(cells), figures, (0, 0, layout.width, layout.board_height))
    assert not any(meets(sign.box, figure) for sign in signs for figure in figures)


def test_a_number_is_painted_above_every_figure() -> None:
    """What is painted where a number stands does not depend on the figures."""
    position = placing(EVERYTHING, 60, 6)
    cells = _standing_on_tiles(position)
    drawn, bare = (
        board_picture(position, names=NAMES, spots=shown, view="whole").image for shown in (cells, ())
    )
    layout = arrange(frame(position, cells, "whole", None), 1280, panel_height(6))
    painter = Painter(position, layout, THEMES["day"], SPRITES)
    signs = signs_of(
        painter, numbered(cells), painter.figure_boxes(), (0, 0, layout.width, layout.board_height)
    )
    for sign in signs:
        middle = around((round(sign.at[0]), round(sign.at[1])), sign.size // 5 * 2, sign.size // 5 * 2)
        assert ImageChops.difference(drawn.crop(middle), bare.crop(middle)).getbbox() is not None
        colours = {colour for _, colour in drawn.crop(middle).getcolors(1 << 16) or ()}
        assert THEMES["day"].spot in colours


def test_wagons_see_the_numbers_of_their_ways() -> None:
    """The numbers of where a wagon can go are apart, and the picture has each of them to tap."""
    position = _found(MoveWagon, ("base", "abbey-mayor"), 2)
    cells = tuple(sorted({a.cell for a in position.legal_actions() if isinstance(a, MoveWagon)}))
    drawn = board_picture(position, names=NAMES[:3], spots=cells)
    assert [target.name for target in drawn.targets] == [str(number + 1) for number in range(len(cells))]


def _back(position: Position) -> tuple[tuple[str, Cell, str], ...]:
    found = [action for action in position.legal_actions() if isinstance(action, TakeBack)]
    return tuple((str(number), action.cell, action.where) for number, action in enumerate(found, 1))


@pytest.mark.parametrize("least", [1, 2, 3, 4])
def test_figures_that_can_be_taken_back_are_shown_with_their_numbers(least: int) -> None:
    """However far off they stand, the picture has the figure, and its number beside it and the letters."""
    position = _found(TakeBack, ("discoverers",), least)
    assert position.phase is Phase.DEPLOY
    figures, letters = _back(position), offered(position)
    drawn = closeup_picture(position, names=NAMES[:3], letters=letters, figures=figures)
    wide, tall = drawn.image.size
    named = [*(number for number, *_ in figures), *(letter for letter, _ in letters)]
    assert [target.name for target in drawn.targets] == named
    places = [
        ((t.left + t.width / 2) * wide, (t.top + t.height / 2) * tall, t.width * wide) for t in drawn.targets
    ]
    boxes = [around((x, y), size - 0.1, size - 0.1) for x, y, size in places]
    assert not any(meets(one, other) for one, other in combinations(boxes, 2))
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= wide and box[3] <= tall for box in boxes)
    without = closeup_picture(position, names=NAMES[:3], letters=letters).image
    same = drawn.image.size == without.size
    assert not same or ImageChops.difference(drawn.image, without).getbbox() is not None


def test_a_closeup_without_take_backs_stays_as_large_as_it_was() -> None:
    """Nine tiles at 280 pixels, of which the upper and lower ones are cut."""
    position = deploying(EVERYTHING, 45)
    assert closeup_picture(position, names=NAMES[:2], letters=offered(position)).image.size == (840, 689)


@pytest.mark.parametrize(("columns", "rows"), [(40, 8), (8, 40), (30, 6)])
@pytest.mark.parametrize("view", ["whole", "close"])
def test_numbers_on_a_long_board_do_not_run_together(columns: int, rows: int, view: str) -> None:
    """On a phone 420 pixels wide every number has room of its own and can be read."""
    position = long_board(columns, rows)
    cells = tuple(sorted(position.legal_spots()))
    shown = frame(position, cells, view, None)
    parts = bands(shown, needed_units(len(cells)), panel_height(2))
    covered = [cell for part in parts for cell in _cells(part)]
    assert sorted(covered) == sorted(_cells(shown)), "every cell is in one band"
    whole, *layouts = arrange_bands(shown, parts, 1280, panel_height(2))
    boxes: list[Box] = []
    for number, layout in enumerate(layouts):
        area = area_of(whole, shown, len(parts), number)
        painter = Painter(position, layout, THEMES["day"], SPRITES)
        here = {cell: text for cell, text in numbered(cells).items() if cell in layout.frame}
        size = number_size(painter, max(map(len, here.values()), default=1))
        assert size >= int(8 * layout.unit)
        for sign in signs_of(painter, here, (), area):
            box = around(sign.at, width(sign.text, size, heavy=True), size * 0.72)
            assert box[0] >= area[0]
            assert box[1] >= area[1]
            assert box[2] <= area[2]
            assert box[3] <= area[3]
            boxes.append(box)
    assert len(boxes) == len(cells)
    assert not any(meets(one, other) for one, other in combinations(boxes, 2))


def _cells(part: Frame) -> list[Cell]:
    return [(x, y) for x in range(part.left, part.right + 1) for y in range(part.top, part.bottom + 1)]


@pytest.mark.parametrize(("columns", "rows"), [(40, 8), (8, 40)])
def test_what_is_tapped_on_a_long_board_is_the_spot(columns: int, rows: int) -> None:
    """In every band the box of a number shows the plate of its spot."""
    position = long_board(columns, rows)
    spots = tuple(sorted(position.legal_spots()))
    drawn = board_picture(position, names=NAMES[:2], spots=spots, view="whole")
    assert [target.name for target in drawn.targets] == [str(number + 1) for number in range(len(spots))]
    look = PLAYERS[position.layer]
    # the frame of the last tile reaches into the spots beside it
    shown = {THEMES["day"].spot, THEMES["day"].spot_edge, look.colour, look.on_colour}
    for target in drawn.targets:
        x = int((target.left + target.width / 2) * drawn.image.width)
        y = int((target.top + target.height * 0.15) * drawn.image.height)
        assert drawn.image.getpixel((x, y)) in shown


def test_a_compact_board_is_not_cut() -> None:
    """Where numbers have room there is one band, and without numbers there is nothing to make room for."""
    position = placing(EVERYTHING, 60, 6)
    spots = tuple(position.legal_spots())
    shown = frame(position, spots, "whole", None)
    assert bands(shown, needed_units(len(spots)), panel_height(6)) == (shown,)
    long = frame(long_board(40, 8), (), "whole", None)
    assert bands(long, needed_units(0), panel_height(2)) == (long,)
