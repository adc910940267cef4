"""The store on a Redis server. Its keys are described in keys.py, its scripts stand in lua/."""

import json
import logging
import secrets
from collections.abc import AsyncIterator, Collection, Mapping, Sequence

from bot.people import Channel
from bot.store import ends, keys
from bot.store.answers import RedisAnswers
from bot.store.beside import Beside
from bot.store.beyond import Beyond
from bot.store.indexes import Indexes
from bot.store.keys import ChannelKeys
from bot.store.link import Link
from bot.store.moving import Mover
from bot.store.probing import probe
from bot.store.protocol import (
    Change,
    CorruptGame,
    Cut,
    Outcome,
    OutcomeUnknown,
    Store,
    StoredGame,
)
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
from bot.store.recent import Recent
from bot.store.results import RedisResults
from bot.store.risks import risks
from bot.store.servers import Server
from bot.store.shelf import Shelf
from bot.store.tables import Tables, due_and_over, flat, lenient, split

log = logging.getLogger(__name__)

ONCE_SECONDS = 7 * 24 * 3600
DUE_AT_MOST = 100
PROBE_SECONDS = 3600


class RedisStore(Beside, Store):
    """Games in Redis, over a link that the store owns from now on, and a server of its own if it has one."""

    def __init__(self, link: Link, *, server: Server | None = None) -> None:
        self._link = link
        self._server = server
        self._indexes = Indexes(link)
        self._beyond = Beyond(link, self._indexes)
        self._tables = Tables(link)
        self._shelf = Shelf(link)
        self._results = RedisResults(link)
        self._answers = RedisAnswers(link)
        self._load_script = link.script("load")
        self._commit_script = link.script("commit", changes=True)
        self._shown_script = link.script("shown")
        self._due_script = link.script("due")
        self._mover = Mover(link, self._tell)
        self._recent = Recent()

    @property
    def down(self) -> bool:
        """See Store."""
        return self._link.down

    async def back(self) -> None:
        """See Store."""
        await self._link.back()

    @property
    def results(self) -> RedisResults:
        """See Store."""
        return self._results

    @property
    def answers(self) -> RedisAnswers:
        """See Store."""
        return self._answers

    async def load(self, channel: Channel) -> StoredGame | None:
        """See Store."""
        game: str | None = self._recent.game(channel) or await self._current(channel)
        while game is not None:
            current, fetched = await self._fetch(channel, game)
            if current == game:
                self._recent.see(channel, game)
                if not fetched[0]:
                    raise CorruptGame(f"{channel}: game {game} is missing", game)
                return self._read(channel, game, fetched)
            game = current
        self._recent.nothing(channel)
        return None

    async def load_game(self, channel: Channel, game: str) -> StoredGame | None:
        """See Store."""
        _, fetched = await self._fetch(channel, game)
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

    async def put_aside(self, channel: Channel, game: str, change: Change, seconds: int) -> None:
        """See Store."""
        await self._shelf.put(channel, game, change, seconds)

    async def spend(self, what: str, most: Mapping[str, int], seconds: int) -> str:
        """See Store."""
        return await self._shelf.quotas.spend(what, most, seconds)

    async def undone(self, channel: Channel, game: str) -> Sequence[Cut]:
        """See Store."""
        with damage(channel, game):
            cuts = await self._link.ask("LRANGE", ChannelKeys(channel).undone(game), 0, -1)
        return [read_cut(cut, channel, game) for cut in cuts]

    def everything(self) -> AsyncIterator[tuple[Channel, str]]:
        """See Store."""
        return self._shelf.everything()

    async def forget(self, person: str) -> None:
        """See Store."""
        await self._shelf.forget(person)

    async def secret(self, name: str) -> str:
        """See Store."""
        key = keys.secret(name)
        await self._link.ask("SETNX", key, secrets.token_hex(32))
        return lenient(await self._link.ask("GET", key))

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
            answer = await self._beyond.change(
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

    async def rename_channel(self, old: Channel, new: Channel) -> None:
        """See Store."""
        with damage(old):
            await self._mover.move(old, new)

    def channels(self, platform: str) -> AsyncIterator[Channel]:
        """See Store."""
        return self._indexes.channels(platform)

    async def games_of(self, person: str) -> Sequence[Channel]:
        """See Store."""
        return await self._indexes.games_of(person)

    async def where_is(self, platform: str, game: str) -> Channel | None:
        """See Store."""
        return await self._indexes.where_is(platform, game)

    async def rebuild_indexes(self) -> int:
        """See Store."""
        await self._mover.resume()
        return await self._indexes.rebuild()

    async def person_get(self, key: str) -> Mapping[str, str]:
        """See Store."""
        return await self._tables.get(keys.person(key))

    async def known(
        self, people: Collection[str], topic: str
    ) -> tuple[Mapping[str, Mapping[str, str]], Mapping[str, str]]:
        """See Store."""
        *tables, notes = await self._tables.several([*map(keys.person, people), keys.notes(topic)])
        return dict(zip(people, tables, strict=True)), notes

    async def person_set(self, key: str, mapping: Mapping[str, str | None]) -> None:
        """See Store."""
        await self._tables.change(keys.person(key), mapping, lasts=ends.of_person(key))

    async def notes_get(self, topic: str) -> Mapping[str, str]:
        """See Store."""
        return await self._tables.get(keys.notes(topic))

    async def notes_set(self, topic: str, mapping: Mapping[str, str | None]) -> None:
        """See Store."""
        await self._tables.change(keys.notes(topic), mapping)

    async def deadline_set(self, channel: Channel, when: float) -> None:
        """See Store."""
        await self.deadlines_set({channel: when})

    async def deadline_clear(self, channel: Channel) -> None:
        """See Store."""
        await self.deadlines_set({channel: None})

    async def deadlines_set(self, when: Mapping[Channel, float | None]) -> None:
        """See Store."""
        await self._beyond.deadlines_set(when)

    async def deadlines_due(
        self, now: float, lease: float = 60.0, platforms: Collection[str] = ()
    ) -> Sequence[Channel]:
        """See Store."""
        await self._beyond.catch_up()
        names = await self._due_script([keys.DEADLINES], [now, now + lease, DUE_AT_MOST, *platforms])
        return [Channel.parse(lenient(name)) for name in names]

    async def ready(self) -> None:
        """See Store."""
        await self._link.ask("SET", keys.PROBE, "1", "EX", PROBE_SECONDS)

    async def probe(self) -> None:
        """Ask for every kind of thing that will ever be asked, and leave nothing behind.

        A user who may do too little, or a node that has only a part of the keys, is found by that at once.
        """
        await probe(self._link)
        await self._load_script([f"{keys.PROBE}:{{probe}}:{name}" for name in "abc"], [""])

    def describe(self) -> str:
        """See Store."""
        return self._link.name

    async def risks(self) -> Sequence[str]:
        """By which settings its servers could lose games: a sentence for each."""
        return await risks(self._link) or ()

    def nodes(self) -> tuple[int, int]:
        """How many servers have keys of their own, and how many are known to follow them."""
        return self._link.nodes()

    async def close(self) -> None:
        """See Store."""
        await self._link.close()
        if self._server is not None:
            await self._server.close()

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
        ends_at = None if mode == "amend" else ends.of_place(channel)
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
                answer = await self._beyond.change(
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

    async def _tell(self, old: Channel, new: Channel) -> None:
        """Enter the new name of a channel wherever the old one stands outside of its slot."""
        await self._indexes.rename(old, new)
        await self._results.rename(old, new)
        when = await self._link.ask("ZSCORE", keys.DEADLINES, str(old))
        if when is not None:
            await self.deadlines_set({new: when, old: None})

    async def _current(self, channel: Channel) -> str | None:
        with damage(channel):
            raw = await self._link.ask("GET", ChannelKeys(channel).current)
        return None if raw is None else text(raw, channel)

    async def _fetch(self, channel: Channel, game: str) -> tuple[str | None, Fetched]:
        """The id of the current game, and ``game`` as it is stored, all of one moment."""
        names, known = ChannelKeys(channel), self._recent.actions(channel, game)
        with damage(channel, game):
            current, header, actions = await self._load_script(
                [names.current, names.game(game), names.actions(game)], [known.digest]
            )
        table = dict(zip(header[::2], header[1::2], strict=True))
        fetched = (table, (), known.actions) if isinstance(actions, int) else (table, actions, None)
        return None if current is None else text(current, channel), fetched

    def _read(self, channel: Channel, game: str, fetched: Fetched) -> StoredGame:
        """What was fetched, put together. Raises CorruptGame."""
        stored = read_game(channel, game, *fetched)
        self._recent.read(channel, game, stored.version, stored.actions)
        return stored
