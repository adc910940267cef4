"""Games beyond the current ones, what strangers may make the store keep, and what is kept of one person."""

import logging
import re
import time
from collections.abc import AsyncIterator, Collection, Mapping
from typing import Final

from bot.people import Channel
from bot.store import keys
from bot.store.connection.link import Link
from bot.store.connection.patience import WrongTypeError
from bot.store.keys import ChannelKeys
from bot.store.protocol import Change, OutcomeUnknown, StoreUnavailable
from bot.store.reading import FORMAT, FORMAT_FIELD, LENGTH, VERSION
from bot.store.tables import lenient

MOST_ASIDE: Final = 2000
"""So many games are kept aside, of all places together."""
ROOM_ASIDE: Final = 32 * 1024 * 1024
"""So many bytes they take together, of the 256 MB that we give Redis."""
_EACH_ACTION: Final = 16
_BATCH: Final = 500

log = logging.getLogger(__name__)


class Quotas:
    """Counts. All counters lie in one slot, and all of what is put aside is listed in another."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._spend = link.script("spend")
        self._aside = link.script("aside")

    async def spend(self, what: str, most: Mapping[str, int], seconds: int) -> str:
        """See Store. A call that is repeated because its answer was lost may count twice."""
        names = list(most)
        full = await self._spend([keys.quota(what, name) for name in names], [seconds, *most.values()])
        return names[full - 1] if full else ""

    async def enter(self, channel: Channel, game: str, change: Change, seconds: int) -> None:
        """List a game that was put aside for so long, and throw away the oldest that no longer fit.

        Never fails: what is not listed ends all the same.
        """
        now = time.time()
        entry = f"{_size(change)} {channel} {game}"
        try:
            dropped = await self._aside([keys.ASIDE], [now, now + seconds, entry, MOST_ASIDE, ROOM_ASIDE])
            for name in map(lenient, dropped):
                _, place, old = name.split(" ")
                names = ChannelKeys(Channel.parse(place))
                await self._link.ask("DEL", names.game(old), names.actions(old))
        except StoreUnavailable as error:
            log.warning("What is put aside is not counted: %s", error)

    async def forget(self, person: str, glob: str) -> None:
        """Throw away what is counted of a person and of their own chat, whose address begins with theirs.

        ``glob`` is the person's key as part of a pattern.
        """
        for pattern in (keys.quota("*", glob), keys.quota("*", f"{glob}:*")):
            names = await self._link.scan(pattern)
            if names:
                await self._link.ask("DEL", *names)
        listed = map(lenient, await self._link.ask("ZRANGE", keys.ASIDE, 0, -1))
        theirs = [entry for entry in listed if entry.partition(" ")[2].startswith(f"{person}:")]
        if theirs:
            await self._link.ask("ZREM", keys.ASIDE, *theirs)


class Shelf:
    """What lies beside the current games."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.quotas = Quotas(link)

    async def put(self, channel: Channel, game: str, change: Change, seconds: int) -> None:
        """Keep a game for so long without making it the channel's."""
        names = ChannelKeys(channel)
        header, actions = names.game(game), names.actions(game)
        values = {name: value for name, value in change.header.items() if value is not None}
        fields = {**values, FORMAT_FIELD: str(FORMAT), VERSION: "1", LENGTH: str(len(change.append))}
        commands: list[tuple[str, ...]] = [("DEL", header, actions)]
        commands.append(("HSET", header, *(part for item in fields.items() for part in item)))
        commands.append(("EXPIRE", header, str(seconds)))
        if change.append:
            commands += [("RPUSH", actions, *change.append), ("EXPIRE", actions, str(seconds))]
        await self._link.batch(commands, atomic=True, changes=True)
        await self.quotas.enter(channel, game, change, seconds)

    async def everything(self) -> AsyncIterator[tuple[Channel, str]]:
        """Every game, each once."""
        for name in sorted(await self._link.scan(keys.GAME_PATTERN)):
            yield keys.game_of(lenient(name))

    async def forget(self, person: str) -> None:
        """Remove what is kept under a person's key, and have the server's own log of it written anew."""
        await self._link.batch(
            [
                *(("DEL", name(person)) for name in (keys.person, keys.games, keys.devices)),
                ("HDEL", keys.STREAKS, person),
            ],
            lenient=True,
            changes=True,
        )
        try:
            await self._forget_rest(person)
        except StoreUnavailable as error:
            raise OutcomeUnknown(f"{error} A part is forgotten.") from error

    async def _forget_rest(self, person: str) -> None:
        days = list(await self._link.scan(keys.ANSWERS_PATTERN))
        for start in range(0, len(days), _BATCH):
            await self._link.batch(
                [("HDEL", day, person) for day in days[start : start + _BATCH]], lenient=True
            )
        await self._forget_damaged(person)
        glob = re.sub(r"([*?\[\]\\])", r"\\\1", person)
        # Where a platform has no id of its own for a tap, the person's key is part of the once-only key.
        await self._remove(await self._link.scan(f"bastide:{{*}}:once:{glob}:*"))
        await self._remove(await self._link.scan(f"{keys.PASSES}{glob}:*"))
        await self.quotas.forget(person, glob)
        await self._forget_private_chat(person, await self._link.scan(f"bastide:{{{glob}:*}}:*"))
        # Not every server lets us, and it does so by itself from time to time.
        await self._link.everywhere("BGREWRITEAOF")

    async def _forget_private_chat(self, person: str, names: Collection[bytes]) -> None:
        """Remove all keys of a person's own chat with the bot: its address has their number in it."""
        chats = {name.decode().removeprefix("bastide:{").partition("}")[0] for name in names}
        platform = person.partition(":")[0]
        await self._link.batch([("SREM", keys.channels(platform), chat) for chat in chats], lenient=True)
        # A chat has several deadlines: its own, and others whose names end in its address.
        endings = tuple(chat.removeprefix(platform) for chat in chats)
        deadlines = [name.decode() for name in await self._link.ask("ZRANGE", keys.DEADLINES, 0, -1)]
        beginnings = (f"{platform}:", f"push:{platform}:")
        theirs = [name for name in deadlines if name.startswith(beginnings) and name.endswith(endings)]
        await self._link.batch([("ZREM", keys.DEADLINES, name) for name in theirs], lenient=True)
        await self._remove(names)

    async def _remove(self, names: Collection[bytes]) -> None:
        listed = list(names)
        for start in range(0, len(listed), _BATCH):
            await self._link.batch([("DEL", name) for name in listed[start : start + _BATCH]])

    async def _forget_damaged(self, person: str) -> None:
        """Throw away the copies of damaged games in which the person is named."""
        _, _, number = person.partition(":")
        for name in await self._link.scan(keys.DAMAGED_PATTERN):
            try:
                values = (await self._link.ask("HGETALL", name)).values()
            except WrongTypeError:
                values = ()
            if any(f'"{number}"'.encode() in value or person.encode() in value for value in values):
                await self._link.batch([("DEL", name, name.removesuffix(b"header") + b"actions")])


def _size(change: Change) -> int:
    """About so many bytes a game takes."""
    header = sum(len(name) + len((value or "").encode()) for name, value in change.header.items())
    return header + sum(len(action) + _EACH_ACTION for action in change.append)
