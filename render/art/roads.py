"""Roads, and the villages, houses, gates, arches and tunnels where they end."""

import random

from render.art import buildings
from render.art.brush import TileCanvas, blend
from render.art.curves import Path, Point, add, offset, spaced, wobbled
from render.art.parts import Bridge, Mouth, MouthKind, Road, Village
from render.art.plan_roads import ROAD

LANDING = 0.048
"""How far a bridge reaches beyond what it crosses."""


def paint_roads(canvas: TileCanvas, roads: tuple[Road, ...], rng: random.Random) -> None:
    """All roads of a tile, layer by layer, so that branches of one road flow together."""
    theme = canvas.theme
    paths: list[Path] = [wobbled(path, rng, 0.007) for road in roads for path in road.paths]
    for path in paths:
        canvas.path(path, (*theme.verge, 190), 2 * ROAD + 0.06)
    for path in paths:
        canvas.path(path, theme.road_edge, 2 * ROAD + 0.012)
    for path in paths:
        canvas.path(path, theme.road, 2 * ROAD - 0.016)
    pebble = blend(theme.road, theme.road_edge, 0.35)
    for path in paths:
        canvas.path(offset(path, -0.012), theme.road_light, 0.034)
        for (x, y), _ in spaced(path, 0.085, 0.05):
            canvas.disc(
                (x + rng.uniform(-0.022, 0.022), y + rng.uniform(-0.022, 0.022)), (0.007, 0.005), pebble
            )


def paint_bridge(canvas: TileCanvas, bridge: Bridge) -> None:
    """A bridge as one sees it from above: its shadow, the planks, and a low wall along either side."""
    theme, ink, (hx, hy) = canvas.theme, canvas.theme.ink, bridge.heading
    reach, half, rim = bridge.span + LANDING, ROAD + 0.006, 0.024

    def spot(along: float, across: float) -> Point:
        return add(add(bridge.point, (hx, hy), along), (-hy, hx), across)

    def deck(along: float, left: float, right: float) -> list[Point]:
        return [spot(-along, left), spot(along, left), spot(along, right), spot(-along, right)]

    canvas.polygon([add(point, (0.03, 0.04)) for point in deck(bridge.span, -half, half)], (*ink, 110))
    canvas.polygon(deck(reach, -half, half), theme.road)
    for step in range(-3, 4):
        canvas.path(
            (spot(step * reach / 4, -half), spot(step * reach / 4, half)), theme.road_edge, canvas.line * 0.8
        )
    for side in sorted((-1, 1), key=lambda side: spot(0, side)[1]):
        wall = deck(reach + 0.012, side * half, side * (half + rim))
        canvas.polygon(wall, theme.wall, ink)
        canvas.polygon([add(point, (0.0, -0.018)) for point in wall], theme.wall_light, ink)


def paint_villages(canvas: TileCanvas, villages: tuple[Village, ...], rng: random.Random) -> None:
    """A house where one road ends; a village green with houses about it where several do."""
    theme = canvas.theme
    for village in villages:
        x, y = add(village.centre, village.aside)
        roofs = [rng.randrange(len(theme.roofs)) for _ in range(4)]
        if village.roads < 2:
            buildings.house(canvas, (x, y - 0.03), 0.19, roof=roofs[0], front=False)
            continue
        canvas.disc((x, y), (0.142, 0.132), theme.road_edge)
        canvas.disc((x, y), (0.130, 0.120), theme.paving_light)
        places = ((-0.066, -0.058, True), (0.066, -0.05, False), (-0.062, 0.052, False), (0.07, 0.06, True))
        for roof, (dx, dy, front) in zip(roofs, places, strict=True):
            buildings.house(canvas, (x + dx, y + dy), 0.118, roof=roof, front=front)


def paint_mouth(canvas: TileCanvas, mouth: Mouth) -> None:
    """A gate, an arch or the mouth of a tunnel."""
    theme, heading = canvas.theme, mouth.heading
    side = (-heading[1], heading[0])
    half = ROAD + 0.012

    def spot(across: float, out: float) -> Point:
        return add(add(mouth.point, side, across), heading, out)

    if mouth.kind is MouthKind.TUNNEL:
        rim = half + 0.022
        canvas.polygon(
            (spot(-rim, 0), spot(rim, 0), spot(rim, -0.055), spot(-rim, -0.055)), theme.wall, theme.ink
        )
        canvas.polygon(
            (spot(-half, 0), spot(half, 0), spot(half * 0.6, -0.036), spot(-half * 0.6, -0.036)), theme.ink
        )
        return
    # the opening lies across the wall; two towers keep it, the northern one first
    canvas.polygon((spot(-half, 0.015), spot(half, 0.015), spot(half, -0.06), spot(-half, -0.06)), theme.ink)
    for foot in sorted((spot(d, -0.02) for d in (-half - 0.026, half + 0.026)), key=lambda point: point[1]):
        buildings.tower(canvas, add(foot, (0.0, 0.02)), 0.036, 0.062)
