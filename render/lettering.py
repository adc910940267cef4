"""Writing: two shipped fonts, a third for rare signs, and never a box for what none of them has."""

import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from render.theme import Colour

_FONTS = Path(__file__).parent / "fonts"
_MAIN, _HEAVY, _RARE = "Lato-Bold.ttf", "Lato-Black.ttf", "DejaVuSans-Bold.ttf"
_NO_CHARACTER = "\U0010ffff"

REPLACEMENT = "•"
ELLIPSIS = "…"
LONGEST = 80
"""Characters of a name that are looked at; nothing longer fits any picture."""


@lru_cache(maxsize=256)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONTS / name), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has(name: str, character: str) -> bool:
    font = _font(name, 20)
    return bytes(font.getmask(character)) != bytes(font.getmask(_NO_CHARACTER))


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """The text as it can be written: what no font has becomes a dot, several of them one dot."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text[:LONGEST]):
        if character.isspace():
            written = " "
        elif unicodedata.category(character)[0] in "CM":
            # controls, joiners and selectors draw nothing of their own
            continue
        elif _has(_MAIN, character) or _has(_RARE, character):
            written = character
        else:
            written = REPLACEMENT
        if written in (" ", REPLACEMENT) and kept and kept[-1] == written:
            continue
        kept.append(written)
    return "".join(kept).strip() or REPLACEMENT


@lru_cache(maxsize=2048)
def _runs(text: str, main: str) -> tuple[tuple[str, str], ...]:
    """The text in pieces that one font can write each, as (font, piece)."""
    runs: list[tuple[str, str]] = []
    for character in text:
        name = main if _has(main, character) else _RARE
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + character)
        else:
            runs.append((name, character))
    return tuple(runs)


def width(text: str, size: int, *, heavy: bool = False) -> float:
    """How wide the text is in pixels."""
    return sum(_font(name, size).getlength(piece) for name, piece in _runs(text, _HEAVY if heavy else _MAIN))


@lru_cache(maxsize=2048)
def fitted(text: str, size: int, room: int, *, heavy: bool = False) -> str:
    """The drawable text, shortened with an ellipsis to at most ``room`` pixels."""
    text = drawable(text)
    if width(text, size, heavy=heavy) <= room:
        return text
    while text and width(text + ELLIPSIS, size, heavy=heavy) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: Colour,
    *,
    heavy: bool = False,
    anchor: str = "lm",
    outline: Colour | None = None,
    outline_width: int = 0,
) -> None:
    """Write one line. ``anchor`` is ``l``, ``m`` or ``r``, then ``m``: the middle of the capitals' height."""
    main = _HEAVY if heavy else _MAIN
    x, y = at
    if anchor[0] != "l":
        whole = width(text, size, heavy=heavy)
        x -= whole if anchor[0] == "r" else whole / 2
    # figures and capitals stand 0.72 of the size above the base line in both fonts
    base = y + size * 0.36
    for name, piece in _runs(text, main):
        font = _font(name, size)
        draw.text(
            (x, base), piece, fill=colour, font=font, anchor="ls",
            stroke_width=outline_width, stroke_fill=outline,
        )  # fmt: skip
        x += font.getlength(piece)


@lru_cache(maxsize=1024)
def label(text: str, size: int, colour: Colour, outline: Colour | None, outline_width: int) -> Image.Image:
    """A short heavy text as a transparent picture of its own, to be pasted many times."""
    across = int(width(text, size, heavy=True)) + 2 * outline_width + 2
    tall = int(size * 0.80) + 2 * outline_width + 2
    image = Image.new("RGBA", (across, tall), (*(outline or colour), 0))
    write(
        ImageDraw.Draw(image), (across / 2, tall / 2), text, size, colour,
        heavy=True, anchor="mm", outline=outline, outline_width=outline_width,
    )  # fmt: skip
    return image
