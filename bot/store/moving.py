"""Moving everything that is kept for a channel to its new id.

Two channels are two slots. A server that has both renames all in one step. In a cluster all of it is put on
its way in one step, under names in the old slot; copies arrive in the new slot in one step; and then the old
ones go. In either case a note in the old slot says where it goes, until everything elsewhere knows the new
name, too: whoever dies on the way is followed by :meth:`Mover.resume`, which every start calls and the keeper
from time to time.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Final

from bot.people import Channel
from bot.store import keys
from bot.store.connection.link import Link
from bot.store.keys import ChannelKeys
from bot.store.reading import VERSION, text
from bot.store.tables import lenient

log = logging.getLogger(__name__)

_BATCH: Final = 200


class Mover:
    """Moves channels. ``tell`` enters the new name wherever the old one stands; it may be repeated."""

    def __init__(self, link: Link, tell: Callable[[Channel, Channel], Awaitable[None]]) -> None:
        self._link = link
        self._tell = tell
        self._move = link.script("move")
        self._arrive = link.script("arrive")
        self._return = link.script("return")

    async def move(self, old: Channel, new: Channel) -> None:
        """Move a channel, however others play meanwhile. May be repeated.

        Nothing happens where there is nothing to move, or a game already.
        """
        before, after = ChannelKeys(old), ChannelKeys(new)
        while True:
            noted, current, taken = await self._link.batch(
                [("GET", before.moving), ("GET", before.current), ("EXISTS", after.current)]
            )
            if noted is not None:
                await self._finish(old, Channel.parse(text(noted, old)))
                return
            if current is None or taken:
                if current is None and taken:
                    await self._tell(old, new)
                return
            game = text(current, old)
            version = await self._link.ask("HGET", before.game(game), VERSION) or b""
            whole = self._link.whole
            target = after.prefix if whole else before.on_its_way
            names = [before.current, before.game(game), before.moving]
            for name in await self._names(before.prefix):
                names += [name, target + name.removeprefix(before.prefix)]
            if await self._move(names, [game, version, str(new), after.current if whole else ""]) == b"done":
                await self._finish(old, new)
                return

    async def resume(self) -> None:
        """Finish what others have begun and could not finish."""
        for raw in await self._link.scan(keys.MOVING_PATTERN):
            old = keys.channel_of(lenient(raw).removesuffix("moving") + "current")
            noted = await self._link.ask("GET", raw)
            if noted is not None:
                log.info("%s is on its way to %s: that is finished now", old, lenient(noted))
                await self._finish(old, Channel.parse(lenient(noted)))

    async def _finish(self, old: Channel, new: Channel) -> None:
        before, after = ChannelKeys(old), ChannelKeys(new)
        names = sorted(await self._names(before.on_its_way))
        if names and not await self._bring(names, before, after):
            back = [part for name in names for part in (name, before.home(name))]
            await self._return([before.current, before.moving, *back], [str(new)])
            return
        # First the one by which it is told whether copies are still wanted.
        names.sort(key=lambda name: name != f"{before.on_its_way}current")
        for start in range(0, len(names), _BATCH):
            await self._link.batch([("DEL", name) for name in names[start : start + _BATCH]])
        await self._tell(old, new)
        await self._link.ask("DEL", before.moving)

    async def _bring(self, names: list[str], before: ChannelKeys, after: ChannelKeys) -> bool:
        """Put copies in the new slot. Tells whether they are there, and not another game."""
        current = await self._link.ask("GET", f"{before.on_its_way}current")
        if current is None:
            # The copies have arrived, and an earlier call was about to remove what they were made of.
            return True
        copies: list[str | bytes | int] = []
        arriving = []
        for start in range(0, len(names), _BATCH):
            batch = names[start : start + _BATCH]
            found = await self._link.batch([(what, name) for name in batch for what in ("PTTL", "DUMP")])
            for name, lasts, copy in zip(batch, found[::2], found[1::2], strict=True):
                if copy is not None:
                    arriving.append(after.prefix + name.removeprefix(before.on_its_way))
                    copies += [max(0, lasts), copy]
        game = text(current, before.channel)
        answer = await self._arrive([after.current, after.game(game), *arriving], [game, *copies])
        return bool(answer == b"done")

    async def _names(self, prefix: str) -> list[str]:
        """Whatever is kept under a prefix, but the note."""
        glob = re.sub(r"([*?\[\]^\\])", r"\\\1", prefix) + "*"
        found = [name.decode() for name in await self._link.scan(glob)]
        return [name for name in found if name != f"{prefix}moving"]
