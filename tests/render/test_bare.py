"""The bare board, the outlines of its segments, and the sprites of what may come."""

import random
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot import spots
from core import Deploy, Event, Laid, Phase, Place, PointsAwarded, Position, tile_kind, tile_set
from core.rulesets import EXPANSIONS, SET_NAMES
from core.segments import Terrain
from render import SPRITES, THEMES, Drawn, bare_picture, encode, looks_picture
from render.art.curves import Path, Point, turn_point
from render.art.regions import GRID, labels
from render.bare import CELL, SMALL_CELL, cell_of
from render.easel import place_of
from render.layout import Frame, Layout
from render.outlines import outline_of
from render.painter import Painter
from tests.render.positions import play, record

GAMES = (("base",), *(("base", name) for name in EXPANSIONS), ("base", *EXPANSIONS), ("discoverers",))


def part(drawn: Drawn, cell: tuple[int, int]) -> Image.Image:
    """What a bare board shows of a cell."""
    assert drawn.plan is not None
    left, top, columns, _ = drawn.plan.grid
    size = drawn.image.width // columns
    x, y = (cell[0] - left) * size, (cell[1] - top) * size
    return drawn.image.crop((x, y, x + size, y + size))


def sprite(sheet: Drawn, name: str) -> Image.Image:
    """One of the sprites of a sheet."""
    box = next(target for target in sheet.targets if target.name == name)
    width, height = sheet.image.size
    left, top = round(box.left * width), round(box.top * height)
    right, bottom = left + round(box.width * width), top + round(box.height * height)
    return sheet.image.crop((left, top, right, bottom))


def laid_alone(position: Position, cell: tuple[int, int]) -> Image.Image:
    """What the painter lays on a cell, without what stands there."""
    size = cell_of(position)
    layout = Layout(size, size, size, size, 0, 0, Frame(cell[0], cell[1], cell[0], cell[1]))
    painter = Painter(position, layout, THEMES["day"], SPRITES)
    painter.tiles()
    return painter.image


@pytest.mark.parametrize("sets", GAMES, ids="+".join)
def test_the_first_ghost_is_legal_and_the_tile_that_is_laid(sets: tuple[str, ...]) -> None:
    """In every decision of a game: each pixel but the squares where the corners of cities meet."""
    position = record(sets, 3).replay()
    rng = random.Random(7)
    compared = 0
    while compared < 40:
        play(position, lambda now: now.phase is Phase.PLACE, seed=rng.randrange(1000))
        if position.over:
            break
        cells = spots.places(position)
        sheet = looks_picture(position, spots=cells)
        cell = rng.choice(cells)
        turn = spots.looks(position, cell)[0]
        ghost = sprite(sheet, f"{cell[0]},{cell[1]} {turn}")
        assert position.can(Place(cell, turn))
        position.play(Place(cell, turn))
        laid = laid_alone(position, cell)
        assert ghost.size == laid.size
        corner = ghost.width // 8 + 1
        draw = [ImageDraw.Draw(image) for image in (ghost, laid)]
        for x in (0, ghost.width - corner):
            for y in (0, ghost.height - corner):
                for canvas in draw:
                    canvas.rectangle((x, y, x + corner, y + corner), fill=0)
        assert ImageChops.difference(ghost, laid).getbbox() is None
        compared += 1
    assert compared > 20


def test_every_spot_and_every_look_has_its_sprite() -> None:
    """What looks the same is there once; tiles to choose are there as well."""
    position = record(("base",), 2).replay()
    play(position, lambda now: now.phase is Phase.PLACE and len(now.laid) > 20)
    cells = spots.places(position)
    sheet = looks_picture(position, spots=cells, tiles=("base/A",))
    wanted = {f"{x},{y} {turn}" for x, y in cells for turn in spots.looks(position, (x, y))}
    assert {target.name for target in sheet.targets} == wanted | {"base/A"}
    assert sheet.image.width * sheet.image.height <= 13 * CELL**2
    assert sheet.image.width <= 4 * CELL


def test_the_board_keeps_its_place_and_size_while_it_grows() -> None:
    """A tile that lies shows the same pixels a turn later, wherever the picture begins now."""
    position = record(("base",), 2).replay()
    play(position, lambda now: len(now.laid) > 12)
    before = bare_picture(position)
    assert before.plan is not None
    cells = [laid.cell for laid in position.laid]
    standing = {one.cell for one in position.standing()}
    for _ in range(6):
        play(position, lambda now: now.phase is Phase.PLACE)
        place = next(action for action in position.legal_actions() if isinstance(action, Place))
        position.play(place)
    after = bare_picture(position)
    for cell in cells:
        near = {(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        if near & standing or near & {one.cell for one in position.standing()}:
            continue
        inner = (14, 26, CELL - 14, CELL - 14)  # flags and squares come when features are completed
        same = ImageChops.difference(part(before, cell).crop(inner), part(after, cell).crop(inner))
        assert sum(same.convert("L").point(bool).getdata()) < CELL * CELL // 8
    assert after.plan is not None
    left, top, columns, rows = after.plan.grid
    assert after.image.size == (columns * CELL, rows * CELL)
    assert all(left < x < left + columns - 1 and top < y < top + rows - 1 for x, y in cells)


def test_a_board_of_seventy_tiles_opens_within_350_kilobytes() -> None:
    """With everything that one decision needs; one tile of it in all its looks takes at most thirty."""
    position = record(("base",), 3).replay()
    play(position, lambda now: now.phase is Phase.PLACE and len(now.laid) >= 69)
    board = encode(bare_picture(position).image, "web")
    looks = encode(looks_picture(position, spots=spots.places(position)).image, "web")
    near = encode(bare_picture(position, near=True).image, "web")
    assert bare_picture(position).image.width % SMALL_CELL == 0
    assert len(looks.content) < 30_000
    assert len(board.content) + max(len(looks.content), len(near.content)) < 350_000


def inside(paths: tuple[Path, ...], point: Point) -> bool:
    """Whether a point is inside of closed paths, by the even-odd rule."""
    x, y = point
    odd = False
    for path in paths:
        for (ax, ay), (bx, by) in pairwise((*path, path[0])):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                odd = not odd
    return odd


@pytest.mark.parametrize("set_name", SET_NAMES)
def test_outlines_are_those_of_the_segments(set_name: str) -> None:
    """Each segment of each tile in each turn: nearly every point of it is inside, and its figure."""
    for kind_id in tile_set(set_name).kinds:
        kind = tile_kind(kind_id)
        for turn in (0, 1):
            laid = Laid(0, kind.turns[turn], (0, 0), 0, 0, 0)
            for number, segment in enumerate(kind.segments):
                paths = outline_of(laid, laid.tile.names[number])
                assert inside(paths, place_of(laid, laid.tile.names[number]))
                if segment.kind is Terrain.MONASTERY:
                    continue
                cells = labels(kind_id)
                wrong = sum(
                    inside(paths, turn_point(((x + 0.5) / GRID, (y + 0.5) / GRID), turn))
                    != (cells[y * GRID + x] == number)
                    for x in range(2, GRID, 4)
                    for y in range(2, GRID, 4)
                )
                assert wrong <= 12, (kind_id, turn, number)


def test_a_plan_tells_where_areas_are() -> None:
    """Outlines come in the order of what was asked for, in cells of the board."""
    position = record(("base",), 2).replay()
    play(position, lambda now: len(spots.letters(now)) > 2)
    assert position.last is not None
    x, y = position.last.cell
    areas = [(position.last.cell, where) for _, where in spots.letters(position)]
    plan = bare_picture(position, areas=areas).plan
    assert plan is not None
    assert len(plan.outlines) == len(areas)
    for outline in plan.outlines:
        assert x <= outline.at[0] <= x + 1
        assert y <= outline.at[1] <= y + 1
        assert inside(outline.paths, outline.at)


def test_a_plan_tells_where_points_were_won() -> None:
    """Whose they are, how many, and in which cell."""
    position, rng = record(("base",), 2).replay(), random.Random(1)
    events: tuple[Event, ...] = ()
    while not any(isinstance(event, PointsAwarded) for event in events):
        events = position.play(rng.choice(position.legal_actions()))
    won = [event for event in events if isinstance(event, PointsAwarded)]
    plan = bare_picture(position, events=events).plan
    assert plan is not None
    assert [(seat, points, (x // 1, y // 1)) for seat, points, (x, y) in plan.won] == [
        (event.seat, event.points, event.at) for event in won
    ]


def test_figures_to_choose_lie_or_stand_as_they_will() -> None:
    """A farmer lies; a knight stands."""
    position = record(("base",), 2).replay()

    def both(now: Position) -> bool:
        names = {
            action.where.partition("@")[0] for action in now.legal_actions() if isinstance(action, Deploy)
        }
        return {"field", "city"} <= names

    play(position, both)
    assert position.last is not None
    letters = [where for _, where in spots.letters(position)]
    pieces = [
        (figure, position.last.cell, where) for where in letters for figure in spots.figures(position, where)
    ]
    sheet = looks_picture(position, pieces=pieces)
    x, y = position.last.cell
    field = next(where for where in letters if where.startswith("field"))
    city = next(where for where in letters if where.startswith("city"))
    lying, standing = (sprite(sheet, f"meeple {x},{y} {where}") for where in (field, city))
    assert lying.tobytes() != standing.tobytes()
    assert sheet.image.mode == "RGBA"
