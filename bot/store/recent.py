"""What was last seen of places, so that reading one again takes less: the game's id, and its actions."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self, TypeVar

from bot.people import Channel

K = TypeVar("K")
V = TypeVar("V")

KEPT_IDS: Final = 10_000
"""Of so many places it is remembered which game was the current one: the next reading begins with it."""
KEPT_ACTIONS: Final = 512
"""Of so many games the actions are remembered: they are only fetched when they are others by now."""


@dataclass(frozen=True, slots=True)
class Actions:
    """The actions of a game at one version, and by what the server finds out whether it has the same."""

    version: int
    actions: tuple[str, ...]
    digest: str

    @classmethod
    def of(cls, version: int, actions: tuple[str, ...]) -> Self:
        """The actions at this version."""
        text = "\n".join(actions).encode()
        return cls(version, actions, hashlib.sha1(text, usedforsecurity=False).hexdigest())


NOTHING: Final = Actions(0, (), "")


class Recent:
    """The places and games that were seen last. What is forgotten is only read from the server again."""

    def __init__(self, ids: int = KEPT_IDS, actions: int = KEPT_ACTIONS) -> None:
        self._most = (ids, actions)
        self._ids: OrderedDict[Channel, str] = OrderedDict()
        self._actions: OrderedDict[tuple[Channel, str], Actions] = OrderedDict()

    def game(self, channel: Channel) -> str | None:
        """The place's current game as far as it was seen."""
        return self._ids.get(channel)

    def see(self, channel: Channel, game: str) -> None:
        """Remember the place's current game."""
        _keep(self._ids, channel, game, self._most[0])

    def nothing(self, channel: Channel) -> None:
        """The place has no game."""
        self._ids.pop(channel, None)

    def actions(self, channel: Channel, game: str) -> Actions:
        """The game's actions as they were last read."""
        return self._actions.get((channel, game), NOTHING)

    def read(self, channel: Channel, game: str, version: int, actions: tuple[str, ...]) -> None:
        """Remember the game's actions at this version."""
        known = self.actions(channel, game)
        same = known.digest and known.actions == actions
        found = replace(known, version=version) if same else Actions.of(version, actions)
        _keep(self._actions, (channel, game), found, self._most[1])

    def changed(
        self, channel: Channel, game: str, before: int, keep: int | None, appended: Sequence[str]
    ) -> None:
        """A change has made this the place's current game, or has followed this version of it (0: new).

        It has kept so many of the actions that were there (None: all), and then has come what was appended.
        """
        self.see(channel, game)
        known = self.actions(channel, game)
        if known.version == before:
            self.read(channel, game, before + 1, (*known.actions[:keep], *appended))


def _keep(table: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Put something last; what was put longest ago goes when there is too much."""
    table[key] = value
    table.move_to_end(key)
    if len(table) > most:
        table.popitem(last=False)
