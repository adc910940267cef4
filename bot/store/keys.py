"""Every key of the store has its name here. See "Store" in docs/architecture.md."""

from dataclasses import dataclass

from bot.people import Channel

DEADLINES = "bastide:deadlines"
"""When a channel's time is up: a sorted set of channels by seconds since 1970."""

CURRENT_PATTERN = "bastide:{*}:current"
CHANNELS_PATTERN = "bastide:channels:*"
GAMES_PATTERN = "bastide:games:*"


@dataclass(frozen=True, slots=True)
class ChannelKeys:
    """The keys of one channel. The braces put them all into one slot of a Redis cluster."""

    channel: Channel

    @property
    def prefix(self) -> str:
        """What all of them begin with."""
        return f"bastide:{{{self.channel}}}:"

    @property
    def current(self) -> str:
        """The id of the current game."""
        return f"{self.prefix}current"

    @property
    def archive(self) -> str:
        """The ids of earlier games, newest last."""
        return f"{self.prefix}archive"

    def game(self, game: str) -> str:
        """A game's header, with the store's own fields beside the table's."""
        return f"{self.prefix}game:{game}"

    def actions(self, game: str) -> str:
        """A game's actions."""
        return f"{self.prefix}actions:{game}"

    def once(self, once: str) -> str:
        """Present while the change with this once-only key is remembered; holds the nonce of its caller."""
        return f"{self.prefix}once:{once}"


def channel_of(current: str) -> Channel:
    """The channel whose ``current`` key this is."""
    return Channel.parse(current.removeprefix("bastide:{").removesuffix("}:current"))


def channels(platform: str) -> str:
    """The platform's channels that have a game."""
    return f"bastide:channels:{platform}"


def games(person: str) -> str:
    """The channels in whose current game the person may sit: a superset, checked against the games."""
    return f"bastide:games:{person}"


def person(key: str) -> str:
    """A person's settings."""
    return f"bastide:person:{key}"
