"""What one channel sees of its game: one live message per turn, edited while the turn lasts."""

import asyncio
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Final

import aiohttp
import discord
import structlog
from discord.utils import MISSING

from bot.discord_app.page import NOBODY, Writer, closed
from bot.discord_app.ports import Table
from bot.people import Channel
from bot.request import Live, Reply
from bot.scene import Phrase, Scene

UNKNOWN_MESSAGE: Final = 10008
FOREIGN_MESSAGE: Final = 50005
TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, OSError)

Told = asyncio.Future[Phrase | None]

log: Final = structlog.get_logger(__name__)


@dataclass
class _Job:
    """A scene to show, and the last word in the message before it. ``told`` learn what came of it."""

    scene: Scene | None
    closing: Scene | None
    live: Live | None
    told: list[Told] = field(default_factory=list)

    @property
    def game(self) -> str:
        either = self.scene or self.closing
        return either.game if either else ""

    def takes(self, later: "_Job") -> bool:
        """Whether ``later`` can be shown in this one's place: a newer scene of the same turn."""
        if self.scene is None or later.scene is None:
            return False
        return (self.scene.game, self.scene.turn) == (later.scene.game, later.scene.turn)

    def take(self, later: "_Job") -> None:
        """Show what ``later`` shows, and still notify whom this one would have notified."""
        if self.scene is not None and later.scene is not None:
            people = dict.fromkeys((*self.scene.notify, *later.scene.notify))
            self.scene = replace(later.scene, notify=tuple(people))
        self.closing = self.closing or later.closing
        self.told += later.told


class Face:
    """Shows one channel's scenes in the order in which they came about.

    Hold ``lock`` while a request is handled and its reply is passed to :meth:`show`: so the order is that
    of the moves. Showing itself goes on beside it; of the scenes of one turn that wait, only the latest is
    shown.
    """

    def __init__(
        self, channel: Channel, place: discord.PartialMessageable, table: Table, writer: Writer
    ) -> None:
        self.lock = asyncio.Lock()
        self._channel = channel
        self._place = place
        self._table = table
        self._writer = writer
        self._waiting: deque[_Job] = deque()
        self._worker: asyncio.Task[None] | None = None
        # The game and its live message as this process left it: newer than what a reply knows while the
        # scene before it is still being shown.
        self._game = ""
        self._live: Live | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being shown, or waits to be."""
        return self._worker is not None and not self._worker.done()

    def show(self, reply: Reply) -> Told:
        """Show the reply's public part. The result is None once it is there, or what to say about why not."""
        told: Told = asyncio.get_running_loop().create_future()
        job = _Job(reply.scene, reply.closing, reply.live, [told])
        if self._waiting and self._waiting[-1].takes(job):
            self._waiting[-1].take(job)
        else:
            self._waiting.append(job)
        if not self.busy:
            self._worker = asyncio.create_task(self._work(), name=f"discord face {self._channel}")
        return told

    async def _work(self) -> None:
        while self._waiting:
            job = self._waiting.popleft()
            problem = await self._attempt(job)
            for told in job.told:
                if not told.done():
                    told.set_result(problem)

    async def _attempt(self, job: _Job) -> Phrase | None:
        try:
            await self._perform(job)
        except discord.Forbidden as error:
            log.warning("not allowed to post", channel=str(self._channel), code=error.code)
            return Phrase("discord.cannot_post")
        except TROUBLE as error:
            # The store knows that this version was not shown: it will be, once the connection is back.
            log.warning("scene not shown", channel=str(self._channel), game=job.game, error=str(error))
            return Phrase("discord.not_shown")
        except Exception:
            log.exception("scene not shown", channel=str(self._channel), game=job.game)
            return Phrase("discord.not_shown")
        return None

    async def _perform(self, job: _Job) -> None:
        live = self._live if self._live is not None and self._game == job.game else job.live
        scene = job.scene
        same_turn = scene is not None and live is not None and live.turn == scene.turn
        if job.closing is not None and live is not None and not same_turn:
            await self._close(live, job.closing)
        if scene is None or (live is not None and live.version > scene.version):
            return
        message = await self._edit(live, scene) if same_turn and live is not None else None
        if message is None:
            message = await self._post(scene, notify=not same_turn)
        self._game, self._live = scene.game, Live(message, scene.turn, scene.version)
        await self._table.shown(self._channel, scene.game, scene.version, message, scene.turn)

    async def _post(self, scene: Scene, *, notify: bool) -> str:
        page = await self._writer.page(scene, notify=notify)
        message = await self._place.send(
            page.short, files=page.files, view=page.view or MISSING, allowed_mentions=page.mentions
        )
        return str(message.id)

    async def _edit(self, live: Live, scene: Scene) -> str | None:
        """Edit the live message and give its id; None when it is gone."""
        page = await self._writer.page(scene)
        try:
            await self._message(live).edit(
                content=page.short, attachments=page.files, view=page.view, allowed_mentions=NOBODY
            )
        except discord.HTTPException as error:
            if error.code in {UNKNOWN_MESSAGE, FOREIGN_MESSAGE}:
                return None
            raise
        return live.message

    async def _close(self, live: Live, scene: Scene) -> None:
        """Say the last word in a message whose turn has ended. Failing at it keeps nobody from playing on."""
        page = await self._writer.page(closed(scene))
        # Without a picture of its own the message keeps the one it has.
        try:
            await self._message(live).edit(
                content=page.short,
                attachments=page.files or MISSING,
                view=None,
                allowed_mentions=NOBODY,
            )
        except TROUBLE as error:
            log.info("message not closed", channel=str(self._channel), error=str(error))

    def _message(self, live: Live) -> discord.PartialMessage:
        return self._place.get_partial_message(int(live.message))
