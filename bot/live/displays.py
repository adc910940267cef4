"""The displays of all places of one platform."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Generic

import structlog

from bot import metrics, tracing
from bot.live.display import Display
from bot.live.leisure import ALWAYS, Leisure
from bot.live.messenger import Messenger, Page
from bot.live.pages import WORDS_FIRST
from bot.live.patience import PATIENCE, Patience
from bot.live.source import Source
from bot.live.trouble import Trouble
from bot.live.turns import IN_HAND, PictureTurn
from bot.live.waiting import Told
from bot.people import Channel
from bot.request import Reply, Request

RECENT: Final = 200
"""So many displays are kept after they were used: they know what was shown last."""
MORE: Final = 50
"""So many more than were there before are begun until it is looked which of them have nothing to do."""
AT_ONCE: Final = 20
"""So many places are caught up with at the same time."""
DOUBTED: Final = 10.0
"""Seconds in which a place's live message is looked for once at most."""
LOOKS: Final = frozenset({"board", "draw", "game", "games"})
"""Commands by which people look for the game: its live message is made sure of."""

log: Final = structlog.get_logger(__name__)


class Displays(Generic[Page]):
    """Shows the games of one platform, and tries again whatever cannot be shown now.

    ``words_first`` are the seconds for which words and buttons wait for their picture; ``leisure`` tells when
    the platform has time for what is past. Pictures are in hand for so many places at once: ``in_hand``.
    """

    def __init__(
        self,
        platform: str,
        source: Source,
        messenger: Messenger[Page],
        *,
        patience: Patience = PATIENCE,
        words_first: float = WORDS_FIRST,
        leisure: Leisure = ALWAYS,
        in_hand: int = IN_HAND,
    ) -> None:
        self._platform = platform
        self._source = source
        self._messenger = messenger
        self._patience = patience
        self._words_first = words_first
        self._leisure = leisure
        self._turns = asyncio.Semaphore(in_hand)
        self._most = RECENT + MORE
        self._displays: OrderedDict[Channel, Display[Page]] = OrderedDict()
        self._doubted: dict[Channel, float] = {}
        metrics.PLACES.watch(self._places)
        metrics.TROUBLE.watch(self._troubles)

    def show(self, channel: Channel, reply: Reply) -> Told:
        """Show a reply's scene; told is None once it is there, or what keeps it from being there now."""
        told = self._display(channel).want(replace(reply, request=tracing.current()))
        metrics.shown(self._platform, tracing.begun(), told)
        return told

    def answered(self, request: Request, reply: Reply, pressed: str = "") -> None:
        """Somebody was answered: see to it that buttons lead on.

        A button that no longer counts is taken away, and whoever looks for the game finds it. ``pressed`` is
        the message whose button it was, "" for none that everyone sees.
        """
        if reply.stale and pressed:
            self._display(request.channel).pressed(pressed, request.game)
        elif reply.scene is not None and pressed:
            self._display(request.channel).used(pressed, request.game)
        if reply.stale or request.command.partition(" ")[0] in LOOKS:
            self.look(request.channel, doubt=True)
        elif reply.refusal is not None:
            self.look(request.channel)

    def look(self, channel: Channel, *, doubt: bool = False) -> None:
        """Show whatever a place should be shown, at once; with ``doubt``, make sure that it is there."""
        display, now = self._display(channel), asyncio.get_running_loop().time()
        if doubt and now - self._doubted.get(channel, -DOUBTED) >= DOUBTED:
            self._doubted = {c: when for c, when in self._doubted.items() if now - when < DOUBTED}
            self._doubted[channel] = now
            display.doubt()
        display.look()

    async def catch_up(self, concerns: Callable[[Channel], bool] = lambda _: True) -> None:
        """Show what these places have not seen: after a start, and when a connection was lost.

        Raises StoreUnavailable.
        """
        showing: set[Told] = set()
        async for channel, reply in self._source.pending(self._platform):
            if not concerns(channel):
                continue
            showing.add(self.show(channel, reply))
            if len(showing) >= AT_ONCE:
                _, showing = await asyncio.wait(showing, return_when=asyncio.FIRST_COMPLETED)

    def again(self, concerns: Callable[[Channel], bool]) -> None:
        """Try again where showing fails: something has changed for these places, for the better perhaps."""
        for channel, display in tuple(self._displays.items()):
            if concerns(channel):
                display.hope()

    async def shown(self, channel: Channel) -> None:
        """Wait until a place is shown what it should be, or that has failed."""
        display = self._displays.get(channel)
        if display is not None:
            await display.finish()

    def trouble(self, channel: Channel) -> Trouble | None:
        """What keeps a place from being shown its game, None where nothing does as far as is known."""
        display = self._displays.get(channel)
        return None if display is None else display.trouble

    def live(self, channel: Channel) -> str:
        """The place's live message as far as this process knows it, "" for none."""
        display = self._displays.get(channel)
        return "" if display is None else display.live

    async def forget(self, channel: Channel) -> None:
        """Let go of a place that has got another id."""
        display = self._displays.pop(channel, None)
        if display is not None:
            await display.stop()

    async def finish(self, seconds: float) -> None:
        """Give what is being shown so much time, then stop."""
        displays = tuple(self._displays.values())
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(display.finish() for display in displays))
        except TimeoutError:
            log.warning("stopped before everything was shown", platform=self._platform)
        await asyncio.gather(*(display.stop() for display in displays))

    @property
    def busy(self) -> bool:
        """Whether something is being shown, or waits to be."""
        return any(display.busy for display in self._displays.values())

    def _places(self) -> Mapping[metrics.Labels, float]:
        return {(self._platform,): len(self._displays)}

    def _troubles(self) -> Mapping[metrics.Labels, float]:
        troubles = (display.trouble for display in tuple(self._displays.values()))
        return Counter((self._platform, str(trouble.kind)) for trouble in troubles if trouble is not None)

    def _display(self, channel: Channel) -> Display[Page]:
        display = self._displays.pop(channel, None)
        if display is None:
            display = Display(
                channel,
                self._source,
                self._messenger,
                self._patience,
                words_first=self._words_first,
                leisure=self._leisure,
                turn=PictureTurn(self._turns),
            )
        self._displays[channel] = display
        if len(self._displays) > self._most:
            self._let_go(display)
            # Where all are at work, looking each time would take longer than what they do.
            self._most = max(RECENT, len(self._displays)) + MORE
        return display

    def _let_go(self, used: Display[Page]) -> None:
        """Forget those that have had nothing to do for longest, if there are too many."""
        idle = [other for other, each in self._displays.items() if not each.busy and each is not used]
        for other in idle[: max(0, len(idle) - RECENT)]:
            del self._displays[other]
