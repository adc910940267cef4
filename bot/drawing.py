"""The painter of the running bot: :mod:`render` in worker threads, with words from the catalogues."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bot.painter import Painted
from bot.scene import Phrase, Picture, PictureKind
from bot.texts import Texts
from render import (
    Drawn,
    Say,
    board_picture,
    board_text,
    closeup_picture,
    closeup_text,
    encode,
    tiles_picture,
    tiles_text,
)

THREADS: Final = 2
"""Painters at work at once; Pillow lets go of the interpreter while it works on pixels."""


class ThreadPainter:
    """Draws pictures in threads of its own. :meth:`close` lets them go."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="painter")

    async def paint(self, picture: Picture, profile: str, language: str) -> Painted:
        """The picture for a platform's profile (``discord``, ``telegram``, ``web``, ``file``)."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._paint, picture, profile, language)

    def close(self) -> None:
        """Finish what is being drawn and stop."""
        self._threads.shutdown()

    def _paint(self, picture: Picture, profile: str, language: str) -> Painted:
        drawn = _draw(picture, profile)
        encoded = encode(drawn.image, profile, name=picture.kind.value)
        targets = tuple(
            (f"{picture.verb} {target.name}", target.left, target.top, target.width, target.height)
            for target in drawn.targets
        )
        words = _words(picture, self._say(language))
        return Painted(encoded.content, encoded.filename, encoded.mime, words, targets)

    def _say(self, language: str) -> Say:
        def say(key: str, **args: object) -> str:
            return self._texts.say(Phrase(key, args), language)

        return say


def _draw(picture: Picture, profile: str) -> Drawn:
    match picture.kind:
        case PictureKind.BOARD:
            return board_picture(
                picture.position,
                names=picture.names,
                spots=picture.spots,
                view=picture.view,
                seat=picture.seat,
                theme=picture.theme,
                profile=profile,
                tint=picture.tint,
                events=picture.events,
            )
        case PictureKind.CLOSE_UP:
            return closeup_picture(
                picture.position,
                names=picture.names,
                letters=picture.letters,
                seat=picture.seat,
                theme=picture.theme,
                events=picture.events,
            )
        case PictureKind.TILES:
            return tiles_picture(_left(picture), theme=picture.theme)


def _words(picture: Picture, say: Say) -> str:
    match picture.kind:
        case PictureKind.BOARD:
            return board_text(picture.position, say, names=picture.names, spots=picture.spots)
        case PictureKind.CLOSE_UP:
            return closeup_text(picture.position, say, names=picture.names, letters=picture.letters)
        case PictureKind.TILES:
            return tiles_text(_left(picture), say)


def _left(picture: Picture) -> dict[str, int]:
    """What nobody has seen yet, in the order of the tiles' names."""
    return dict(sorted(picture.position.unseen().items()))
