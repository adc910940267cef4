"""Keeps what one place shows up to date, step by step, until it is; and again after each trouble."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final, Generic

import structlog

from bot import tracing
from bot.live import reducer
from bot.live.messenger import Messenger, Page, Sending, Sent
from bot.live.pages import WORDS_FIRST, PageWriter
from bot.live.patience import Patience
from bot.live.reducer import Announce, Close, Delete, Edit, Reword, Send, Step, Wanted, Whisper
from bot.live.source import Source
from bot.live.trouble import WAITED_FOR, Trouble, TroubleKind
from bot.live.waiting import Told, Waiting
from bot.live.words import last_word
from bot.people import Channel
from bot.request import Reply
from bot.scene import Scene, hushed
from bot.shown import NOTHING_SHOWN, Shown
from bot.store.protocol import CorruptGame, StoreUnavailable

log: Final = structlog.get_logger(__name__)


class Display(Generic[Page]):
    """One place. Whatever is wanted is worked on by one task, newest scene first."""

    def __init__(
        self,
        channel: Channel,
        source: Source,
        messenger: Messenger[Page],
        patience: Patience,
        words_first: float = WORDS_FIRST,
    ) -> None:
        self._channel = channel
        self._source = source
        self._messenger = messenger
        self._patience = patience
        self._wanted: Reply | None = None
        self._newest_known = ("", 0)
        self._shown: Shown | None = None
        self._stored: Shown | None = None
        self._changes: list[Callable[[Shown], Shown]] = []
        self._settled = False
        self._pages = PageWriter(messenger, self._overtaken, words_first)
        # How many messages may have arrived of which nobody knows.
        self._unsure = 0
        self._private = 0
        self._failures = 0
        self._trouble: Trouble | None = None
        self._waiting = Waiting()
        self._worker: asyncio.Task[None] | None = None
        self._stirred = asyncio.Event()
        self._looking = False
        self._stopped = False

    @property
    def channel(self) -> Channel:
        """The place."""
        return self._channel

    @property
    def busy(self) -> bool:
        """Whether something is being shown, or waits to be."""
        return self._worker is not None and not self._worker.done()

    @property
    def trouble(self) -> Trouble | None:
        """What keeps the place from being shown what it should be; None when nothing does."""
        return self._trouble

    @property
    def live(self) -> str:
        """The live message as far as this process knows it, "" for none."""
        return "" if self._shown is None or self._shown.live is None else self._shown.live.message

    @property
    def _known(self) -> Shown:
        return self._shown or NOTHING_SHOWN

    def want(self, reply: Reply) -> Told:
        """Show the reply's scene, unless a newer one is wanted already."""
        scene = reply.scene
        told = self._waiting.until_shown(scene)
        if scene is None:
            told.set_result(None)
            return told
        self._learn(reply)
        game, version = self._newest_known
        if game != scene.game or version <= scene.version:
            self._wanted, self._newest_known = reply, (scene.game, scene.version)
            self._pages.stir()
        if reply.quiet:
            self._change(lambda shown: replace(shown, called=(scene.game, scene.turn)))
        self.stir()
        return told

    def doubt(self) -> None:
        """Make sure that the live message is there, and is what it should be."""
        self._change(reducer.doubted)

    def pressed(self, message: str, game: str) -> None:
        """Take the buttons of a message whose button no longer counts."""
        self._change(lambda shown: reducer.pressed(shown, message, game))

    def used(self, message: str, game: str) -> None:
        """A button of this message has counted: if it is none that we know of, its buttons are taken."""
        before = self._shown
        self._change(lambda shown: reducer.unnoted(shown, message, game))
        if before is None or self._shown != before:
            self.stir()

    def look(self) -> None:
        """Find out what should be shown, and show it: somebody else may have changed it."""
        if self.busy:
            self._looking = True
        else:
            self._wanted = None
        self.stir()

    def stir(self) -> None:
        """Try now: something has happened."""
        self._stirred.set()
        if not self.busy:
            self._worker = asyncio.create_task(self._work(), name=f"display {self._channel}")

    def hope(self) -> None:
        """Something has changed here, for the better perhaps: try what was refused before."""
        self._pages.hope()
        if self._trouble is not None:
            self.stir()

    async def finish(self) -> None:
        """Wait until all is shown, or has failed once."""
        if self.busy and self._trouble is None and not self._pages.resting:
            await self._waiting.until_shown(None)

    async def stop(self) -> None:
        """Try no more. The worker itself may call this: it ends as soon as it has to wait."""
        # asyncio.wait_for, by which the store sends its commands, may swallow the cancellation.
        self._stopped = True
        self._pages.stop()
        if self._worker is not None:
            self._worker.cancel()
            if self._worker is not asyncio.current_task():
                await asyncio.gather(self._worker, return_exceptions=True)

    def _learn(self, reply: Reply) -> None:
        """What was noted, if that is news."""
        stored = reply.shown
        if self._shown is None:
            # Whoever was here before us may have posted what they could not note any more.
            self._unsure = int(reply.late)
            self._shown = self._stored = stored
            changes, self._changes = self._changes, []
            for change in changes:
                self._shown = change(self._shown)
        elif stored.revision > self._shown.revision:
            self._shown, self._stored = self._shown.merged(stored), stored

    def _change(self, change: Callable[[Shown], Shown]) -> None:
        """Change what is known, as soon as it is."""
        if self._shown is None:
            self._changes.append(change)
        else:
            self._shown = change(self._shown)

    async def _work(self) -> None:
        going_on = True
        try:
            while going_on and not self._stopped:
                self._stirred.clear()
                try:
                    await self._until_shown()
                except CorruptGame as error:
                    log.warning("game cannot be read", channel=str(self._channel), reason=str(error))
                    return
                except Trouble as trouble:
                    going_on = await self._bear(trouble)
                except StoreUnavailable as error:
                    going_on = await self._bear(Trouble(TroubleKind.AGAIN, str(error)))
                except Exception:
                    log.exception("display failed", channel=str(self._channel))
                    going_on = await self._bear(Trouble(TroubleKind.AGAIN, "it went wrong here"))
                else:
                    going_on = self._goes_on()
        finally:
            self._waiting.answer(self._trouble)

    def _goes_on(self) -> bool:
        """Everything is shown: whether something has happened meanwhile."""
        self._failures, self._trouble = 0, None
        if self._looking:
            self._wanted, self._looking = None, False
            return True
        if not self._stirred.is_set():
            # A scene holds a whole board. Whoever comes with a newer one has no use for it.
            self._wanted = None
        return self._stirred.is_set()

    async def _bear(self, trouble: Trouble) -> bool:
        """Wait before the next attempt; False where there is none until something happens here."""
        if (pause := self._fail(trouble)) is None:
            await self._give_up()
            return False
        if not self._stopped:
            await self._pause(pause)
        # What was wanted may be old by now, and what is noted may be newer.
        self._wanted = None
        return True

    def _fail(self, trouble: Trouble) -> float | None:
        """The seconds to wait for the next attempt; None for none, until something happens here."""
        self._failures += 1
        if self._trouble is None or self._trouble.kind is not trouble.kind:
            log.warning("not shown", channel=str(self._channel), kind=trouble.kind, detail=trouble.detail)
        self._trouble = trouble
        self._waiting.answer(trouble)
        if trouble.kind is TroubleKind.NO_PLACE:
            return None
        return max(trouble.after, self._patience.pause(self._failures))

    async def _give_up(self) -> None:
        """Note that nothing can be done here until something happens. Whoever comes then begins anew."""
        if self._wanted is None or self._shown is None or (scene := self._wanted.scene) is None:
            return
        noted = replace(self._shown, revision=self._shown.revision + 1)
        with suppress(StoreUnavailable, CorruptGame):
            await self._source.shown(self._channel, scene.game, 0, noted, settled=True)
        self._wanted = self._shown = self._stored = None

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stirred.wait()

    async def _until_shown(self) -> None:
        """Do one step after the other. Raises Trouble, StoreUnavailable and CorruptGame."""
        self._pages.begin()
        while True:
            reply = await self._newest()
            if reply is None or reply.scene is None:
                return
            tracing.resume(reply.request)
            wanted = Wanted(reply.scene, reply.closings, reply.notice)
            step = self._next(wanted)
            if step is None:
                if not await self._note(wanted):
                    continue
                step = await self._illustration(wanted)
                if step is None:
                    return
            if reducer.replaces(step, self._stored) and not await self._note(wanted):
                continue
            try:
                sent = await self._do(step)
            except Trouble as trouble:
                self._failed(step, trouble)
                continue
            if sent is None:
                continue
            await self._done(step, sent, wanted)

    async def _done(self, step: Step, sent: Sent, wanted: Wanted) -> None:
        """Learn from a success."""
        self._shown = reducer.after(self._known, step, sent)
        if isinstance(step, Send | Edit | Reword):
            self._failures, self._trouble = 0, None
            self._pages.shown()
            self._waiting.shown(step.scene)
        if isinstance(step, Send | Announce):
            self._unsure = 0
            # What nobody has noted would be posted once more by whoever comes after us.
            await self._note(wanted)

    def _next(self, wanted: Wanted) -> Step | None:
        shown = self._shown = reducer.arranged(self._known, wanted)
        return reducer.next_step(shown, wanted, private=wanted.scene.version > self._private)

    async def _illustration(self, wanted: Wanted) -> Step | None:
        """What puts a late picture to its words; None where none is owed, or something stirs."""
        if not self._pages.owes(wanted.scene):
            return None
        # The words are there, and the buttons: for whoever has done something, that is all.
        self._waiting.answer(None)
        there = await self._pages.arrives(self._stirred)
        live = self._known.live
        return Edit(live, wanted.scene) if there and live is not None and not self._stopped else None

    async def _newest(self) -> Reply | None:
        if self._wanted is None or self._shown is None:
            reply = await self._source.face(self._channel)
            if reply is None:
                return None
            self._learn(reply)
            if self._wanted is None and (scene := reply.scene) is not None:
                self._wanted, self._newest_known = reply, (scene.game, scene.version)
        return self._wanted

    async def _do(self, step: Step) -> Sent | None:
        """What came of a step; None where something newer has come up meanwhile."""
        match step:
            case Send():
                return await self._send(step)
            case Edit(post=post, scene=scene):
                page = await self._pages.write(hushed(scene), call=False)
                return None if page is None else await self._messenger.edit(self._channel, post, page)
            case Reword(post=post, scene=scene):
                page = await self._messenger.write(hushed(replace(scene, picture=None)))
                return await self._messenger.edit(self._channel, post, page)
            case Whisper(notice=notice):
                await self._whisper(notice.private or notice.scene)
            case Announce(notice=notice, beside=beside):
                page = await self._messenger.write(notice.scene, call=True)
                # Its own, however many messages have been posted since an attempt that was not noted.
                nonce = f"{notice.scene.game[:12]}:{notice.scene.version}n"
                how = Sending(beside.about, nonce, loud=True, reply_to=beside.message, after=beside.message)
                return await self._messenger.send(self._channel, page, how)
            case Delete(message=message):
                await self._messenger.delete(self._channel, message)
            case Close(post=post, scene=scene):
                word = scene and last_word(scene, self._channel, self.live if post.pressed else "")
                last = None if word is None else await self._messenger.write(word)
                await self._messenger.close(self._channel, post, last)
        return Sent("")

    async def _send(self, step: Send) -> Sent | None:
        # What may have arrived is looked for first; what was not found has called nobody.
        scene = step.scene if step.call else hushed(step.scene)
        lines = tuple(line for word in step.before for line in word.lines)
        page = await self._pages.write(replace(scene, lines=(*lines, *scene.lines)), call=step.call)
        if page is None:
            return None
        shown = self._known
        # One that was only pressed may be much older than those that were sent of late.
        newest = next((post.message for post in reversed(shown.past) if post.turn >= 0), "")
        how = Sending(
            (scene.game, scene.turn), self._nonce(), bool(scene.notify), bool(self._unsure), newest,
            others=frozenset(post.message for post in shown.past),
            mixed=step.call and not reducer.follows(self._stored, scene),
        )  # fmt: skip
        return await self._messenger.send(self._channel, page, how)

    async def _whisper(self, scene: Scene) -> None:
        # A private message needs no mention to be noticed.
        page = await self._messenger.write(scene)
        for person in scene.notify:
            await self._messenger.whisper(person, page, f"{self._nonce()}p")

    def _overtaken(self, scene: Scene) -> bool:
        """Whether another scene has come that is wanted now."""
        wanted = self._wanted and self._wanted.scene
        return bool(wanted and (wanted.game, wanted.version) != (scene.game, scene.version))

    def _failed(self, step: Step, trouble: Trouble) -> None:
        """Learn from a failure, and raise it where one has to wait."""
        if trouble.kind is TroubleKind.PRIVATE and isinstance(step, Whisper):
            self._private = step.notice.scene.version
            return
        if trouble.kind is TroubleKind.LOST and isinstance(step, Send):
            self._unsure += 1
        if trouble.kind is TroubleKind.PICTURE and self._pages.takes_pictures:
            self._pages.refuse_pictures()
            return
        before = self._known
        self._change(lambda known: reducer.after_trouble(known, step, trouble.kind))
        if trouble.kind in WAITED_FOR or self._shown == before or isinstance(step, Close):
            raise trouble

    def _nonce(self) -> str:
        shown = self._known
        scene = None if self._wanted is None else self._wanted.scene
        # Of the turn, too: what was posted for the turn before and not noted is another message.
        return f":{shown.posts}" if scene is None else f"{scene.game[:12]}:{shown.posts}:{scene.turn}"

    async def _note(self, wanted: Wanted) -> bool:
        """Write down what is shown; False when somebody else has written meanwhile: then that counts too."""
        settled = self._next(wanted) is None
        known, scene = self._known, wanted.scene
        if self._pages.owes(scene):
            # Whoever comes after us puts the picture there.
            settled, known = False, reducer.doubted(known)
        if known == self._stored and settled <= self._settled:
            return True
        noted = replace(known, revision=known.revision + 1)
        unseen = reducer.due(known, wanted) is not None
        seen = min(scene.version - unseen, known.seen(scene.game))
        if await self._source.shown(self._channel, scene.game, seen, noted, settled=settled):
            self._shown = replace(self._known, revision=noted.revision)
            self._stored, self._settled = noted, settled
            return True
        self._wanted = None
        await self._newest()
        return False
