"""A place that is owed a picture: it has a deadline of its own until it is shown what it should be.

It is written with the change and taken away when all is shown, so that no process has to remember it.
"""

from datetime import timedelta
from typing import Final

from bot.people import Channel

SHOWN_WITHIN: Final = timedelta(seconds=40)
"""A place that was not shown its game is looked at again after so long."""

_MARK: Final = "owed"


def owed(channel: Channel) -> Channel:
    """The name under which a place has this deadline."""
    return Channel(channel.platform, (_MARK, *channel.place))


def owing(channel: Channel) -> Channel | None:
    """The place that has this name; None when it is a place itself."""
    if len(channel.place) < 2 or channel.place[0] != _MARK:
        return None
    return Channel(channel.platform, channel.place[1:])
