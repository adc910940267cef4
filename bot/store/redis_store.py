"""The store on a Redis server. Its keys are described in keys.py, its scripts stand in lua/."""

import secrets
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Protocol

from bot.people import Channel
from bot.store import keys
from bot.store.beside import Beside
from bot.store.checks import probe, risks
from bot.store.connection.link import Link
from bot.store.games import RedisGames
from bot.store.indexes import Indexes
from bot.store.moving import Mover
from bot.store.other_slots import OtherSlots
from bot.store.protocol import Change, KnownTables, Store, StoredGame
from bot.store.reading import damage
from bot.store.shelf import Shelf
from bot.store.tables import Tables, lenient

DUE_AT_MOST = 100
PROBE_SECONDS = 3600


class Server(Protocol):
    """A server of the store's own, which ends with it."""

    async def close(self) -> None:
        """Stop the server."""


class RedisStore(RedisGames, Beside, Store):
    """Games in Redis, over a link that the store owns from now on, and a server of its own if it has one."""

    def __init__(self, link: Link, *, server: Server | None = None) -> None:
        self._indexes = Indexes(link)
        super().__init__(link, OtherSlots(link, self._indexes))
        self._server = server
        self._alone = server is not None
        self._tables = Tables(link)
        self._shelf = Shelf(link)
        self._due_script = link.script("due")
        self._mover = Mover(link, self._tell)

    @property
    def down(self) -> bool:
        """See Store."""
        return self._link.down

    async def back(self) -> None:
        """See Store."""
        await self._link.back()

    async def put_aside(self, channel: Channel, game: str, change: Change, seconds: int) -> None:
        """See Store."""
        await self._shelf.put(channel, game, change, seconds)

    async def spend(self, what: str, most: Mapping[str, int], seconds: int) -> str:
        """See Store."""
        return await self._shelf.quotas.spend(what, most, seconds)

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

    async def known(self, people: Collection[str], topic: str) -> KnownTables:
        """See Store."""
        *tables, notes = await self._tables.several([*map(keys.person, people), keys.notes(topic)])
        return dict(zip(people, tables, strict=True)), notes

    async def load_known(
        self, channel: Channel, people: Collection[str], topic: str
    ) -> tuple[StoredGame | None, KnownTables | None]:
        """See Store."""
        if not self._link.whole:
            return await self.load(channel), None
        reads = self._tables.asking([*map(keys.person, people), keys.notes(topic)])
        stored, read = await self._load_along(channel, reads)
        told = self._tables.told(read)
        if not told:
            return stored, None
        *tables, notes = told
        return stored, (dict(zip(people, tables, strict=True)), notes)

    async def person_set(self, key: str, mapping: Mapping[str, str | None]) -> None:
        """See Store."""
        await self._tables.change(keys.person(key), mapping, lasts=keys.person_lasts(key))

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
        await self._other_slots.deadlines_set(when)

    async def deadlines_due(
        self, now: float, lease: float = 60.0, platforms: Collection[str] = ()
    ) -> Sequence[Channel]:
        """See Store."""
        await self._other_slots.catch_up()
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

    async def _tell(self, old: Channel, new: Channel) -> None:
        """Enter the new name of a channel wherever the old one stands outside of its slot."""
        await self._indexes.rename(old, new)
        await self.results.rename(old, new)
        when = await self._link.ask("ZSCORE", keys.DEADLINES, str(old))
        if when is not None:
            await self.deadlines_set({new: when, old: None})
