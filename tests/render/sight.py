"""What people with the common kinds of colour blindness see."""

from functools import cache
from typing import Final

from PIL import Image, ImageFilter

Row = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Row, Row, Row]]] = {
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deuteranopia": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
"""How light is mixed, by Machado, Oliveira and Fernandes (2009), for full colour blindness of each kind."""

NODES: Final = 33


def seen_by(image: Image.Image, sight: str) -> Image.Image:
    """The picture as it looks with one of ``SIGHTS``."""
    return image.convert("RGB").filter(_table(sight))


@cache
def _table(sight: str) -> ImageFilter.Color3DLUT:
    rows = SIGHTS[sight]

    def seen(red: float, green: float, blue: float) -> Row:
        light = _light(red), _light(green), _light(blue)
        mixed = [sum(share * part for share, part in zip(row, light, strict=True)) for row in rows]
        return _value(mixed[0]), _value(mixed[1]), _value(mixed[2])

    return ImageFilter.Color3DLUT.generate(NODES, seen)


def _light(value: float) -> float:
    """The amount of light of an sRGB value."""
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _value(light: float) -> float:
    """The sRGB value of an amount of light."""
    light = min(max(light, 0.0), 1.0)
    return float(light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)
