"""How like two pictures are to the eye."""

from PIL import Image, ImageChops, ImageStat

BLOCK = 8


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of two pictures, and the largest of any block of 8 by 8 pixels, of 255.

    Averages of blocks forgive what no eye sees: another rounding of an edge, a font drawn half a pixel aside.
    Pictures of different sizes are as different as can be.
    """
    if one.size != other.size:
        return 255.0, 255.0
    apart = ImageChops.difference(one.convert("RGB").reduce(BLOCK), other.convert("RGB").reduce(BLOCK))
    measured = ImageStat.Stat(apart)
    return sum(measured.mean) / 3, float(max(high for _, high in measured.extrema))
