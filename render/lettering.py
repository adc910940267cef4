"""Writing: two shipped fonts, a third for rare signs and other scripts, and never a box.

Right-to-left and joined writing is laid out by Raqm, which Pillow's wheels bring along. What cannot be
written, for want of a glyph or of Raqm, is romanised: 山田 and 佐藤 are then still two people.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont, features

from render.rooms import kept
from render.theme import Colour

_FONTS = Path(__file__).parent / "fonts"
_MAIN, _HEAVY, _RARE = "Lato-Bold.ttf", "Lato-Black.ttf", "DejaVuSans-Bold.ttf"
_SHAPED = f"shaped {_RARE}"
"""The font of other scripts, laid out by Raqm."""
_NO_CHARACTER = "\U0010ffff"

SHAPING: Final = bool(features.check("raqm"))
"""Whether text can be laid out from right to left, with letters joined."""

REPLACEMENT = "•"
ELLIPSIS = "…"
LONGEST = 80
"""Characters of a text that are looked at; nothing longer fits any picture."""

_RIGHT_TO_LEFT: Final = {"R", "AL", "AN"}
_ISOLATES: Final = frozenset("\u2066\u2067\u2068\u2069")
_JOINERS: Final = frozenset("\u200c\u200d")
_MOST_ACCENTS: Final = 2


class _Font(ImageFont.FreeTypeFont):
    """A font that remembers what it has drawn: the same few words and numbers stand in every picture."""

    def __init__(self, file: Path, size: int, engine: ImageFont.Layout) -> None:
        super().__init__(str(file), size, layout_engine=engine)

    def getmask2(self, *arguments: Any, **options: Any) -> Any:
        """See FreeTypeFont."""
        return _drawn(self, *arguments, **options)

    def getlength(self, *arguments: Any, **options: Any) -> float:
        """See FreeTypeFont."""
        return _long(self, *arguments, **options)


_drawn = lru_cache(maxsize=1024)(ImageFont.FreeTypeFont.getmask2)
_long = lru_cache(maxsize=2048)(ImageFont.FreeTypeFont.getlength)


@lru_cache(maxsize=256)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    shaped = name == _SHAPED
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return _Font(_FONTS / (_RARE if shaped else name), size, engine)


@lru_cache(maxsize=4096)
def _has(name: str, character: str) -> bool:
    """Whether the font has the character, and something is seen of it."""
    mask = _font(name, 20).getmask(character)
    return mask.getbbox() is not None and bytes(mask) != bytes(_font(name, 20).getmask(_NO_CHARACTER))


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """The text as it can be written: what no font has is romanised, or else a dot, several of them one."""
    kept: list[str] = []
    accents = 0
    for character in unicodedata.normalize("NFC", text[:LONGEST]):
        category = unicodedata.category(character)
        accents = accents + 1 if category[0] == "M" else 0
        # Cn: what this Python does not know yet, such as this year's emoji
        depends = category[0] in "CM" and category != "Cn"
        written = _accent(character, kept, accents) if depends else _written(character)
        if written in (" ", REPLACEMENT) and kept and kept[-1] == written:
            continue
        if written:
            kept.append(written)
    shown = "".join(kept)[:LONGEST].strip()
    return shown if any(character not in _ISOLATES | _JOINERS | {" "} for character in shown) else REPLACEMENT


def isolated(name: str) -> str:
    """A name to be put into a sentence, so that one from right to left does not turn the sentence round."""
    turned = any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if turned else name


def _written(character: str) -> str:
    if character.isspace():
        return " "
    has = _has(_MAIN, character) or _has(_RARE, character)
    if has and (SHAPING or unicodedata.bidirectional(character) not in _RIGHT_TO_LEFT):
        return character
    return anyascii(character).strip() or REPLACEMENT


def _accent(character: str, kept: Sequence[str], accents: int) -> str:
    """What is written of a mark, a control, a joiner: only what the sign before it needs."""
    if character.isspace():
        return " "
    if character in _ISOLATES:
        return character if SHAPING else ""
    before = kept[-1] if kept else " "
    if character in _JOINERS:
        return character if SHAPING and unicodedata.bidirectional(before[-1]) == "AL" else ""
    if unicodedata.category(character)[0] == "C" or accents > _MOST_ACCENTS:
        return ""
    if SHAPING and not before.isascii() and _has(_RARE, before[-1]) and _has(_RARE, character):
        return character
    return anyascii(character).strip()


def _is_shaped(text: str) -> bool:
    """Whether letters of the text turn round, join or carry marks."""
    return SHAPING and any(
        unicodedata.bidirectional(character) in _RIGHT_TO_LEFT or unicodedata.category(character)[0] in "CM"
        for character in text
    )


@lru_cache(maxsize=2048)
def _runs(text: str, main: str) -> tuple[tuple[str, str], ...]:
    """The text in pieces that one font can write each, as (font, piece)."""
    if _is_shaped(text):
        return ((_SHAPED, text),)
    runs: list[tuple[str, str]] = []
    for character in text:
        name = main if character == " " or _has(main, character) else _RARE
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + character)
        else:
            runs.append((name, character))
    return tuple(runs)


def width(text: str, size: int, *, heavy: bool = False) -> float:
    """How wide the text is in pixels."""
    return sum(_font(name, size).getlength(piece) for name, piece in _runs(text, _HEAVY if heavy else _MAIN))


@lru_cache(maxsize=2048)
def fitted(text: str, size: int, room: int, *, heavy: bool = False, tail: str = "") -> str:
    """The drawable text and its tail, the text shortened with an ellipsis: at most ``room`` pixels."""
    text = drawable(text)
    if width(text + tail, size, heavy=heavy) <= room:
        return text + tail
    while text and width(text + ELLIPSIS + tail, size, heavy=heavy) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS + tail


def name_size(names: Sequence[str], size: int, room: int | Sequence[int], *, heavy: bool = False) -> int:
    """The size for the names of a game: smaller, down to three quarters, where all of them fit whole then."""
    rooms = [room] * len(names) if isinstance(room, int) else room
    wanted = [(drawable(name), each) for name, each in zip(names, rooms, strict=True)]
    return next(
        (
            smaller
            for smaller in range(size, size * 3 // 4 - 1, -1)
            if all(width(name, smaller, heavy=heavy) <= each for name, each in wanted)
        ),
        size,
    )


def fitted_names(
    names: Sequence[str], size: int, room: int | Sequence[int], *, heavy: bool = False
) -> tuple[str, ...]:
    """The names of one game, each shortened to its room (one for all, or each its own), no two alike.

    Of those that would look the same, all but one get a number. Which one gets which follows from the names
    and not from the seats, so that people who change seats change their pictures, too.
    """
    rooms = [room] * len(names) if isinstance(room, int) else room
    shown = [fitted(name, size, rooms[seat], heavy=heavy) for seat, name in enumerate(names)]
    looks = {_look(text, size, heavy=heavy) for text in shown}
    met: set[bytes] = set()
    for seat in sorted(range(len(names)), key=lambda seat: (names[seat], seat)):
        look = _look(shown[seat], size, heavy=heavy)
        if look in met:
            for number in range(2, 2 * len(names) + 2):
                shown[seat] = fitted(names[seat], size, rooms[seat], heavy=heavy, tail=f" {number}")
                look = _look(shown[seat], size, heavy=heavy)
                if look not in looks:
                    break
            looks.add(look)
        met.add(look)
    return tuple(shown)


@lru_cache(maxsize=512)
def _look(text: str, size: int, *, heavy: bool) -> bytes:
    """A digest of a text's pixels: what looks the same is the same."""
    image = Image.new("RGB", (int(width(text, size, heavy=heavy)) + 1, 2 * size))
    write(ImageDraw.Draw(image), (0, size), text, size, (255, 255, 255), heavy=heavy)
    return sha256(image.tobytes()).digest()


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


@kept
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
