"""The painter of the running bot: :mod:`render` in worker threads, with words from the catalogues."""

import asyncio
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from bot import metrics
from bot.memory import trim
from bot.painter import Painted, Progress
from bot.scene import AUTO, FULL, Phrase, Picture, PictureKind
from bot.texts import Texts
from core import GameRecord
from render import (
    SPRITES,
    Drawn,
    Say,
    Sprites,
    board_picture,
    board_text,
    chart_text,
    closeup_picture,
    closeup_text,
    encode,
    film,
    film_mp4,
    film_text,
    score_chart,
    summary_picture,
    summary_text,
    tiles_picture,
    tiles_text,
)

THREADS: Final = 2
"""Painters at work at once; Pillow lets go of the interpreter while it works on pixels."""

TURN: Final = 0.001
"""Seconds for which a painter may keep the interpreter when others want it: the event loop is one of them."""

TRIMMED: Final = 16
"""After so many pictures what they used is given back to the system."""

FILMS: Final = 8
"""So many films are kept: at the end of a game everybody wants to see the same one."""

FILE: Final = "file"
"""The profile of the whole board as a file."""

MP4: Final = "mp4"
"""The view of a film as MP4, where there is a program that makes them."""


TAKE_BACK: Final = "score"
"""The command that a tap on a figure stands for which can be taken back."""


class ThreadPainter:
    """Draws pictures in threads of its own. :meth:`close` lets them go.

    What takes long has a thread to itself, so that boards never wait for films. The process's threads take
    turns more often than Python would let them (``benchmarks/loop.py`` measures what that is good for).
    """

    def __init__(self, texts: Texts) -> None:
        sys.setswitchinterval(TURN)
        self._texts = texts
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="painter")
        self._patient = ThreadPoolExecutor(1, thread_name_prefix="film painter")
        self._painted = 0
        self._films: OrderedDict[tuple[str, ...], Painted] = OrderedDict()

    @metrics.PICTURE.timed(lambda _, picture, *__, **___: (picture.kind.value,))
    async def paint(
        self, picture: Picture, profile: str, language: str, progress: Progress | None = None
    ) -> Painted:
        """The picture for a platform's profile (``discord``, ``telegram``, ``web``, ``file``)."""
        loop = asyncio.get_running_loop()
        picture = self._named(picture, language)
        if picture.kind is not PictureKind.FILM:
            threads = self._patient if picture.slow else self._threads
            return await loop.run_in_executor(threads, self._paint, picture, profile, language)

        def report(done: int, frames: int) -> None:
            if progress is not None:
                loop.call_soon_threadsafe(progress, done, frames)

        return await loop.run_in_executor(self._patient, self._film, picture, language, report)

    def close(self) -> None:
        """Finish what is being drawn and stop."""
        self._threads.shutdown()
        self._patient.shutdown()

    def _named(self, picture: Picture, language: str) -> Picture:
        """The picture with names as the readers know them."""
        return replace(picture, names=tuple(self._texts.name(name, language) for name in picture.names))

    def _paint(self, picture: Picture, profile: str, language: str) -> Painted:
        if picture.view == FULL:
            picture, profile = replace(picture, view="whole"), FILE
        say = self._say(language)
        drawn = _draw(picture, profile, say)
        self._painted += 1
        if self._painted % TRIMMED == 0:
            trim()
        encoded = encode(drawn.image, profile, name=picture.kind.value)
        targets = tuple(
            (_command(picture, target.name), target.left, target.top, target.width, target.height)
            for target in drawn.targets
        )
        return Painted(encoded.content, encoded.filename, encoded.mime, _words(picture, say), targets)

    def _film(self, picture: Picture, language: str, progress: Progress) -> Painted:
        """A film, of which the last ones are kept. Only the one thread for films comes here."""
        record, say = _record(picture), self._say(language)
        key = (record.to_json(), language, theme_of(picture), picture.view, *picture.names)
        made = self._films.pop(key, None)
        if made is None:
            drawn = film(record, names=picture.names, say=say, theme=theme_of(picture), progress=progress)
            if picture.view == MP4:
                drawn = film_mp4(drawn) or drawn
            made = Painted(drawn.content, drawn.filename, drawn.mime, _words(picture, say))
        self._films[key] = made
        while len(self._films) > FILMS:
            self._films.popitem(last=False)
        return made

    def _say(self, language: str) -> Say:
        def say(key: str, **args: object) -> str:
            return self._texts.say(Phrase(key, args), language)

        return say


def theme_of(picture: Picture) -> str:
    """The theme in which a picture is drawn."""
    if picture.theme != AUTO:
        return picture.theme
    return "winter" if "winter" in picture.position.sets else "day"


def _draw(picture: Picture, profile: str, say: Say) -> Drawn:
    theme = theme_of(picture)
    match picture.kind:
        case PictureKind.BOARD:
            return board_picture(
                picture.position,
                names=picture.names,
                spots=picture.spots,
                view=picture.view,
                seat=picture.seat,
                theme=theme,
                profile=profile,
                tint=picture.tint,
                events=picture.events,
                # tiles as large as those of a file would push all others out
                sprites=Sprites() if profile == FILE else SPRITES,
            )
        case PictureKind.CLOSE_UP:
            return closeup_picture(
                picture.position,
                names=picture.names,
                letters=picture.letters,
                figures=picture.figures,
                seat=picture.seat,
                theme=theme,
                events=picture.events,
            )
        case PictureKind.TILES:
            return tiles_picture(_left(picture), theme=theme)
        case PictureKind.CHART:
            return score_chart(_record(picture), names=picture.names, say=say, theme=theme)
        case PictureKind.SUMMARY:
            return summary_picture(_record(picture), names=picture.names, say=say, theme=theme)
        case PictureKind.FILM:
            raise ValueError("a film is more than one picture")


def _command(picture: Picture, name: str) -> str:
    """What a tap on a spot, a letter or a figure stands for."""
    taken_back = {number for number, _, _ in picture.figures}
    return f"{TAKE_BACK if name in taken_back else picture.verb} {name}"


def _words(picture: Picture, say: Say) -> str:
    match picture.kind:
        case PictureKind.BOARD:
            return board_text(picture.position, say, names=picture.names, spots=picture.spots)
        case PictureKind.CLOSE_UP:
            return closeup_text(
                picture.position, say, names=picture.names, letters=picture.letters, figures=picture.figures
            )
        case PictureKind.TILES:
            return tiles_text(_left(picture), say)
        case PictureKind.CHART:
            return chart_text(_record(picture), say, names=picture.names)
        case PictureKind.SUMMARY:
            return summary_text(_record(picture), say, names=picture.names)
        case PictureKind.FILM:
            return film_text(_record(picture), say, names=picture.names)


def _record(picture: Picture) -> GameRecord:
    if picture.record is None:
        raise ValueError(f"a {picture.kind} tells a record, and there is none")
    return picture.record


def _left(picture: Picture) -> dict[str, int]:
    """What nobody has seen yet, in the order of the tiles' names."""
    return dict(sorted(picture.position.unseen().items()))
