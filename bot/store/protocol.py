"""The store as the table sees it. See "Store" in docs/architecture.md."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.people import Channel


class StoreUnavailable(Exception):
    """The store cannot be reached now. Nothing was changed; the same call may succeed later."""


class CorruptGame(Exception):
    """A stored game cannot be read. It is kept as it is, for repair; every other game is untouched."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A channel's current game as it is stored.

    ``header`` is a flat table of text (the table decides its fields); ``actions`` are the actions of the
    record. ``version`` grows by one with every change. ``posted`` is the version that the place has seen,
    ``message`` and ``message_turn`` the live message: the platform's own id and the turn it was made for.
    """

    game: str
    version: int
    header: Mapping[str, str]
    actions: tuple[str, ...]
    posted: int = 0
    message: str = ""
    message_turn: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a game, made whole or not at all.

    The header gets ``header`` (a value of None removes the field); the actions are cut to the first
    ``keep`` (None: all) and then ``append`` is added. ``people`` are those who sit in the game from now on
    (None: unchanged), for the list of one's games.
    """

    header: Mapping[str, str | None] = field(default_factory=dict)
    keep: int | None = None
    append: Sequence[str] = ()
    people: Sequence[str] | None = None


class Outcome(StrEnum):
    """What became of a change."""

    DONE = "done"
    STALE = "stale"
    REPEATED = "repeated"


class Store(Protocol):
    """Games, one current game per channel. Every method may raise StoreUnavailable."""

    async def load(self, channel: Channel) -> StoredGame | None:
        """The channel's current game, or None. Raises CorruptGame."""

    async def version(self, channel: Channel) -> tuple[str, int] | None:
        """The current game's id and version: cheap, to see whether a cached game still holds."""

    async def create(self, channel: Channel, game: str, change: Change, *, over: str, once: str) -> Outcome:
        """Make ``game`` the channel's current game with version 1.

        ``over`` is the id of the game that was current ("" for none) and stays readable by its id; STALE
        when another one is current by now, REPEATED when ``once`` was seen before.
        """

    async def commit(self, channel: Channel, game: str, version: int, change: Change, *, once: str) -> Outcome:
        """Apply the change if the current game is ``game`` with that version and ``once`` is new."""

    async def posted(self, channel: Channel, game: str, version: int, message: str, turn: int) -> None:
        """Note that the place has seen this version, in this message. Never goes backwards."""

    def channels(self, platform: str) -> AsyncIterator[Channel]:
        """Every channel of the platform that has a game."""

    async def rename_channel(self, old: Channel, new: Channel) -> None:
        """Move whatever is kept for ``old`` to ``new``, because the place got a new id (Telegram: a group
        became a supergroup). Its once-only keys move too. Nothing happens when ``old`` holds no game or
        ``new`` already holds one, so that it can be repeated.
        """

    async def games_of(self, person: str) -> Sequence[Channel]:
        """The channels in whose current game this person (by key) sits."""

    async def ready(self) -> None:
        """Raise StoreUnavailable unless the store answers."""

    async def close(self) -> None:
        """Let go of connections and of a server of one's own."""
