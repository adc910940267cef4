"""Every key of the store has its name here. See docs/store.md."""

from dataclasses import dataclass

from bot.people import Channel

DEADLINES = "bastide:deadlines"
"""When a channel's time is up: a sorted set of channels by seconds since 1970."""

RESULTS = "bastide:{results}:all"
"""The results of finished games: texts by :func:`result`."""

STREAKS = "bastide:{tiles}:people"
"""What is kept about those who answer the tile of the day: texts by person."""

ASIDE = "bastide:{aside}:all"
"""The games that are put aside, with their sizes: a sorted set by the moment at which they end."""

WORKERS = "bastide:workers"
"""The processes that serve: a sorted set by the moment at which each entry ends, unless it is renewed."""

CHANGED = "bastide:changed"
"""No key, but where changes are told: the channel, its game and that game's version."""

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
