"""The painter of the running bot: pictures from processes, each for whoever wants it."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot import metrics
from bot.painter import Live, Painted, Progress
from bot.painting.bench import Bench, BenchHabits
from bot.painting.messages import Setup
from bot.painting.theme import theme_of
from bot.painting.wishes import Wish
from bot.processes.memory import Shares, shares
from bot.scene import Picture, PictureKind
from bot.texts import Texts

SILENCE: Final = 20.0
"""Seconds without an answer after which a board will never come."""

PATIENCE: Final = 120.0
"""Seconds without a word after which a film will never come: its file is written after its last frame."""

IDLE: Final = 10.0
"""Seconds after which the process for films ends: there is no room for it besides those for boards."""

FILMS: Final = 8
"""So many films are kept: at the end of a game everybody wants to see the same one."""

USUAL: Final = 200
"""BASTIDE_MEMORY, where nobody has chosen."""


class Painters:
    """Draws pictures in processes, which are started when there is something to draw.

    Boards never wait for films and other large things: those have a process to themselves. Whoever wants a
    picture that is being drawn already gets that one. Painted tiles are kept in the folder ``shelf``, so that
    another process, or the next start, need not paint them anew. They use no more than their ``share``, the
    usual one if none is given. :meth:`close` ends all processes.
    """

    def __init__(
        self,
        texts: Texts,
        share: Shares | None = None,
        *,
        shelf: Path | None = None,
        boards: BenchHabits | None = None,
    ) -> None:
        self._texts = texts
        share = share or shares(USUAL, os.cpu_count() or 1)
        folder = "" if shelf is None else str(shelf.absolute())
        boards = boards or BenchHabits(share.painters, 1, share.painter, SILENCE)
        patient = BenchHabits(1, 0, share.painter, PATIENCE, idle=IDLE)
        self._boards, self._patient = (
            Bench(Setup(texts.compiled, habits.room, share.sprites, folder).to_bytes(), habits)
            for habits in (boards, patient)
        )
        self._pending: dict[Hashable, Wish] = {}
        self._films: OrderedDict[Hashable, Painted] = OrderedDict()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes there are."""
        return (*self._boards.pids, *self._patient.pids)

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        live: Live | None = None,
    ) -> Painted:
        """See Painter."""
        key = self._key(picture, profile, language, live)
        bench = self._patient if picture.slow else self._boards
        with metrics.PICTURE.timed(picture.kind.value):
            if key in self._films:
                self._films.move_to_end(key)
                return self._films[key]
            wish = self._pending.get(key)
            if wish is None:
                wish = Wish(self._named(picture, language), profile, language, live)
                bench.want(wish)
                self._pending[key] = wish
            if progress is not None:
                wish.progress.append(progress)
            wish.waiting += 1
            try:
                painted = await asyncio.shield(wish.done)
            finally:
                wish.waiting -= 1
                if not wish.waiting:
                    self._pending.pop(key, None)
                    bench.drop(wish)
        if picture.kind is PictureKind.FILM:
            self._keep(key, painted)
        return painted

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(self._boards.close(), self._patient.close())

    def _named(self, picture: Picture, language: str) -> Picture:
        """The picture with names as the readers know them."""
        return replace(picture, names=self._texts.names(picture.names, language))

    def _key(self, picture: Picture, profile: str, language: str, live: Live | None) -> Hashable:
        """What is the same for everybody who gets the same picture."""
        if picture.kind is not PictureKind.FILM:
            # The wish keeps the picture, so that none that waits has the number of another.
            return (id(picture), profile, language, live)
        record = "" if picture.record is None else picture.record.to_json()
        names = self._named(picture, language).names
        return (record, language, theme_of(picture), picture.view, *names)

    def _keep(self, key: Hashable, film: Painted) -> None:
        self._films[key] = film
        while len(self._films) > FILMS:
            self._films.popitem(last=False)
