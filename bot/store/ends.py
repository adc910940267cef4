"""When what is kept ends by itself.

In a chat there are people whom a platform knows, and a chat's games stay. At the web table anybody can be any
number of people in any number of rooms: what nobody comes back to ends there.
"""

import logging
import time
from collections.abc import Mapping
from typing import Final

from bot.people import Channel
from bot.store.keys import ChannelKeys
from bot.store.link import Link
from bot.store.protocol import StoreUnavailable

_DAY: Final = 24 * 3600

PLACES: Final[Mapping[str, int]] = {"web": 90 * _DAY}
"""Seconds for which a place's games last after their last change, by platform; elsewhere for good."""
PEOPLE: Final[Mapping[str, int]] = {"web": 400 * _DAY}
"""Likewise what a person has chosen: at the web table as long as the cookie by which we know them."""

log = logging.getLogger(__name__)


async def postpone(link: Link, channel: Channel, game: str) -> None:
    """Let a place and the game that has just changed there last anew. Never fails: the next change does it.

    All of it ends at one moment.
    """
    seconds = PLACES.get(channel.platform)
    if seconds is None:
        return
    names, when = ChannelKeys(channel), str(int(time.time()) + seconds)
    kept = (names.current, names.archive, names.game(game), names.actions(game), names.undone(game))
    try:
        await link.batch([("EXPIREAT", name, when) for name in kept], atomic=True)
    except StoreUnavailable as error:
        log.warning("%s does not last longer yet: %s", channel, error)


def of_person(key: str) -> int | None:
    """Seconds for which what a person has chosen lasts; None for good."""
    return PEOPLE.get(key.partition(":")[0])
