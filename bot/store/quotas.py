"""What strangers may make the store keep: counters that end, and the room for games that are put aside."""

import logging
import time
from collections.abc import Mapping
from typing import Final

from bot.people import Channel
from bot.store import keys
from bot.store.keys import ChannelKeys
from bot.store.link import Link
from bot.store.protocol import Change, StoreUnavailable
from bot.store.tables import lenient

MOST_ASIDE: Final = 2000
"""So many games are kept aside, of all places together."""
ROOM_ASIDE: Final = 32 * 1024 * 1024
"""So many bytes they take together, of the 256 MB that we give Redis."""
_EACH_ACTION: Final = 16

log = logging.getLogger(__name__)


class Quotas:
    """Counts. All counters lie in one slot, and all of what is put aside is listed in another."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._spend = link.script("spend")
        self._aside = link.script("aside")

    async def spend(self, what: str, most: Mapping[str, int], seconds: int) -> str:
        """See Store. A call that is repeated because its answer was lost may count twice."""
        names = list(most)
        full = await self._spend([keys.quota(what, name) for name in names], [seconds, *most.values()])
        return names[full - 1] if full else ""

    async def enter(self, channel: Channel, game: str, change: Change, seconds: int) -> None:
        """List a game that was put aside for so long, and throw away the oldest that no longer fit.

        Never fails: what is not listed ends all the same.
        """
        now = time.time()
        entry = f"{_size(change)} {channel} {game}"
        try:
            dropped = await self._aside([keys.ASIDE], [now, now + seconds, entry, MOST_ASIDE, ROOM_ASIDE])
            for name in map(lenient, dropped):
                _, place, old = name.split(" ")
                names = ChannelKeys(Channel.parse(place))
                await self._link.ask("DEL", names.game(old), names.actions(old))
        except StoreUnavailable as error:
            log.warning("What is put aside is not counted: %s", error)

    async def forget(self, person: str, glob: str) -> None:
        """Throw away what is counted of a person and of their own chat, whose address begins with theirs.

        ``glob`` is the person's key as part of a pattern.
        """
        for pattern in (keys.quota("*", glob), keys.quota("*", f"{glob}:*")):
            names = await self._link.scan(pattern)
            if names:
                await self._link.ask("DEL", *names)
        listed = map(lenient, await self._link.ask("ZRANGE", keys.ASIDE, 0, -1))
        theirs = [entry for entry in listed if entry.partition(" ")[2].startswith(f"{person}:")]
        if theirs:
            await self._link.ask("ZREM", keys.ASIDE, *theirs)


def _size(change: Change) -> int:
    """About so many bytes a game takes."""
    header = sum(len(name) + len((value or "").encode()) for name, value in change.header.items())
    return header + sum(len(action) + _EACH_ACTION for action in change.append)
