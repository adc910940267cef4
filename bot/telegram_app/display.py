"""Keeping every channel's live message up to date."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import structlog
from telegram import Bot
from telegram.error import BadRequest, Forbidden, InvalidToken, TelegramError

from bot.people import Channel
from bot.request import Notice, Reply
from bot.scene import Phrase, Scene
from bot.store.protocol import StoreUnavailable
from bot.telegram_app import writing
from bot.telegram_app.face import Face, Posted, Turn, turn_of, write_message
from bot.telegram_app.jobs import Jobs
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.places import chat_of, live_message, moved, topic_of
from bot.telegram_app.ports import Table
from bot.telegram_app.writing import Page, Place, Writer

RETRY: Final = 15.0
"""Seconds until a picture is tried again after all quick attempts have failed."""

_GONE: Final = ("message to edit not found", "message can't be edited", "message_id_invalid")

log: Final = structlog.get_logger(__name__)


class _Gone(Exception):
    """The message cannot be edited any more."""


class Display:
    """Shows games, each channel's newest scene only: one that still waits for its turn is replaced."""

    def __init__(self, bot: Bot, table: Table, *, outbox: Outbox, writer: Writer, jobs: Jobs) -> None:
        self._bot = bot
        self._outbox = outbox
        self._writer = writer
        self._table = table
        self._jobs = jobs
        self._faces: dict[Channel, Face] = {}

    def show(self, channel: Channel, reply: Reply) -> None:
        """Show a reply's scene and closing as soon as Telegram lets us."""
        if not (reply.scene or reply.closing):
            return
        face = self._faces.setdefault(channel, Face(channel))
        face.take(reply)
        if not face.busy:
            face.busy = True
            self._jobs.start(self._work(face), channel=str(channel))

    def shows(self, channel: Channel, message: int, reply: Reply) -> bool:
        """Whether a message shows a turn of the channel's game, by what is known here or by the reply."""
        if reply.live and live_message(reply.live.message, channel) == message:
            return True
        face = self._faces.get(channel)
        return face is not None and any(posted.number == message for posted in face.posted.values())

    def rename(self, old: int, new: int) -> None:
        """A chat got a new number. Its old messages cannot be edited from there."""
        for channel in [channel for channel in self._faces if chat_of(channel) == old]:
            face = self._faces.pop(channel)
            face.channel = moved(channel, new)
            face.forget()
            self._faces.setdefault(face.channel, face)

    async def _work(self, face: Face) -> None:
        try:
            while face.wanted or face.notice or face.stale or face.closings or face.orphan():
                await self._step(face)
        finally:
            face.busy = False

    async def _step(self, face: Face) -> None:
        scene = face.wanted
        try:
            shown = await self._outbox.deliver(chat_of(face.channel), lambda chat: self._attempt(face, chat))
        except _Gone:
            log.info("message is gone", channel=str(face.channel))
        except (BadRequest, Forbidden, InvalidToken) as error:
            log.warning("chat takes no message", channel=str(face.channel), reason=error.message)
            face.give_up(scene)
        except (TelegramError, StoreUnavailable) as error:
            log.warning("picture has to wait", channel=str(face.channel), reason=str(error))
            await asyncio.sleep(RETRY)
        else:
            # A scene whose notice still waits has not been seen as it should be.
            if shown and not face.notice:
                await self._note(face.channel, *shown, face.told[1] if face.told else 0)

    async def _note(self, channel: Channel, scene: Scene, number: int, notice: int) -> None:
        message = write_message(channel, number, notice)
        try:
            await self._table.shown(channel, scene.game, scene.version, message, scene.turn)
        except StoreUnavailable:
            # The next start shows the scene once more; the game has lost nothing.
            log.warning("not noted as shown", channel=str(channel), version=scene.version)

    async def _attempt(self, face: Face, chat: int) -> tuple[Scene, int] | None:
        """Make the call that matters most by now: a new scene before old endings."""
        if face.wanted:
            return await self._show(face, chat)
        if face.notice:
            return await self._notify(face, chat, face.notice)
        if face.stale:
            await self._withdraw(face, chat, face.stale[0])
        elif face.closings:
            await self._close(face, chat, next(iter(face.closings)))
        elif orphan := face.orphan():
            await self._strip(face, chat, orphan)
        return None

    async def _show(self, face: Face, chat: int) -> tuple[Scene, int]:
        scene, page = await self._newest(face)
        turn = turn_of(scene)
        face.current = turn
        posted = face.posted.get(turn)
        if posted:
            await self._edit(face, chat, turn, page)
        else:
            unseen = face.unseen(scene)
            page = self._with_endings(page, unseen.values())
            page = self._writer.calls(page, scene.notify)
            posted = await self._send(Place(chat, topic_of(face.channel)), page, scene)
            face.posted[turn] = posted
            for ended in unseen:
                face.closings.pop(ended, None)
        if face.wanted is scene:
            face.wanted = None
        face.shown = scene, posted.number
        return face.shown

    async def _notify(self, face: Face, chat: int, notice: Notice) -> tuple[Scene, int] | None:
        """Call whom a notice is for: in private where that is wanted and possible, else beside the scene."""
        number = 0
        if not await self._told_in_private(notice):
            scene = notice.scene
            page = self._writer.calls(await self._writer.page(scene), scene.notify)
            place = Place(chat, topic_of(face.channel), face.shown[1] if face.shown else None)
            try:
                number = await writing.send(self._bot, place, page, silent=False)
            except (BadRequest, Forbidden) as error:
                # The scene says it as well; only nobody was called.
                log.warning("chat takes no notice", channel=str(face.channel), reason=error.message)
        face.notified(notice, number)
        return face.shown

    async def _told_in_private(self, notice: Notice) -> bool:
        scene = notice.private
        if scene is None:
            return False
        page = await self._writer.page(scene)
        for person in scene.notify:
            try:
                await self._outbox.deliver(
                    int(person.id), lambda chat: writing.send(self._bot, Place(chat), page, silent=False)
                )
            except TelegramError as error:
                log.info("not told in private", person=person.key, error=error.message)
                return False
        return bool(scene.notify)

    async def _withdraw(self, face: Face, chat: int, number: int) -> None:
        """Take away a notice whose time has passed. After two days Telegram does not let us any more."""
        with suppress(BadRequest, Forbidden):
            await self._bot.delete_message(chat, number)
        face.stale.remove(number)

    async def _newest(self, face: Face) -> tuple[Scene, Page]:
        """The wanted scene, written. While it is drawn a newer one may come."""
        while True:
            scene = face.wanted
            if scene is None:
                raise RuntimeError("a face without a scene to show")
            page = await self._writer.page(scene)
            if face.wanted is scene:
                return scene, page

    def _with_endings(self, page: Page, endings: Iterable[Scene]) -> Page:
        before = tuple(
            self._writer.sentence(phrase, closing.language) for closing in endings for phrase in closing.lines
        )
        return replace(page, lines=before + page.lines)

    async def _send(self, place: Place, page: Page, scene: Scene) -> Posted:
        silent = not scene.notify
        try:
            number = await writing.send(self._bot, place, page, silent=silent)
        except BadRequest as error:
            if page.photo is None:
                raise
            # Some groups take no pictures from bots. The game goes on in words.
            log.warning("chat takes no picture", chat=place.chat, reason=error.message)
            line = self._writer.sentence(Phrase("telegram.no_picture"), scene.language)
            plain = replace(page, photo=None, lines=(*page.lines, line))
            return Posted(await writing.send(self._bot, place, plain, silent=silent), pictured=False)
        return Posted(number, pictured=page.photo is not None)

    async def _close(self, face: Face, chat: int, turn: Turn) -> None:
        closing = face.closings[turn]
        if turn in face.posted:
            page = await self._writer.page(closing)
            with suppress(_Gone):
                await self._edit(face, chat, turn, page)
        if face.closings.get(turn) is closing:
            del face.closings[turn]
            face.posted.pop(turn, None)

    async def _edit(self, face: Face, chat: int, turn: Turn, page: Page) -> None:
        posted = face.posted.get(turn)
        if posted is None:
            raise _Gone
        try:
            await writing.replace(self._bot, chat, posted.number, page, pictured=posted.pictured)
        except BadRequest as error:
            self._judge(error, face, turn)
        else:
            face.posted[turn] = Posted(posted.number, posted.pictured or page.photo is not None)

    async def _strip(self, face: Face, chat: int, turn: Turn) -> None:
        """Take the buttons of a turn that has passed."""
        try:
            await self._bot.edit_message_reply_markup(chat, face.posted[turn].number)
        except BadRequest as error:
            self._judge(error, face, turn)
        face.posted.pop(turn, None)

    @staticmethod
    def _judge(error: BadRequest, face: Face, turn: Turn) -> None:
        """Pass over an edit that changed nothing; raise _Gone when there is nothing left to edit."""
        reason = error.message.lower()
        if "message is not modified" in reason:
            return
        if any(gone in reason for gone in _GONE):
            face.posted.pop(turn, None)
            raise _Gone from error
        raise error
