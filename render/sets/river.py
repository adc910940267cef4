"""The River: water from a spring to a lake, with its banks, and the bridges of roads."""

import random
from collections.abc import Iterator
from typing import Final

from core import TileKind
from render.art.brush import TileCanvas, blend
from render.art.curves import Path, Point, offset, ribbon, spaced
from render.art.plan import TilePlan
from render.art.plan_waters import BANK, WATER
from render.say import Say
from render.sets.pictures import Layer, SetPictures
from render.theme import WHITE

RIVER: Final = "river"

EDGE: Final = 0.008
"""How far the dark line of the shore reaches out of the water."""

BORDER: Final = 0.07
"""Nothing but plain water lies so near the border, where other tiles go on."""


def paint_water(canvas: TileCanvas, plan: TilePlan, variant: int) -> None:
    """All water of a tile: bank below bank and shore below shore, so that pool and river are one."""
    theme = canvas.theme
    rng = random.Random(f"water {plan.kind.id} {variant}")
    shore = blend(theme.sea_dark, theme.ink, 0.45)
    paths = [water.path for water in plan.waters]
    pools = [water.pool for water in plan.waters if water.pool]
    for reach, colour in ((BANK, theme.sand), (EDGE, shore), (-EDGE, theme.sea)):
        for path in paths:
            canvas.polygon(ribbon(path, WATER + reach, WATER + reach), colour)
        for pool in pools:
            canvas.polygon(offset(pool, -reach), colour)
    light = blend(theme.sea, theme.sea_light, 0.7)
    for path in paths:
        canvas.polygon(ribbon(path, WATER * 0.48, WATER * 0.48), light)
    for pool in pools:
        canvas.polygon(offset(pool, 0.05), light)
    _ripples(canvas, paths, rng)
    if plan.kind.start:
        for pool in pools:
            _spring(canvas, pool)
    else:
        for pool in pools:
            _lake(canvas, pool, rng)


def _ripples(canvas: TileCanvas, paths: list[Path], rng: random.Random) -> None:
    """Short strokes along the stream, lighter and darker than it."""
    theme = canvas.theme
    for path in paths:
        for on, (dx, dy) in spaced(path, 0.075, 0.05):
            aside, reach = rng.uniform(-0.6, 0.6) * WATER, rng.uniform(0.018, 0.034)
            x, y = on[0] - dy * aside, on[1] + dx * aside
            if not (BORDER < x < 1 - BORDER and BORDER < y < 1 - BORDER):
                continue
            colour = theme.sea_light if rng.random() < 0.65 else theme.sea_dark
            bow = reach * 0.3
            canvas.path(
                (
                    (x - dx * reach, y - dy * reach),
                    (x - dy * bow, y + dx * bow),
                    (x + dx * reach, y + dy * reach),
                ),
                blend(colour, WHITE, 0.35) if colour == theme.sea_light else colour,
                0.010,
            )


def _middle(pool: Path) -> Point:
    return sum(x for x, _ in pool) / len(pool), sum(y for _, y in pool) / len(pool)


def _spring(canvas: TileCanvas, pool: Path) -> None:
    canvas.stamp(_rocks, (), _middle(pool), (-0.26, -0.3, 0.26, 0.2))


def _rocks(canvas: TileCanvas) -> None:
    """A spring that falls over rocks into its pool."""
    theme, ink = canvas.theme, canvas.theme.ink
    for x, y, r in (
        (-0.15, -0.06, 0.07),
        (0.14, -0.075, 0.068),
        (-0.085, -0.125, 0.085),
        (0.075, -0.13, 0.082),
    ):
        _rock(canvas, (x, y), r)
    fall = ((-0.048, -0.19), (0.04, -0.19), (0.062, -0.02), (-0.066, -0.02))
    canvas.polygon(fall, theme.sea_light, ink)
    for x in (-0.028, 0.0, 0.026):
        canvas.path(((x * 0.8, -0.18), (x * 1.3, -0.03)), WHITE, 0.011)
    for x, y, r in ((-0.055, -0.015, 0.026), (0.0, 0.0, 0.032), (0.055, -0.015, 0.026)):
        canvas.disc((x, y), (r, r * 0.62), WHITE)
    canvas.path(((-0.075, 0.045), (0.0, 0.062), (0.075, 0.045)), theme.sea_light, 0.011)
    for x, y, r in ((-0.165, 0.05, 0.042), (-0.12, 0.085, 0.032)):
        _rock(canvas, (x, y), r)


def _rock(canvas: TileCanvas, centre: Point, r: float) -> None:
    theme, (x, y) = canvas.theme, centre
    shape = ((-1, 0.62), (-0.9, -0.1), (-0.45, -0.75), (0.3, -0.8), (0.9, -0.2), (1.0, 0.62), (0.2, 0.8))
    canvas.polygon([(x + a * r, y + b * r) for a, b in shape], theme.wall, theme.ink)
    lit = ((-0.85, 0.0), (-0.42, -0.68), (0.2, -0.72), (-0.1, -0.1), (-0.5, 0.3))
    canvas.polygon([(x + a * r, y + b * r) for a, b in lit], theme.peak if theme.snow else theme.wall_light)
    shade = ((0.35, 0.1), (0.9, -0.15), (0.95, 0.55), (0.2, 0.72))
    canvas.polygon([(x + a * r, y + b * r) for a, b in shade], theme.wall_dark)


def _lake(canvas: TileCanvas, pool: Path, rng: random.Random) -> None:
    cx, cy = _middle(pool)
    for _ in range(13):
        dx, dy = rng.uniform(-0.19, 0.19), rng.uniform(-0.17, 0.17)
        if (dx / 0.21) ** 2 + (dy / 0.18) ** 2 < 1:
            _wave(canvas, (cx + dx, cy + dy), rng.uniform(0.022, 0.034))
    canvas.stamp(
        _boat, (), (cx + rng.uniform(-0.05, 0.05), cy + rng.uniform(-0.02, 0.05)), (-0.14, -0.16, 0.15, 0.1)
    )
    for start in (2, 13, 25, 31):
        for step in range(3):
            x, y = pool[(start + step) % len(pool)]
            if BORDER * 2 < x < 1 - BORDER * 2 and abs(y - 0.5) > 0.13:
                canvas.stamp(_reeds, (), (x, y), (-0.05, -0.1, 0.05, 0.03))


def _wave(canvas: TileCanvas, at: Point, reach: float) -> None:
    (x, y), light = at, blend(canvas.theme.sea_light, WHITE, 0.35)
    canvas.path(
        ((x - reach, y), (x - reach * 0.4, y - 0.012), (x + reach * 0.4, y), (x + reach, y - 0.01)),
        light,
        0.010,
    )


def _reeds(canvas: TileCanvas) -> None:
    theme = canvas.theme
    for x, lean, tall in ((-0.018, -0.014, 0.06), (0.0, 0.004, 0.082), (0.018, 0.02, 0.064)):
        canvas.path(((x, 0.012), (x + lean, -tall)), theme.tree_dark, 0.012)
    canvas.disc((0.004, -0.078), (0.011, 0.022), theme.trunk)


def _boat(canvas: TileCanvas) -> None:
    """A sailing boat, which makes the lake large."""
    theme, ink = canvas.theme, canvas.theme.ink
    canvas.disc((0.0, 0.052), (0.105, 0.026), theme.sea_dark)
    canvas.path(((0.0, 0.02), (0.0, -0.14)), theme.trunk, 0.016)
    canvas.polygon(((0.012, -0.125), (0.09, 0.004), (0.012, 0.004)), WHITE, ink)
    canvas.polygon(((-0.012, -0.10), (-0.062, 0.004), (-0.012, 0.004)), theme.church_roof, ink)
    canvas.polygon(((-0.1, 0.016), (0.1, 0.016), (0.068, 0.06), (-0.066, 0.06)), theme.soil, ink)


def _ends(kind: TileKind, say: Say) -> Iterator[str]:
    """Whether the river rises or ends on a tile."""
    if kind.edges.count(RIVER) == 1:
        yield say("alt.on.river.lake" if "lake" in kind.marks else "alt.on.river.spring")


PICTURES: Final = SetPictures(
    "river",
    layers=(Layer(lambda kind: RIVER in kind.edges, paint_water),),
    edges={RIVER: "alt.on.river"},
    printed=_ends,
    printed_keys={"alt.on.river.spring": (), "alt.on.river.lake": ()},
)
