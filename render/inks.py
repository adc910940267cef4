"""What one can read on what."""

from typing import Final

from render.theme import WHITE, Colour

BLACK: Final[Colour] = (0, 0, 0)


def lightness(colour: Colour) -> float:
    """How light a colour is to the eye, 0 to 1 (relative luminance, WCAG 2)."""
    parts = [value / 255 for value in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """How far two colours stand apart, 1 to 21; 4.5 is asked for text (WCAG 2)."""
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever is read better: on every colour one of them has a contrast of 4.5."""
    return max(BLACK, WHITE, key=lambda ink: contrast(ink, colour))
