"""The store on a Redis server. Its keys are described in keys.py, its scripts stand in lua/."""

import logging
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final, Protocol

from bot.people import Channel
from bot.store import keys
from bot.store.beside import Beside
from bot.store.checks import probe, risks
from bot.store.connection.link import Link
from bot.store.games import RedisGames
from bot.store.indexes import Indexes
from bot.store.keys import ChannelKeys
from bot.store.other_slots import OtherSlots
from bot.store.protocol import Change, KnownTables, Store, StoredGame
from bot.store.reading import VERSION, damage, text
from bot.store.shelf import Shelf
from bot.store.tables import Tables, lenient

log = logging.getLogger(__name__)

_BATCH: Final = 200


class Mover:
    """Moves everything that is kept for a channel to its new id.

    Two channels are two slots. A server that has both renames all in one step. In a cluster all of it is put
    on its way in one step, under names in the old slot; copies arrive in the new slot in one step; and then
    the old ones go. In either case a note in the old slot says where it goes, until everything elsewhere
    knows the new name, too: whoever dies on the way is followed by :meth:`resume`, which every start calls
    and the keeper from time to time. ``tell`` enters the new name wherever the old one stands; it may be
    repeated.
    """

    def __init__(self, link: Link, tell: Callable[[Channel, Channel], Awaitable[None]]) -> None:
        self._link = link
        self._tell = tell
        self._move = link.script("move")
        self._arrive = link.script("arrive")
        self._return = link.script("return")

    async def move(self, old: Channel, new: Channel) -> None:
        """Move a channel, however others play meanwhile. May be repeated.

        Nothing happens where there is nothing to move, or a game already.
        """
        before, after = ChannelKeys(old), ChannelKeys(new)
        while True:
            noted, current, taken = await self._link.batch(
                [("GET", before.moving), ("GET", before.current), ("EXISTS", after.current)]
            )
            if noted is not None:
                await self._finish(old, Channel.parse(text(noted, old)))
                return
            if current is None or taken:
                if current is None and taken:
                    await self._tell(old, new)
                return
            game = text(current, old)
            version = await self._link.ask("HGET", before.game(game), VERSION) or b""
            whole = self._link.whole
            target = after.prefix if whole else before.on_its_way
            names = [before.current, before.game(game), before.moving]
            for name in await self._names(before.prefix):
                names += [name, target + name.removeprefix(before.prefix)]
            if await self._move(names, [game, version, str(new), after.current if whole else ""]) == b"done":
                await self._finish(old, new)
                return

    async def resume(self) -> None:
        """Finish what others have begun and could not finish."""
        for raw in await self._link.scan(keys.MOVING_PATTERN):
            old = keys.channel_of(lenient(raw).removesuffix("moving") + "current")
            noted = await self._link.ask("GET", raw)
            if noted is not None:
                log.info("%s is on its way to %s: that is finished now", old, lenient(noted))
                await self._finish(old, Channel.parse(lenient(noted)))

    async def _finish(self, old: Channel, new: Channel) -> None:
        before, after = ChannelKeys(old), ChannelKeys(new)
        names = sorted(await self._names(before.on_its_way))
        if names and not await self._bring(names, before, after):
            back = [part for name in names for part in (name, before.home(name))]
            await self._return([before.current, before.moving, *back], [str(new)])
            return
        # First the one by which it is told whether copies are still wanted.
        names.sort(key=lambda name: name != f"{before.on_its_way}current")
        for start in range(0, len(names), _BATCH):
            await self._link.batch([("DEL", name) for name in names[start : start + _BATCH]])
        await self._tell(old, new)
        await self._link.ask("DEL", before.moving)

    async def _bring(self, names: list[str], before: ChannelKeys, after: ChannelKeys) -> bool:
        """Put copies in the new slot. Tells whether they are there, and not another game."""
        current = await self._link.ask("GET", f"{before.on_its_way}current")
        if current is None:
            # The copies have arrived, and an earlier call was about to remove what they were made of.
            return True
        copies: list[str | bytes | int] = []
        arriving = []
        for start in range(0, len(names), _BATCH):
            batch = names[start : start + _BATCH]
            found = await self._link.batch([(what, name) for name in batch for what in ("PTTL", "DUMP")])
            for name, lasts, copy in zip(batch, found[::2], found[1::2], strict=True):
                if copy is not None:
                    arriving.append(after.prefix + name.removeprefix(before.on_its_way))
                    copies += [max(0, lasts), copy]
        game = text(current, before.channel)
        answer = await self._arrive([after.current, after.game(game), *arriving], [game, *copies])
        return bool(answer == b"done")

    async def _names(self, prefix: str) -> list[str]:
        """Whatever is kept under a prefix, but the note."""
        glob = re.sub(r"([*?\[\]^\\])", r"\\\1", prefix) + "*"
        found = [name.decode() for name in await self._link.scan(glob)]
        return [name for name in found if name != f"{prefix}moving"]


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
