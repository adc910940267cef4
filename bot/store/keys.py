"""Every key of the store has its name here, and what ends by itself its end. See docs/store.md.

In a chat there are people whom a platform knows, and a chat's games stay. At the web table anybody can be any
number of people in any number of rooms: what nobody comes back to ends there.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.people import Channel

DEADLINES = "bastide:deadlines"
"""When a channel's time is up: a sorted set of channels by seconds since 1970."""

RESULTS = "bastide:{results}:all"
"""The results of finished games: texts by :func:`result`."""

STREAKS = "bastide:{tiles}:people"
"""What is kept about those who answer the tile of the day: texts by person."""

REVIEWS = "bastide:review:"
"""Before what was found out of a game that is over."""

PASSES = "bastide:pass:"
"""Before what people may do from elsewhere: then come the person's key and ``:``."""

LAUNCHES = "bastide:launch:"
"""Before where boards were opened within Discord, and which proofs of that were shown."""

DEVICES = "bastide:push:"
"""Before the devices on which people are told of their turns: :func:`devices`."""

ASIDE = "bastide:{aside}:all"
"""The games that are put aside, with their sizes: a sorted set by the moment at which they end."""

WORKERS = "bastide:workers"
"""The processes that serve: a sorted set by the moment at which each entry ends, unless it is renewed."""

CHANGED = "bastide:changed"
"""No key, but where changes are told: the channel, its game and its version; and what is said of one."""

PROBE = "bastide:probe"
"""Written again and again to see whether the store takes changes."""

RESTORING = "bastide:restoring"
"""Present while a copy is being put back, so that nobody serves from a part of it."""

DAMAGED_PATTERN = "bastide:{*}:damaged:*:header"
GAME_PATTERN = "bastide:{*}:game:*"
ANSWERS_PATTERN = "bastide:{tiles}:day:*"
MOVING_PATTERN = "bastide:{*}:moving"
CURRENT_PATTERN = "bastide:{*}:current"
CHANNELS_PATTERN = "bastide:channels:*"
GAMES_PATTERN = "bastide:games:*"
LEASE_PATTERN = "bastide:lease:*"

_DAY: Final = 24 * 3600

ENDS_OF_PLACES: Final[Mapping[str, int]] = {"web": 90 * _DAY}
"""Seconds for which a place's games last after their last change, by platform; elsewhere for good."""
ENDS_OF_PEOPLE: Final[Mapping[str, int]] = {"web": 400 * _DAY}
"""Likewise what a person has chosen: at the web table as long as the cookie by which we know them."""


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
    def moving(self) -> str:
        """Where all of this is on its way to: the new channel."""
        return f"{self.prefix}moving"

    @property
    def on_its_way(self) -> str:
        """What the keys begin with of what has left its place and has not arrived elsewhere."""
        return f"{self.prefix}moved:"

    def home(self, name: str) -> str:
        """What a key is called that is on its way, where it came from."""
        return self.prefix + name.removeprefix(self.on_its_way)

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

    def undone(self, game: str) -> str:
        """What changes took away from a game's actions."""
        return f"{self.prefix}undone:{game}"

    def damaged(self, game: str, version: int) -> str:
        """What the keys begin with under which a damaged game is kept that was mended."""
        return f"{self.prefix}damaged:{game}:{version}"

    def once(self, once: str) -> str:
        """Present while the change with this once-only key is remembered; holds the nonce of its caller."""
        return f"{self.prefix}once:{once}"


def channel_of(current: str) -> Channel:
    """The channel whose ``current`` key this is."""
    return Channel.parse(current.removeprefix("bastide:{").removesuffix("}:current"))


def game_of(header: str) -> tuple[Channel, str]:
    """The channel and the id of the game whose header this is."""
    channel, _, game = header.removeprefix("bastide:{").partition("}:game:")
    return Channel.parse(channel), game


def result(channel: Channel, game: str) -> str:
    """The name of a game's result."""
    return f"{channel} {game}"


def result_of(name: str) -> tuple[Channel, str]:
    """The channel and the game whose result has this name."""
    channel, _, game = name.rpartition(" ")
    return Channel.parse(channel), game


def results_in(channel: Channel) -> str:
    """The names of a channel's results, by time. All results lie in one slot, apart from the games."""
    return f"bastide:{{results}}:in:{channel}"


def results_of(person: str) -> str:
    """The names of a person's results, by time."""
    return f"bastide:{{results}}:of:{person}"


def devices(person: str) -> str:
    """A person's devices, and what they were told on them: texts by name."""
    return f"{DEVICES}{person}"


def answers(day: str) -> str:
    """The answers to a tile of the day: texts by person."""
    return f"bastide:{{tiles}}:day:{day}"


def quota(what: str, who: str) -> str:
    """How much of something somebody has had lately."""
    return f"bastide:{{quota}}:{what}:{who}"


def lease(what: str) -> str:
    """Who has something for itself that only one worker may have."""
    return f"bastide:lease:{what}"


def pace(what: str) -> str:
    """The calls that workers have made of late where a platform counts them together."""
    return f"bastide:pace:{what}"


def secret(name: str) -> str:
    """A random text of the store's own."""
    return f"bastide:secret:{name}"


def channels(platform: str) -> str:
    """The platform's channels that have a game."""
    return f"bastide:channels:{platform}"


def games(person: str) -> str:
    """The channels in whose current game the person may sit: a superset, checked against the games."""
    return f"bastide:games:{person}"


def person(key: str) -> str:
    """A person's settings."""
    return f"bastide:person:{key}"


def notes(topic: str) -> str:
    """What the bot keeps for itself about a topic."""
    return f"bastide:notes:{topic}"


def place_ends(channel: Channel) -> int | None:
    """When what is kept of a place ends that changes now, in seconds since 1970; None for never.

    All of it ends at one moment.
    """
    seconds = ENDS_OF_PLACES.get(channel.platform)
    return None if seconds is None else int(time.time()) + seconds


def person_lasts(key: str) -> int | None:
    """Seconds for which what a person has chosen lasts; None for good."""
    return ENDS_OF_PEOPLE.get(key.partition(":")[0])
