"""What drawing gives: the picture, and where in it one can tap."""

from dataclasses import dataclass

from PIL import Image

from render.art.curves import Path, Point
from render.theme import Colour


@dataclass(frozen=True, slots=True)
class Target:
    """A place that can be tapped, in parts of the picture: what it is called, and its box."""

    name: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Outline:
    """Something on the board that can be meant: where its figure stands, and the closed paths around it."""

    at: Point
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything is on a bare board, measured in its cells.

    ``grid`` are the left and upper cell of the picture, and how many it has side by side and one above the
    other. ``ground`` is the colour of the table. ``won`` are a seat, its points, and where it has won them.
    """

    grid: tuple[int, int, int, int]
    ground: Colour
    outlines: tuple[Outline, ...] = ()
    won: tuple[tuple[int, int, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture and the places in it that can be tapped; of a bare board also its plan."""

    image: Image.Image
    targets: tuple[Target, ...] = ()
    plan: Plan | None = None
