"""What a tile's plan is made of, as plain values. ``segment`` is the number of the segment on its tile."""

from dataclasses import dataclass
from enum import StrEnum

from render.art.curves import Path, Point


@dataclass(frozen=True, slots=True)
class City:
    """A walled piece of city. Walls run with the city on their right. ``over``: it bridges another city."""

    segment: int
    outline: Path
    walls: tuple[Path, ...]
    over: bool = False


@dataclass(frozen=True, slots=True)
class Pocket:
    """A small field wholly enclosed by cities: walled by one that lies around it, or left between several."""

    segment: int
    outline: Path
    walled: bool = True


@dataclass(frozen=True, slots=True)
class Road:
    """A road and its branches, each from the border (or from its end) inwards."""

    segment: int
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Water:
    """Running water, which is no segment: from border to border, or to the pool where it rises or ends."""

    path: Path
    pool: Path = ()


@dataclass(frozen=True, slots=True)
class Bridge:
    """Where a road crosses what is ``span`` to each side; ``heading`` points along the road."""

    segment: int
    point: Point
    heading: Point
    span: float


class MouthKind(StrEnum):
    """How a road meets a wall: it ends at a gate, or passes below through an arch or a tunnel."""

    GATE = "gate"
    ARCH = "arch"
    TUNNEL = "tunnel"


@dataclass(frozen=True, slots=True)
class Mouth:
    """A gate, arch or tunnel; ``heading`` points along the road out of it."""

    kind: MouthKind
    point: Point
    heading: Point


@dataclass(frozen=True, slots=True)
class Village:
    """Where ``roads`` roads end: a lone house for one, a village for several.

    ``aside``: how far off the end the house stands, when the road runs up to another one without meeting it.
    """

    centre: Point
    roads: int
    aside: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Region:
    """An area of The Discoverers, painted in the order of the plan."""

    segment: int
    outline: Path


@dataclass(frozen=True, slots=True)
class Shore:
    """The line between two areas: ``right`` lies to the right of the path, ``left`` to its left."""

    path: Path
    left: int
    right: int
