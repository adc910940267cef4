"""Draws the icons that phones put on their screens: ``python scripts/draw_icons.py``.

They show what ``icon.svg`` does, point for point; draw them anew after a change there. A mask of the phone's
may cut away the edges of the one called ``mask``, so its ground goes to the edge and all else is smaller.
"""

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

STATIC: Final = Path(__file__).resolve().parents[1] / "bot" / "web_app" / "static"
GRASS, ROAD, WALL, LINE = "#6f9a4c", "#efe6cf", "#b2643a", "#5b3018"
BATTLEMENTS: Final = (
    (14, 36), (14, 18), (20, 18), (20, 23), (25, 23), (25, 18), (31, 18), (31, 23),
    (33, 23), (33, 18), (39, 18), (39, 23), (44, 23), (44, 18), (50, 18), (50, 36),
)  # fmt: skip
FINE: Final = 4
UNITS: Final = 64


def icon(size: int, *, mask: bool = False) -> Image.Image:
    """The icon, so many pixels wide and high."""
    whole = size * FINE
    share = 0.78 if mask else 1.0
    scale, shift = whole / UNITS * share, whole * (1 - share) / 2
    image = Image.new("RGBA", (whole, whole))
    draw = ImageDraw.Draw(image)

    def at(x: float, y: float) -> tuple[float, float]:
        return shift + x * scale, shift + y * scale

    radius = 0 if mask else 12 * scale
    draw.rounded_rectangle((0, 0, whole - 1, whole - 1), radius, fill=GRASS)
    draw.rectangle((0, at(0, 40)[1], whole, at(0, 48)[1]), fill=ROAD)
    wall = [at(x, y) for x, y in BATTLEMENTS]
    draw.polygon(wall, fill=WALL)
    pen = round(2.5 * scale)
    draw.line([*wall, wall[0], wall[1]], fill=LINE, width=pen, joint="curve")
    draw.ellipse((*at(27, 26), *at(37, 36)), fill=LINE)
    draw.rectangle((*at(27, 31), *at(37, 36)), fill=LINE)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    """Write all of them, with few colours, so that they are small."""
    drawn = {"icon-192": icon(192), "icon-512": icon(512), "icon-mask-512": icon(512, mask=True)}
    for name, image in drawn.items():
        image.quantize(64, method=Image.Quantize.FASTOCTREE).save(STATIC / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
