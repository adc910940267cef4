"""What lies outside a channel's slot and goes with a change of its game: deadlines, and who sits where.

One server writes all of it with the change. In a cluster it lies on other nodes, and the order of the writes
sees to it that nothing is missing, whoever dies between two of them: *before* the change the indexes are
given whom it will seat, and the deadlines are made as early as it wants them; *after* it they are put right.
What is then left over is harmless: an index is checked against the games, and whoever is called too early by
a deadline looks at the game and winds its clock anew.

What cannot be written before the change, since the node that has it does not answer, keeps nobody from
moving: it is remembered and written as soon as deadlines are claimed or indexes read, which the keeper does
every few seconds; should the process die first, the look at all clocks finds it.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.people import Channel
from bot.store import keys
from bot.store.connection.link import Link, Script
from bot.store.connection.patience import crosses_slots
from bot.store.indexes import Indexes
from bot.store.protocol import StoreFull, StoreUnavailable
from bot.store.tables import due_and_over

log = logging.getLogger(__name__)

HURRY: Final = 2.0
"""Seconds for which a change waits for the node that has the deadlines."""

Arguments = Callable[[Mapping[Channel, float | None]], list[str | float]]


class OtherSlots:
    """Writes with each change what lies beyond its slot."""

    def __init__(self, link: Link, indexes: Indexes) -> None:
        self._link = link
        self._indexes = indexes
        self._deadlines_script = link.script("deadlines")
        # A server may also be known to refuse several slots by having done so, behind a proxy for example.
        self._by_slots = not link.whole
        self._early: dict[Channel, float] = {}

    async def change(
        self,
        script: Script,
        slot: Sequence[str],
        arguments: Arguments,
        *,
        channel: Channel,
        people: Sequence[str] | None,
        deadlines: Mapping[Channel, float | None],
    ) -> bytes:
        """The answer of a script that changes a game, and "done" where it says "apart".

        The script is given the keys that lie elsewhere after the others, if it may have them, and
        ``arguments`` the deadlines that it sets. ``people`` are entered where they sit; None: unchanged.
        """
        others = [keys.DEADLINES] if deadlines else []
        if people is not None:
            others += self._indexes.complete(channel, people)
        if not others:
            return bytes(await script(slot, arguments({})))
        if not self._by_slots:
            try:
                answer: bytes = await script([*slot, *others], arguments(deadlines))
            except StoreUnavailable as error:
                if not crosses_slots(error):
                    raise
                self._by_slots = True
            else:
                if answer == b"apart":
                    await asyncio.gather(self._note(channel, people), self._set_late(deadlines))
                    answer = b"done"
                return answer
        await asyncio.gather(self._note(channel, people), self._bring_forward(deadlines))
        answer = await script(slot, arguments({}))
        if answer == b"done" and deadlines:
            await self._put_right(deadlines)
        return answer

    async def deadlines_set(self, when: Mapping[Channel, float | None]) -> None:
        """Set several deadlines; None forgets one. Raises StoreUnavailable."""
        due, over = due_and_over(when)
        await self._deadlines_script([keys.DEADLINES], [len(due) // 2, *due, *over])

    async def catch_up(self) -> None:
        """Write the deadlines that could not be written with their changes. Raises StoreUnavailable."""
        early = dict(self._early)
        # Only ever earlier: somebody else may have set them anew since.
        commands = [("ZADD", keys.DEADLINES, "LT", when, str(channel)) for channel, when in early.items()]
        try:
            await self._link.batch(commands, patience=HURRY)
        except StoreFull as error:
            log.warning("Deadlines are written later: %s", error)
            return
        for channel, when in early.items():
            if self._early.get(channel) == when:
                del self._early[channel]

    async def _note(self, channel: Channel, people: Sequence[str] | None) -> None:
        if people is not None:
            await self._indexes.note(channel, people)

    async def _bring_forward(self, deadlines: Mapping[Channel, float | None]) -> None:
        self._remember(deadlines)
        try:
            await self.catch_up()
        except StoreUnavailable as error:
            log.warning("Deadlines are written later: %s", error)

    async def _set_late(self, deadlines: Mapping[Channel, float | None]) -> None:
        try:
            await self.deadlines_set(deadlines)
        except StoreUnavailable as error:
            log.warning("Deadlines are written later: %s", error)
            self._remember(deadlines)

    def _remember(self, deadlines: Mapping[Channel, float | None]) -> None:
        for channel, when in deadlines.items():
            if when is not None:
                self._early[channel] = min(when, self._early.get(channel, when))

    async def _put_right(self, deadlines: Mapping[Channel, float | None]) -> None:
        """Nothing is lost where this fails: what is due too early is looked at and set anew."""
        try:
            await self.deadlines_set(deadlines)
        except StoreUnavailable as error:
            log.info("Deadlines are put right when they are due: %s", error)
