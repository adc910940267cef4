"""What drawing gives: the picture, and where in it one can tap."""

from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True, slots=True)
class Target:
    """A place that can be tapped, in parts of the picture: what it is called, and its box."""

    name: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture and the places in it that can be tapped."""

    image: Image.Image
    targets: tuple[Target, ...] = ()
