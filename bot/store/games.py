"""Games in Redis: read, begun, changed and shown, each in one step of a script (lua/).

What was last seen of a place is remembered, so that reading it again takes less.
"""

import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self, TypeVar

from bot.people import Channel
from bot.store.connection.link import Link
from bot.store.connection.transport import Command
from bot.store.keys import ChannelKeys, place_ends
from bot.store.other_slots import OtherSlots
from bot.store.protocol import Change, CorruptGame, Cut, Outcome, OutcomeUnknown, StoredGame
from bot.store.reading import (
    FORMAT,
    FORMAT_FIELD,
    PEOPLE,
    VERSION,
    Fetched,
    damage,
    read_cut,
    read_game,
    text,
    version_of,
)
from bot.store.tables import due_and_over, flat, split

K = TypeVar("K")
V = TypeVar("V")

KEPT_IDS: Final = 10_000
"""Of so many places it is remembered which game was the current one: the next reading begins with it."""
KEPT_ACTIONS: Final = 512
"""Of so many games the actions are remembered: they are only fetched when they are others by now."""

ONCE_SECONDS: Final = 7 * 24 * 3600


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


class RedisGames:
    """The part of a store that has to do with games alone. See Store."""

    def __init__(self, link: Link, other_slots: OtherSlots) -> None:
        self._link = link
        self._other_slots = other_slots
        self._load_script = link.script("load")
        self._commit_script = link.script("commit", changes=True)
        self._shown_script = link.script("shown")
        self._recent = Recent()

    async def load(self, channel: Channel) -> StoredGame | None:
        """See Store."""
        stored, _ = await self._load_along(channel, ())
        return stored

    async def load_game(self, channel: Channel, game: str) -> StoredGame | None:
        """See Store."""
        _, fetched, _ = await self._fetch(channel, game)
        return self._read(channel, game, fetched) if fetched[0] else None

    async def version(self, channel: Channel) -> tuple[str, int] | None:
        """See Store."""
        game = await self._current(channel)
        if game is None:
            return None
        with damage(channel, game):
            raw = await self._link.ask("HGET", ChannelKeys(channel).game(game), VERSION)
        return game, version_of(raw, channel, game)

    async def create(self, channel: Channel, game: str, change: Change, *, over: str, once: str) -> Outcome:
        """See Store."""
        if not game:
            raise ValueError("a game has an id")
        return await self._apply("create", channel, game, change, expected=over, once=once)

    async def commit(
        self, channel: Channel, game: str, version: int, change: Change, *, once: str
    ) -> Outcome:
        """See Store."""
        return await self._apply("commit", channel, game, change, expected=str(version), once=once)

    async def amend(self, channel: Channel, game: str, version: int, change: Change) -> Outcome:
        """See Store."""
        return await self._apply("amend", channel, game, change, expected=str(version), once="")

    async def undone(self, channel: Channel, game: str) -> Sequence[Cut]:
        """See Store."""
        with damage(channel, game):
            cuts = await self._link.ask("LRANGE", ChannelKeys(channel).undone(game), 0, -1)
        return [read_cut(cut, channel, game) for cut in cuts]

    async def shown(
        self,
        channel: Channel,
        game: str,
        version: int,
        shown: str,
        *,
        revision: int,
        over: Channel | None = None,
    ) -> bool:
        """See Store."""
        names = ChannelKeys(channel)

        def arguments(deadlines: Mapping[Channel, float | None]) -> list[str | float]:
            return [game, version, shown, revision, *map(str, deadlines)]

        with damage(channel, game):
            answer = await self._other_slots.change(
                self._shown_script,
                [names.current, names.game(game)],
                arguments,
                channel=channel,
                people=None,
                deadlines={} if over is None else {over: None},
            )
        if answer == b"corrupt":
            raise CorruptGame(f"{channel}: game {game} has no readable version", game)
        return bool(answer == b"done")

    async def archive(self, channel: Channel) -> Sequence[str]:
        """See Store."""
        with damage(channel):
            ids = await self._link.ask("LRANGE", ChannelKeys(channel).archive, 0, -1)
        return [text(game, channel) for game in ids]

    async def _apply(
        self, mode: str, channel: Channel, game: str, change: Change, *, expected: str, once: str
    ) -> Outcome:
        if any(name.startswith("_") for name in change.header):
            raise ValueError("header fields that begin with _ are the store's own")
        if change.keep is not None and change.keep < 0:
            raise ValueError("a change keeps no actions or some")
        values, removed = split(change.header)
        values[FORMAT_FIELD] = str(FORMAT)
        if change.people is not None:
            values[PEOPLE] = json.dumps(list(change.people))
        # Made once for all repetitions of this call: a change whose answer was lost is recognised by it.
        nonce = secrets.token_hex(8)
        names = ChannelKeys(channel)
        remembered = names.once(once or nonce)
        slot = [
            names.current,
            names.game(game),
            names.actions(game),
            remembered,
            names.archive,
            names.undone(game),
            *([names.game(expected)] if mode == "create" else ()),
        ]
        ends_at = None if mode == "amend" else place_ends(channel)
        noted = mode == "create" or (mode == "commit" and change.people is not None)

        def arguments(deadlines: Mapping[Channel, float | None]) -> list[str | float]:
            due, over = due_and_over(deadlines)
            return [
                mode, game, expected, nonce, ONCE_SECONDS, "" if change.keep is None else change.keep,
                "pressing" if change.pressing else "", len(values), len(removed), len(change.append),
                "" if ends_at is None else ends_at, len(due) // 2, len(over), str(channel),
                *flat(values), *removed, *change.append, *due, *over,
            ]  # fmt: skip

        try:
            with damage(channel, game):
                answer = await self._other_slots.change(
                    self._commit_script,
                    slot,
                    arguments,
                    channel=channel,
                    people=(change.people or ()) if noted else None,
                    deadlines=change.deadlines,
                )
        except OutcomeUnknown as error:
            error.game = game
            raise
        if answer == b"corrupt":
            raise CorruptGame(f"{channel}: game {game} is damaged", game)
        outcome = Outcome(answer.decode())
        if outcome is Outcome.DONE and mode != "amend":
            before = 0 if mode == "create" else int(expected)
            self._recent.changed(channel, game, before, change.keep, change.append)
        return outcome

    async def _current(self, channel: Channel) -> str | None:
        with damage(channel):
            raw = await self._link.ask("GET", ChannelKeys(channel).current)
        return None if raw is None else text(raw, channel)

    async def _load_along(
        self, channel: Channel, reads: Sequence[Command]
    ) -> tuple[StoredGame | None, Sequence[Any]]:
        """A place's current game, and what the server was asked besides in the same round trip.

        Of a place without a game, nothing was.
        """
        game: str | None = self._recent.game(channel) or await self._current(channel)
        while game is not None:
            current, fetched, read = await self._fetch(channel, game, reads)
            if current == game:
                self._recent.see(channel, game)
                if not fetched[0]:
                    raise CorruptGame(f"{channel}: game {game} is missing", game)
                return self._read(channel, game, fetched), read
            game = current
        self._recent.nothing(channel)
        return None, ()

    async def _fetch(
        self, channel: Channel, game: str, reads: Sequence[Command] = ()
    ) -> tuple[str | None, Fetched, Sequence[Any]]:
        """The id of the current game, ``game`` as it is stored, all of one moment; and what else was read."""
        names, known = ChannelKeys(channel), self._recent.actions(channel, game)
        slot = [names.current, names.game(game), names.actions(game)]
        with damage(channel, game):
            if reads:
                (current, header, actions), *read = await self._load_script(slot, [known.digest], reads)
            else:
                (current, header, actions), read = await self._load_script(slot, [known.digest]), []
        table = dict(zip(header[::2], header[1::2], strict=True))
        fetched = (table, (), known.actions) if isinstance(actions, int) else (table, actions, None)
        return None if current is None else text(current, channel), fetched, read

    def _read(self, channel: Channel, game: str, fetched: Fetched) -> StoredGame:
        """What was fetched, put together. Raises CorruptGame."""
        stored = read_game(channel, game, *fetched)
        self._recent.read(channel, game, stored.version, stored.actions)
        return stored


def _keep(table: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Put something last; what was put longest ago goes when there is too much."""
    table[key] = value
    table.move_to_end(key)
    if len(table) > most:
        table.popitem(last=False)
