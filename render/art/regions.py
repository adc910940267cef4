"""Which point of a tile belongs to which segment, on a coarse grid.

From this come the places where figures stand, how far trees and houses may go, and the tint of a
feature. Everything is computed for turn 0 and turned as a whole.
"""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from core.segments import Terrain
from render.art.curves import Point, on_side, ribbon, turn_point
from render.art.plan import TilePlan, plan_of
from render.art.plan_areas import CITY
from render.art.plan_roads import ROAD, middle, monastery_spot
from render.art.plan_waters import WATER
from render.rooms import kept

GRID = 64
WIDE = GRID + 1
NOTHING, UNCLAIMED = 255, 254
"""What is not reached yet, and what is no segment and keeps others apart."""
LEAST_SPACE = 0.125
"""How much room there has to be around a figure that stands aside from a port city."""
SIGN_GAPS, LEAST_SIGN = (0.40, 0.36, 0.32, 0.28), 0.09
"""How far a sign hangs from where a figure stands, if it can be, and how much room there has to be."""
_ROTATIONS = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)


@lru_cache(maxsize=64)
def labels(kind_id: str) -> bytes:
    """The segment at each cell of the grid, row by row, for turn 0, or NOTHING or UNCLAIMED."""
    return label_grid(plan_of(kind_id), GRID)


def label_grid(plan: TilePlan, grid: int) -> bytes:
    """The segments of an unturned plan on a grid of ``grid`` cells a side."""
    image = Image.new("L", (grid, grid), NOTHING)
    draw = ImageDraw.Draw(image)

    def scaled(path: tuple[Point, ...]) -> list[Point]:
        return [(x * grid - 0.5, y * grid - 0.5) for x, y in path]

    for region in plan.regions:
        draw.polygon(scaled(region.outline), fill=region.segment)
    for part in plan.layers:
        draw.polygon(scaled(part.outline), fill=part.segment)
    for water in plan.waters:
        draw.line(scaled(water.path), fill=UNCLAIMED, width=round(2 * WATER * grid), joint="curve")
        if water.pool:
            draw.polygon(scaled(water.pool), fill=UNCLAIMED)
    for road in plan.roads:
        for path in road.paths:
            draw.line(scaled(path), fill=road.segment, width=round(2 * ROAD * grid), joint="curve")
    return image.tobytes() if plan.regions else _with_fields(plan, bytearray(image.tobytes()), grid)


def _with_fields(plan: TilePlan, cells: bytearray, grid: int) -> bytes:
    """The grid with each field poured in from the half-edges that it holds."""
    for number, segment in enumerate(plan.kind.segments):
        if segment.kind is Terrain.FIELD:
            for port in segment.ports:
                side, half = divmod(port - 4, 2)
                x, y = on_side(side, 0.3 + 0.4 * half, 0.012)
                _flood(cells, grid, int(y * grid) * grid + int(x * grid), number)
    return bytes(cells)


def _flood(cells: bytearray, grid: int, start: int, number: int) -> None:
    if cells[start] != NOTHING:
        return
    cells[start] = number
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        column = cell % grid
        for other, ok in (
            (cell - 1, column > 0),
            (cell + 1, column < grid - 1),
            (cell - grid, cell >= grid),
            (cell + grid, cell < grid * (grid - 1)),
        ):
            if ok and cells[other] == NOTHING:
                cells[other] = number
                waiting.append(other)


@kept
def cell_mask(kind_id: str, segment: int) -> Image.Image:
    """The segment's cells as an image of 0 and 255 without port cities, GRID cells a side, turn 0."""
    image = Image.frombytes("L", (GRID, GRID), labels(kind_id))
    shape = image.point([255 if value == segment else 0 for value in range(256)])
    _leave_out_cities(ImageDraw.Draw(shape), plan_of(kind_id), GRID)
    return shape


def _leave_out_cities(draw: ImageDraw.ImageDraw, plan: TilePlan, scale: int) -> None:
    """Clear the places of port cities: they belong to no area and are to be counted."""
    for (x, y), _ in plan.ports:
        box = ((x - CITY) * scale, (y - CITY) * scale, (x + CITY) * scale, (y + CITY) * scale)
        draw.ellipse(box, fill=0)


def mask(kind_id: str, turn: int, segment: int, size: int) -> Image.Image:
    """The segment's shape on the turned tile with soft edges, ``size`` pixels a side."""
    image = cell_mask(kind_id, segment)
    rotation = _ROTATIONS[turn]
    if rotation is not None:
        image = image.transpose(rotation)
    return image.resize((size, size), Image.Resampling.BICUBIC)


@lru_cache(maxsize=128)
def clearance(kind_id: str, segment: int) -> bytes:
    """For each cell its distance, in cells, from the nearest point outside the segment or the tile."""
    cells = labels(kind_id).translate(bytes(value == segment for value in range(256)))
    # One number with a byte for each cell, and an empty byte after each row: cells move by shifting.
    rows = (cells[start : start + GRID] for start in range(0, GRID * GRID, GRID))
    shape = int.from_bytes(b"".join(row + b"\0" for row in rows), "big")
    total = shape
    for step in range(24):
        # alternating squares and crosses of erosion approximate a round distance
        shape = _square(shape) if step % 2 else _cross(shape)
        if not shape:
            break
        total += shape
    counted = total.to_bytes(GRID * WIDE, "big")
    return b"".join(counted[start : start + GRID] for start in range(0, GRID * WIDE, WIDE))


def _cross(shape: int) -> int:
    return shape << 8 & shape >> 8 & shape << 8 * WIDE & shape >> 8 * WIDE


def _square(shape: int) -> int:
    shape &= shape << 8 & shape >> 8
    return shape & shape << 8 * WIDE & shape >> 8 * WIDE


def room(kind_id: str, segment: int, point: Point) -> float:
    """How far a point is from everything that is not its segment, in tiles, roughly."""
    x, y = int(point[0] * GRID), int(point[1] * GRID)
    if not (0 <= x < GRID and 0 <= y < GRID):
        return 0.0
    return clearance(kind_id, segment)[y * GRID + x] / GRID


@lru_cache(maxsize=2048)
def widest(
    kind_id: str, segment: int, apart: tuple[Point, ...] = (), gap: float = 0.0
) -> tuple[Point, float]:
    """The middle of the segment's roomiest place and its radius; ``gap`` away from the points ``apart``."""
    cells = clearance(kind_id, segment)
    best, where = -1.0, GRID * GRID // 2
    for cell, value in enumerate(cells):
        if value and value > best - 1.5:
            x, y = (cell % GRID + 0.5) / GRID, (cell // GRID + 0.5) / GRID
            if any((x - p[0]) ** 2 + (y - p[1]) ** 2 < gap * gap for p in apart):
                continue
            worth = value - 0.9 * ((x - 0.5) ** 2 + (y - 0.5) ** 2) ** 0.5
            if worth > best:
                best, where = worth, cell
    x, y = (where % GRID + 0.5) / GRID, (where // GRID + 0.5) / GRID
    return (x, y), cells[where] / GRID


def sign_spot(kind_id: str, segment: int, reach: float) -> Point:
    """Where a sign hangs in a segment, whole on its tile and clear of where the segment's figure stands."""
    home = widest(kind_id, segment)[0]
    spot = home
    for gap in SIGN_GAPS:
        spot, space = widest(kind_id, segment, (home,), gap)
        if space > LEAST_SIGN:
            break
    x, y = (min(max(along, reach), 1 - reach) for along in spot)
    return x, y


@lru_cache(maxsize=2048)
def anchor(kind_id: str, turn: int, segment: int) -> Point:
    """Where a figure on this segment stands on the turned tile."""
    if turn:
        return turn_point(anchor(kind_id, 0, segment), turn)
    plan = plan_of(kind_id)
    kind = plan.kind.segments[segment].kind
    if kind is Terrain.MONASTERY:
        return monastery_spot(plan.kind)
    if kind is Terrain.ROAD:
        return middle(next(road for road in plan.roads if road.segment == segment), plan.bridges)
    if plan.regions:
        return _beside(kind_id, segment, tuple(point for point, _ in plan.ports))
    if kind is Terrain.FIELD and plan.kind.monastery >= 0:
        return widest(kind_id, segment, (monastery_spot(plan.kind),), 0.32)[0]
    return widest(kind_id, segment)[0]


def _beside(kind_id: str, segment: int, cities: tuple[Point, ...]) -> Point:
    """Where a figure hides as little as can be of the port cities, which are counted, and stays inside."""
    for gap in (0.34, 0.28, 0.24):
        spot, space = widest(kind_id, segment, cities, gap)
        if space > LEAST_SPACE:
            return spot
    return widest(kind_id, segment)[0]


def rim(kind_id: str, turn: int, segment: int, size: int, width: float) -> Image.Image:
    """The inner rim of an area along its shores, ``width`` tiles broad: none where it leaves its tile."""
    plan, zoom = plan_of(kind_id, turn), 3
    scale = size * zoom
    inner, band = (Image.new("L", (scale, scale), 0) for _ in range(2))
    area, line = ImageDraw.Draw(inner), ImageDraw.Draw(band)
    for region in plan.regions:
        shape = [(x * scale, y * scale) for x, y in region.outline]
        area.polygon(shape, fill=255 if region.segment == segment else 0)
    for shore in plan.shores:
        if segment in (shore.left, shore.right):
            line.polygon([(x * scale, y * scale) for x, y in ribbon(shore.path, width, width)], fill=255)
    _leave_out_cities(area, plan, scale)
    return ImageChops.multiply(inner, band).reduce(zoom)
