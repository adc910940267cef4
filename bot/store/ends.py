"""When what is kept ends by itself.

In a chat there are people whom a platform knows, and a chat's games stay. At the web table anybody can be any
number of people in any number of rooms: what nobody comes back to ends there.
"""

import time
from collections.abc import Mapping
from typing import Final

from bot.people import Channel

_DAY: Final = 24 * 3600

PLACES: Final[Mapping[str, int]] = {"web": 90 * _DAY}
"""Seconds for which a place's games last after their last change, by platform; elsewhere for good."""
PEOPLE: Final[Mapping[str, int]] = {"web": 400 * _DAY}
"""Likewise what a person has chosen: at the web table as long as the cookie by which we know them."""


def of_place(channel: Channel) -> int | None:
    """When what is kept of a place ends that changes now, in seconds since 1970; None for never.

    All of it ends at one moment.
    """
    seconds = PLACES.get(channel.platform)
    return None if seconds is None else int(time.time()) + seconds


def of_person(key: str) -> int | None:
    """Seconds for which what a person has chosen lasts; None for good."""
    return PEOPLE.get(key.partition(":")[0])
