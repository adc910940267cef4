"""A painter that writes what a picture shows into a file of one point, instead of painting it."""

import zlib
from io import BytesIO

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.painter import Live, Painted, Progress
from bot.painting.drawing import Drawing, _words
from bot.scene import Picture
from bot.texts import Texts

KEY = "Description"


class Teller:
    """Tells of each picture its kind, what it shows in words, and what can be pressed in it."""

    def __init__(self, texts: Texts) -> None:
        self._drawing = Drawing(texts)

    async def paint(
        self,
        picture: Picture,
        profile: str,  # noqa: ARG002  the words are the same everywhere
        language: str,
        progress: Progress | None = None,  # noqa: ARG002  it is done at once
        *,
        live: Live | None = None,  # noqa: ARG002  it is done at once
    ) -> Painted:
        """The words, at once."""
        alt = _words(picture, self._drawing._say(language))
        told = f"{_about(picture)}: {alt}"
        return Painted(_file(told), f"{picture.kind}.png", "image/png", alt)


def told(content: bytes) -> str:
    """What such a file tells."""
    with Image.open(BytesIO(content)) as image:
        return str(image.info[KEY])


def _about(picture: Picture) -> str:
    letters = " ".join(str(letter) for letter, *_ in picture.letters)
    parts = (
        str(picture.kind),
        picture.view,
        f"{len(picture.spots)} spots" if picture.spots else "",
        f"letters {letters}" if letters else "",
        f"{len(picture.figures)} figures" if picture.figures else "",
        f"theme {picture.theme}",
    )
    return ", ".join(part for part in parts if part)


def _file(words: str) -> bytes:
    info = PngInfo()
    info.add_itxt(KEY, words)
    file, colour = BytesIO(), zlib.crc32(words.encode()).to_bytes(4, "big")
    Image.new("RGB", (2, 2), (colour[0], colour[1], colour[2])).save(file, "PNG", pnginfo=info)
    return file.getvalue()
