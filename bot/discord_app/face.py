"""What one channel sees of its game: one live message per turn, edited while the turn lasts."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

import aiohttp
import discord
import structlog
from discord.utils import MISSING

from bot.discord_app.messages import Shown, nonce
from bot.discord_app.page import NOBODY, Writer, closed
from bot.discord_app.ports import Table
from bot.gate import Gate
from bot.people import Channel, Person
from bot.request import Live, Notice, Reply
from bot.scene import Phrase, Scene

UNKNOWN_MESSAGE: Final = 10008
FOREIGN_MESSAGE: Final = 50005
TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, OSError)

Told = asyncio.Future[Phrase | None]
Whisper = Callable[[Person, Scene], Awaitable[bool]]
"""Tells a person something in private; False where that is not possible."""

log: Final = structlog.get_logger(__name__)


@dataclass
class _Job:
    """A scene to show, and the last word in the message before it. ``told`` learn what came of it."""

    scene: Scene | None
    closing: Scene | None
    live: Live | None
    notice: Notice | None = None
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
        """Show the newer of both scenes, and notify whom both would have notified.

        What comes later need not be newer: it may have been decided before and handed in after.
        """
        if self.scene is not None and later.scene is not None:
            people = dict.fromkeys((*self.scene.notify, *later.scene.notify))
            newer = max(self.scene, later.scene, key=lambda scene: scene.version)
            self.scene = replace(newer, notify=tuple(people))
        self.closing = self.closing or later.closing
        self.notice = later.notice or self.notice
        if self.scene is not None and self.scene.done:
            self.notice = None
        self.told += later.told


class Face:
    """Shows one channel's scenes in the order in which they came about.

    Hold ``lock`` while a request is handled and its reply is passed to :meth:`show`: so the order is that
    of the moves. Showing itself goes on beside it; of the scenes of one turn that wait, only the latest is
    shown.
    """

    def __init__(
        self,
        channel: Channel,
        place: discord.PartialMessageable,
        table: Table,
        writer: Writer,
        whisper: Whisper,
        *,
        gate: Gate,
    ) -> None:
        self.lock = asyncio.Lock()
        self._channel = channel
        self._place = place
        self._table = table
        self._writer = writer
        self._whisper = whisper
        self._gate = gate
        self._waiting: deque[_Job] = deque()
        self._worker: asyncio.Task[None] | None = None
        # The game and its live message as this process left it: newer than what a reply knows while the
        # scene before it is still being shown.
        self._game = ""
        self._live: Live | None = None
        self._noticed = 0

    @property
    def busy(self) -> bool:
        """Whether something is being shown, or waits to be."""
        return self._worker is not None and not self._worker.done()

    def show(self, reply: Reply) -> Told:
        """Show the reply's public part. The result is None once it is there, or what to say about why not."""
        told: Told = asyncio.get_running_loop().create_future()
        job = _Job(reply.scene, reply.closing, reply.live, reply.notice, [told])
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
        if self._game != job.game:
            self._game, self._live, self._noticed = job.game, None, 0
        live = self._live or job.live
        scene = job.scene
        if scene is not None and live is not None and live.version > scene.version:
            return
        same_turn = scene is not None and live is not None and live.turn == scene.turn
        shown = Shown() if live is None else Shown.parse(live.message)
        if job.closing is not None and not same_turn:
            await self._close(shown, job.closing)
        if scene is None:
            return
        if not same_turn:
            await self._withdraw(shown)
            shown = Shown()
        if not (shown.message and await self._edit(shown, scene)):
            shown = replace(shown, message=await self._post(scene, notify=not same_turn))
        if scene.done:
            await self._withdraw(shown)
            shown = replace(shown, notice=0)
        shown = await self._notify(shown, scene, job.notice)
        self._live = Live(str(shown), scene.turn, scene.version)
        await self._table.shown(self._channel, scene.game, scene.version, str(shown), scene.turn)

    async def _notify(self, shown: Shown, scene: Scene, notice: Notice | None) -> Shown:
        """Post a notice in the place of the one before, or tell it in private; what stands there then."""
        if notice is None or notice.scene.turn != scene.turn or notice.scene.version <= self._noticed:
            return shown
        self._noticed = notice.scene.version
        try:
            posted = 0 if await self._told_in_private(notice) else await self._announce(notice.scene, shown)
        except TROUBLE as error:
            # The live message says it as well; only nobody was called.
            log.warning("notice not shown", channel=str(self._channel), error=str(error))
            return shown
        await self._withdraw(shown)
        return replace(shown, notice=posted)

    async def _told_in_private(self, notice: Notice) -> bool:
        if notice.private is None:
            return False
        told = [await self._whisper(person, notice.private) for person in notice.private.notify]
        return bool(told) and all(told)

    async def _announce(self, scene: Scene, shown: Shown) -> int:
        page = await self._writer.page(scene, notify=True)
        reference = discord.MessageReference(
            message_id=shown.message, channel_id=self._place.id, fail_if_not_exists=False
        )
        async with self._gate:
            message = await self._place.send(
                page.short, allowed_mentions=page.mentions, reference=reference, nonce=nonce(scene, "n")
            )
        return message.id

    async def _withdraw(self, shown: Shown) -> None:
        """Take away a notice whose time has passed."""
        if not shown.notice:
            return
        try:
            async with self._gate:
                await self._place.get_partial_message(shown.notice).delete()
        except TROUBLE as error:
            log.info("notice not withdrawn", channel=str(self._channel), error=str(error))

    async def _post(self, scene: Scene, *, notify: bool) -> int:
        page = await self._writer.page(scene, notify=notify)
        async with self._gate:
            message = await self._place.send(
                page.short,
                files=page.files,
                view=page.view or MISSING,
                allowed_mentions=page.mentions,
                nonce=nonce(scene),
            )
        return message.id

    async def _edit(self, shown: Shown, scene: Scene) -> bool:
        """Edit the live message; False when it is gone."""
        page = await self._writer.page(scene)
        try:
            async with self._gate:
                await self._message(shown).edit(
                    content=page.short, attachments=page.files, view=page.view, allowed_mentions=NOBODY
                )
        except discord.HTTPException as error:
            if error.code in {UNKNOWN_MESSAGE, FOREIGN_MESSAGE}:
                return False
            raise
        return True

    async def _close(self, shown: Shown, scene: Scene) -> None:
        """Say the last word in a message whose turn has ended. Failing at it keeps nobody from playing on."""
        if not shown.message:
            return
        page = await self._writer.page(closed(scene))
        # Without a picture of its own the message keeps the one it has.
        try:
            async with self._gate:
                await self._message(shown).edit(
                    content=page.short,
                    attachments=page.files or MISSING,
                    view=None,
                    allowed_mentions=NOBODY,
                )
        except TROUBLE as error:
            log.info("message not closed", channel=str(self._channel), error=str(error))

    def _message(self, shown: Shown) -> discord.PartialMessage:
        return self._place.get_partial_message(shown.message)
