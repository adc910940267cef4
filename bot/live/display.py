"""Keeps what one place shows up to date, step by step, until it is; and again after each trouble."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Generic

import structlog

from bot import tracing
from bot.live import reducer
from bot.live.leisure import ALWAYS, Leisure, comes_first
from bot.live.messenger import Messenger, Page, Sent
from bot.live.pages import WORDS_FIRST, PageWriter
from bot.live.patience import Patience
from bot.live.reducer import Announce, Close, Edit, Reword, Send, Step, Wanted, Whisper
from bot.live.source import Source
from bot.live.steps import Circumstances, Steps
from bot.live.trouble import WAITED_FOR, Trouble, TroubleKind
from bot.live.turns import PictureTurn
from bot.live.waiting import Told, Waiting
from bot.people import Channel
from bot.request import Reply
from bot.scene import Scene
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
        *,
        words_first: float = WORDS_FIRST,
        leisure: Leisure = ALWAYS,
        turn: PictureTurn,
    ) -> None:
        self._channel = channel
        self._source = source
        self._messenger = messenger
        self._patience = patience
        self._leisure = leisure
        self._wanted: Reply | None = None
        self._newest_known = self._tried = ("", 0)
        self._shown: Shown | None = None
        self._stored: Shown | None = None
        self._changes: list[Callable[[Shown], Shown]] = []
        self._settled = False
        self._pages = PageWriter(messenger, self._overtaken, turn, leisure, words_first)
        self._steps = Steps(channel, messenger, self._circumstances)
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
        self._resting = False

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
        return self._circumstances().live

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
        if self.busy and self._trouble is None and not self._resting:
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
            self._pages.pause()
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
        self._pages.pause()
        if self._trouble is None or self._trouble.kind is not trouble.kind:
            log.warning("not shown", channel=str(self._channel), kind=trouble.kind, detail=trouble.detail)
        self._trouble = trouble
        if self._tried == self._newest_known:
            # Else somebody has come since: they hear what comes of the next attempt, which is made at once.
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
            self._tried = (reply.scene.game, reply.scene.version)
            step = self._next(wanted)
            waits = self._leisure.crowded and reducer.can_wait(step, self._known)
            rests = step is None or waits
            if (rests or reducer.replaces(step, self._stored)) and not await self._note(wanted):
                continue
            step = await self._rest(step, wanted) if rests else step
            if step is None:
                return
            try:
                if isinstance(step, Send | Edit):
                    page = await self._pages.write(step.told, call=step.call)
                    if page is None:
                        continue
                    sent = await self._steps.show(step, page)
                else:
                    sent = await self._steps.take(step)
            except Trouble as trouble:
                self._failed(step, trouble)
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

    async def _rest(self, step: Step | None, wanted: Wanted) -> Step | None:
        """The next step when words and buttons are there; None for none, or where something stirs first.

        A late picture comes before the ``step``, which can wait.
        """
        late, live = self._pages.late(wanted.scene), self._known.live
        if late is not None:
            there = await self._comes(late) and not self._stopped
            return Edit(live, wanted.scene) if there and live is not None else None
        if step is None:
            return None
        self._pages.pause()
        moment = asyncio.create_task(self._leisure.leisure())
        try:
            return step if await self._comes(moment) else None
        finally:
            moment.cancel()

    async def _comes(self, task: asyncio.Future[Any]) -> bool:
        """Wait for what nobody here waits for: whether it comes before something stirs."""
        if self._stirred.is_set():
            return False
        # For whoever has done something, what is there is all.
        self._waiting.answer(None)
        self._resting = True
        try:
            return await comes_first(task, self._stirred)
        finally:
            self._resting = False

    async def _newest(self) -> Reply | None:
        if self._wanted is None or self._shown is None:
            self._tried = self._newest_known
            reply = await self._source.face(self._channel)
            if reply is None:
                return None
            self._learn(reply)
            if self._wanted is None and (scene := reply.scene) is not None:
                self._wanted, self._newest_known = reply, (scene.game, scene.version)
        return self._wanted

    def _circumstances(self) -> Circumstances:
        scene = None if self._wanted is None else self._wanted.scene
        return Circumstances(scene, self._known, self._stored, bool(self._unsure))

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
