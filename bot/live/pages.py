"""Scenes as pages of the live message, where words and buttons do not wait long for a picture."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic

import structlog

from bot import metrics
from bot.live.leisure import Leisure
from bot.live.messenger import Messenger, Page
from bot.live.turns import PictureTurn
from bot.scene import Phrase, Scene, hushed

WORDS_FIRST: Final = 1.5
"""Seconds that words and buttons wait for their picture. It usually takes a tenth of one, so more means that
there is much to draw; and after some two seconds people think that nothing has happened, and press again."""

WHILE_CROWDED: Final = 20.0
"""Seconds that they wait longer at most while the platform takes hardly more: with two calls for each place
instead of one all would wait there, for longer and longer."""

GLANCE: Final = 0.1
"""Seconds after which it is looked whether that has passed."""

WORDLESS: Final = 600.0
"""Seconds for which a place that has refused a picture is given words alone."""

log: Final = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Late(Generic[Page]):
    """A page whose words are shown already, with the picture that is still drawn, or is still to be."""

    about: tuple[str, int]
    task: asyncio.Task[Page] | None
    tried: bool = False


class PageWriter(Generic[Page]):
    """What is written for one place. ``patience`` are the seconds for which words wait for pictures.

    ``overtaken`` tells whether something newer than a scene is wanted by now; pictures are drawn when it is
    the place's ``turn``, which is passed on when they are shown. While the platform has no ``leisure`` words
    wait longer.
    """

    def __init__(
        self,
        messenger: Messenger[Page],
        overtaken: Callable[[Scene], bool],
        turn: PictureTurn,
        leisure: Leisure,
        patience: float = WORDS_FIRST,
    ) -> None:
        self._messenger = messenger
        self._overtaken = overtaken
        self._turn = turn
        self._leisure = leisure
        self._patience = patience
        self._written: tuple[Scene, bool, bool, Page] | None = None
        self._late: _Late[Page] | None = None
        self._due: float | None = None
        self._wordless_until = 0.0
        self._newer = asyncio.Event()

    @property
    def takes_pictures(self) -> bool:
        """Whether the place has not refused pictures of late."""
        return self._wordless_until <= asyncio.get_running_loop().time()

    def refuse_pictures(self) -> None:
        """The place takes no pictures for a while."""
        self._wordless_until = asyncio.get_running_loop().time() + WORDLESS

    def hope(self) -> None:
        """The place may take pictures again."""
        self._wordless_until = 0.0

    def stir(self) -> None:
        """Something newer may be wanted than what is drawn."""
        self._newer.set()

    def begin(self) -> None:
        """A new attempt: from the first picture on, words wait once, however many newer scenes come."""
        self._due = None

    def shown(self) -> None:
        """What was written stands there."""
        self._written = self._due = None
        if self._late is not None and self._late.tried:
            self._forget()
        if self._late is None:
            self._turn.pass_on()

    def owes(self, scene: Scene) -> bool:
        """Whether a scene's words are shown and its picture is still to come."""
        return self._late is not None and self._late.about == (scene.game, scene.version)

    def late(self, scene: Scene) -> asyncio.Task[Page] | None:
        """What comes of the picture that is owed for a scene; None where none is."""
        if self._late is None or not self.owes(scene):
            return None
        if self._late.task is None:
            self._late.task = self._quiet(scene)
        return self._late.task

    def pause(self) -> None:
        """Draw nothing, and keep nothing that was drawn: what is owed then is drawn when it is asked for."""
        self._written = None
        if self._late is not None:
            _let_go(self._late.task)
            self._late.task = None
        self._turn.pass_on()

    def stop(self) -> None:
        """Draw nothing more."""
        self._forget()
        self._turn.pass_on()

    async def write(self, scene: Scene, *, call: bool) -> Page | None:
        """The scene as a page, without its picture where that is late; None where a newer scene has come.

        Raises Trouble.
        """
        pictured = self.takes_pictures
        if self._written is not None and self._written[:3] == (scene, call, pictured):
            return self._written[3]
        task = self._begun(scene, call=call, pictured=pictured)
        if task is None:
            task = asyncio.create_task(self._draw(scene, call=call, pictured=pictured))
        try:
            if pictured and scene.picture is not None:
                await self._wait(task, scene)
            elif not self._overtaken(scene):
                await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not task.done() and not self._overtaken(scene):
            return await self._words(scene, task, call=call)
        if self._overtaken(scene):
            metrics.SUPERSEDED.add()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return None
        try:
            page = task.result()
        except BaseException:
            self._forget()  # whoever tries again writes it anew
            raise
        self._written = (scene, call, pictured, page)
        return page

    async def _draw(self, scene: Scene, *, call: bool, pictured: bool) -> Page:
        if pictured and scene.picture is not None:
            await self._turn.come()
        return await self._messenger.write(scene, call=call, picture=pictured)

    def _quiet(self, scene: Scene) -> asyncio.Task[Page]:
        """The scene with its picture, calling nobody, for words that are shown already."""
        return asyncio.create_task(self._draw(hushed(scene), call=False, pictured=True))

    def _begun(self, scene: Scene, *, call: bool, pictured: bool) -> asyncio.Task[Page] | None:
        """The page, if it is being written already since its words were shown."""
        if self.owes(scene) and self._late is not None and not call:
            self._late.tried = True
            if pictured:
                return self.late(scene)
        else:
            self._forget()
        return None

    async def _wait(self, task: asyncio.Task[Page], scene: Scene) -> None:
        """Wait until a page is written, its words must be shown, or a newer scene has come."""
        clock = asyncio.get_running_loop().time
        if self._due is None:
            self._due = clock() + self._patience
        while True:
            self._newer.clear()
            left = self._due - clock()
            if self._overtaken(scene) or task.done():
                return
            if left <= 0:
                if left < -WHILE_CROWDED or not self._leisure.crowded:
                    return
                left = GLANCE
            newer = asyncio.create_task(self._newer.wait())
            try:
                await asyncio.wait({task, newer}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                newer.cancel()

    async def _words(self, scene: Scene, task: asyncio.Task[Page], *, call: bool) -> Page:
        """The words and buttons of a scene whose picture is late."""
        if call:
            # Nobody is called again when the picture is there. Whoever draws it is not asked twice.
            quiet = self._quiet(scene)
            await asyncio.sleep(0)
            task.cancel()
            task = quiet
        late = self._late
        if late is None or late.task is not task:
            self._forget()
            self._late = _Late((scene.game, scene.version), task)
        else:
            late.tried = False
        log.info("picture late", game=scene.game, version=scene.version)
        words = replace(scene, picture=None, lines=(*scene.lines, Phrase("live.picture_follows")))
        return await self._messenger.write(words, call=call)

    def _forget(self) -> None:
        late, self._late = self._late, None
        if late is not None:
            _let_go(late.task)


def _let_go(task: asyncio.Task[Any] | None) -> None:
    if task is not None:
        task.cancel()
        task.add_done_callback(_heard)


def _heard(task: asyncio.Task[Any]) -> None:
    """Nobody waits for it any more, so nobody else would ask what came of it."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("late page not written", error=str(error))
