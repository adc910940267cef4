"""Inns & Cathedrals: inns at their lakes, cathedrals, and big meeples."""

from typing import Final

from core import Terrain
from core.sets.inns_cathedrals import BIG
from render.art.brush import Canvas, TileCanvas, blend
from render.art.curves import Point, add, arc, length, spaced
from render.art.pieces import body, mirrored, put_mark, rounded
from render.art.plan import plan_of
from render.art.regions import room, widest
from render.sets.base import FARMER
from render.sets.pictures import Emblem, SetPictures
from render.theme import WHITE, PlayerLook

CATHEDRAL: Final = (0.5, 0.54), 0.365
"""Where on its tile a cathedral stands, and how far it reaches."""

COUNT: Final = 0.02
"""How much an inn shuns the lower right, where lists of tiles have the number of a tile."""

INN, INN_WHOLE, INN_FARMER, INN_FAR = 0.15, 0.185, 0.3, (0.172, 0.202, 0.232)
"""How far an inn with its lake reaches, how far from the border all of it is seen, how far from it a farmer
has to find room, and how far it is from the middle of its road."""

LARGER: Final = 1.32
"""How much larger a big meeple is than a meeple."""

_BIG: Final = rounded(mirrored((
    (0.45, 0.02), (0.33, 0.05), (0.29, 0.19), (0.34, 0.30), (0.16, 0.33), (-0.01, 0.43), (0.01, 0.60),
    (0.19, 0.62),
    (0.27, 0.60), (0.22, 0.74), (0.08, 0.90), (0.09, 0.99), (0.41, 0.99), (0.47, 0.90), (0.49, 0.80),
)))  # fmt: skip
"""Broader in shoulders and stance than a meeple, so that it is known by its outline, too."""

_FARMER: Final = tuple((x, 0.5 + (y - 0.5) * 1.12) for x, y in FARMER)


def paint_cathedral(canvas: TileCanvas, centre: Point, radius: float) -> None:
    """A cathedral on its square: two towers with spires, the nave between them."""
    r = radius
    canvas.stamp(_cathedral, (r,), centre, (-r * 1.25, -r * 1.3, r * 1.25, r * 1.15))


def _cathedral(canvas: TileCanvas, r: float) -> None:
    theme, ink, roof = canvas.theme, canvas.theme.ink, canvas.theme.tower_roof
    line = canvas.line * 1.2
    canvas.disc((r * 0.03, r * 0.74), (r * 1.1, r * 0.36), theme.paving_dark, ink)
    canvas.disc((0, r * 0.70), (r * 1.1, r * 0.36), theme.paving_light, ink)
    canvas.polygon(
        ((-r * 0.9, r * 0.8), (r * 0.9, r * 0.8), (r * 1.12, r * 0.96), (-r * 0.5, r * 0.96)), (*ink, 70)
    )
    _aisle(canvas, r, -1)
    _aisle(canvas, r, 1)
    # the nave with the lantern over the crossing, behind the front
    canvas.box((-r * 0.2, -r * 0.5, r * 0.2, 0), theme.plaster_dark, ink, line)
    canvas.polygon(((-r * 0.27, -r * 0.46), (0, -r * 1.12), (r * 0.27, -r * 0.46)), roof, ink, line)
    canvas.polygon(
        ((-r * 0.2, -r * 0.5), (-r * 0.02, -r * 0.98), (-r * 0.05, -r * 0.5)), blend(roof, WHITE, 0.3)
    )
    canvas.path(((0, -r * 1.1), (0, -r * 1.27)), ink, line * 1.3)
    canvas.path(((-r * 0.07, -r * 1.2), (r * 0.07, -r * 1.2)), ink, line * 1.3)
    front = (
        (-r * 0.36, r * 0.8),
        (-r * 0.36, -r * 0.12),
        (0, -r * 0.46),
        (r * 0.36, -r * 0.12),
        (r * 0.36, r * 0.8),
    )
    canvas.polygon(front, theme.plaster, ink, line)
    canvas.disc((0, r * 0.05), r * 0.19, theme.window, ink, line)
    canvas.disc((0, r * 0.05), r * 0.085, blend(theme.shield_trim, theme.window, 0.25))
    door = (*arc((0, r * 0.52), r * 0.14, 180, 360, 8), (r * 0.14, r * 0.8), (-r * 0.14, r * 0.8))
    canvas.polygon(door, theme.window, ink, line)
    for side in (-1, 1):
        _spire(canvas, r, side)


def _aisle(canvas: TileCanvas, r: float, side: int) -> None:
    theme, ink, line = canvas.theme, canvas.theme.ink, canvas.line * 1.2
    near, far, x = side * r * 0.5, side * r, side * r * 0.88
    wall = theme.plaster if side < 0 else theme.plaster_dark
    canvas.polygon(((near, r * 0.28), (far, r * 0.28), (far, r * 0.8), (near, r * 0.8)), wall, ink, line)
    slope = ((near, -r * 0.1), (far * 0.84, -r * 0.1), (far * 1.08, r * 0.34), (near, r * 0.34))
    canvas.polygon(slope, theme.tower_roof, ink, line)
    canvas.box((x - r * 0.045, r * 0.46, x + r * 0.045, r * 0.68), theme.window)


def _spire(canvas: TileCanvas, r: float, side: int) -> None:
    theme, ink, line = canvas.theme, canvas.theme.ink, canvas.line * 1.2
    x, half, top, base = side * r * 0.53, r * 0.2, -r * 0.26, r * 0.84
    canvas.box((x - half, top, x + half, base), theme.plaster, ink, line)
    canvas.box((x + half * 0.25, top + line / 2, x + half - line / 2, base - line / 2), theme.plaster_dark)
    for y in (-r * 0.1, r * 0.28):
        canvas.box((x - r * 0.05, y, x + r * 0.05, y + r * 0.2), theme.window)
    canvas.path(((x - half, r * 0.18), (x + half, r * 0.18)), ink)
    roof = theme.tower_roof
    canvas.polygon(
        ((x - half * 1.35, top + r * 0.03), (x, -r * 1.02), (x + half * 1.35, top + r * 0.03)),
        roof,
        ink,
        line,
    )
    canvas.polygon(
        ((x - half * 0.98, top - r * 0.03), (x - r * 0.015, -r * 0.88), (x - r * 0.03, top - r * 0.03)),
        blend(roof, WHITE, 0.32),
    )
    if theme.snow:
        canvas.polygon(
            ((x - half * 0.6, -r * 0.58), (x, -r * 1.0), (x + half * 0.6, -r * 0.58), (x, -r * 0.66)),
            theme.peak,
        )
    canvas.path(((x, -r * 1.0), (x, -r * 1.14)), ink, line * 1.3)


def paint_inn(canvas: TileCanvas, centre: Point, radius: float) -> None:
    """An inn with its sign, at a small lake."""
    r = radius
    canvas.stamp(_inn, (r,), centre, (-r * 1.3, -r * 1.25, r * 1.35, r * 1.2))


def _inn(canvas: TileCanvas, r: float) -> None:
    _pond(canvas, r)
    theme, ink, line = canvas.theme, canvas.theme.ink, canvas.line * 1.1
    left, right, eaves, base = -r * 0.95, r * 0.42, -r * 0.22, r * 0.34
    low = base + r * 0.18
    canvas.polygon(((left, base), (right, base), (right + r * 0.24, low), (left + r * 0.2, low)), (*ink, 64))
    canvas.box((left, eaves, right, base), theme.plaster, ink, line)
    for x in (left + r * 0.34, left + r * 0.68, left + r * 1.02):
        canvas.path(((x, eaves), (x, base)), theme.trunk, r * 0.07)
    canvas.path(((left, base - r * 0.3), (right, base - r * 0.3)), theme.trunk, r * 0.06)
    canvas.box((left + r * 0.48, base - r * 0.3, left + r * 0.72, base), theme.window, ink)
    for x in (left + r * 0.18, left + r * 1.02):
        canvas.box((x - r * 0.08, eaves + r * 0.06, x + r * 0.1, eaves + r * 0.22), theme.window)
    _thatch(canvas, r)
    sign = eaves - r * 0.02
    canvas.path(((right, sign), (right + r * 0.42, sign)), ink, line * 1.3)
    canvas.disc((right + r * 0.32, eaves + r * 0.24), r * 0.2, theme.shield_trim, ink, line)


def _pond(canvas: TileCanvas, r: float) -> None:
    theme = canvas.theme
    shore = blend(theme.sea_dark, theme.ink, 0.45)
    for grow, colour in ((0.1, theme.sand), (0.03, shore), (0.0, theme.sea)):
        canvas.disc((r * 0.26, r * 0.58), (r * (0.94 + grow), r * (0.5 + grow)), colour)
    canvas.disc((r * 0.34, r * 0.66), (r * 0.6, r * 0.28), blend(theme.sea, theme.sea_light, 0.6))
    for x, y in ((0.5, 0.62), (0.16, 0.82), (0.82, 0.5)):
        wave = ((x - 0.12, y), (x - 0.04, y - 0.05), (x + 0.06, y), (x + 0.14, y - 0.03))
        canvas.path([(r * wave_x, r * wave_y) for wave_x, wave_y in wave], WHITE, 0.010)


def _thatch(canvas: TileCanvas, r: float) -> None:
    """A roof unlike all others, so that an inn is no house."""
    theme, ink = canvas.theme, canvas.theme.ink
    straw = blend(theme.shield_trim, theme.trunk, 0.35)
    slope = ((-1.07, -0.14), (-0.71, -0.98), (0.18, -0.98), (0.54, -0.14))
    lit = ((-0.95, -0.22), (-0.65, -0.88), (-0.33, -0.88), (-0.49, -0.22))
    canvas.polygon([(x * r, y * r) for x, y in slope], straw, ink, canvas.line * 1.1)
    canvas.polygon([(x * r, y * r) for x, y in lit], blend(straw, WHITE, 0.25))
    if theme.snow:
        snow = ((-0.93, -0.46), (-0.71, -0.98), (0.18, -0.98), (0.40, -0.46), (0.02, -0.62), (-0.45, -0.54))
        canvas.polygon([(x * r, y * r) for x, y in snow], theme.peak)
    canvas.box((-r * 0.08, -r * 1.18, r * 0.12, -r * 0.74), theme.wall, ink)


def _inn_place(kind_id: str, number: int) -> tuple[Point, float]:
    """Beside the road, where a field has most room for it, and whole on its tile.

    At a crossing it stands nearer to the border than to the other roads.
    """
    plan = plan_of(kind_id)
    road = next(road for road in plan.roads if road.segment == number)
    fields = [n for n, segment in enumerate(plan.kind.segments) if segment.kind is Terrain.FIELD]

    def worth(spot: Point, far: float) -> float:
        space, field = max((room(kind_id, field, spot), field) for field in fields)
        crowded = widest(kind_id, field, (spot,), INN_FARMER)[1] < INN / 2
        border = min(*spot, 1 - spot[0], 1 - spot[1])
        return (
            min(space, INN)
            - 0.1 * far
            - 4 * max(0.0, INN_WHOLE - border)
            - COUNT * (spot[0] + spot[1])
            - 0.05 * crowded
        )

    own = 0.5 if len(plan.kind.segments[number].ports) == 1 else 1.0
    places = [
        (add(point, (-dy * side, dx * side), far), far)
        for path in road.paths
        for point, (dx, dy) in spaced(path, 0.04, 0.06)[: round(own * length(path) / 0.04)]
        for side in (-1, 1)
        for far in INN_FAR
    ]
    return max(places, key=lambda place: worth(*place))[0], INN


def paint_big(canvas: Canvas, look: PlayerLook) -> None:
    """A big meeple, standing."""
    body(canvas, [_BIG], look.colour)
    canvas.disc((0.425, 0.17), 0.06, blend(look.colour, WHITE, 0.30))
    put_mark(canvas, look, (0.5, 0.53), 0.155)


def paint_big_farmer(canvas: Canvas, look: PlayerLook) -> None:
    """A big meeple that lies in a field."""
    body(canvas, [_FARMER], look.colour)
    canvas.disc((0.86, 0.42), 0.06, blend(look.colour, WHITE, 0.30))
    put_mark(canvas, look, (0.47, 0.5), 0.155)


PICTURES: Final = SetPictures(
    "inns-cathedrals",
    figures={BIG: paint_big},
    lying={BIG: paint_big_farmer},
    sizes={BIG: LARGER},
    emblems=(
        Emblem(lambda segment: "inn" in segment.marks, _inn_place, paint_inn, "alt.on.inn"),
        Emblem(
            lambda segment: "cathedral" in segment.marks,
            lambda _kind, _number: CATHEDRAL,
            paint_cathedral,
            "alt.on.cathedral",
            clear=0.98,
            beside=(0.82, 0.82),
        ),
    ),
)
