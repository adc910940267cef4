"""Which channels have a game, and who sits where: outside the channels' slots, and always rebuildable.

The games themselves are the truth. An index is written after the game, and what it says about people is
checked against the games when it is read: it has to be complete, but need not be exact.
"""

import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from bot.people import Channel
from bot.store import keys
from bot.store.connection.link import Link
from bot.store.keys import ChannelKeys
from bot.store.protocol import StoreFull, StoreUnavailable
from bot.store.reading import PEOPLE, people_of

log = logging.getLogger(__name__)

T = TypeVar("T")

BATCH = 500


class Indexes:
    """The set of channels of each platform, and the set of channels of each person."""

    def __init__(self, link: Link) -> None:
        self._link = link
        # Changes whose place in the index is not known to be written: caught up with before the next reading.
        self._behind: dict[Channel, frozenset[str]] = {}

    async def note(self, channel: Channel, people: Sequence[str]) -> None:
        """Enter a channel and those who sit there, after the game was stored. Never fails: it catches up."""
        entry = self._behind[channel] = self._behind.get(channel, frozenset()).union(people)
        try:
            await self._enter({channel: entry})
        except StoreUnavailable as error:
            log.warning("The index of %s is written later: %s", channel, error)
        else:
            self._forget({channel: entry})

    def complete(self, channel: Channel, people: Sequence[str]) -> list[str]:
        """The indexes into which a change enters a channel and those who sit there."""
        return _indexes(channel, people)

    async def channels(self, platform: str) -> AsyncIterator[Channel]:
        """Every channel of the platform that has a game, each once."""
        await self._catch_up()
        for channel in await self._members(keys.channels(platform)):
            yield channel

    async def games_of(self, person: str) -> Sequence[Channel]:
        """The channels in whose current game this person sits."""
        await self._catch_up()
        channels = await self._members(keys.games(person))
        seated = await self._seated(channels)
        return [channel for channel in channels if person in seated.get(channel, ())]

    async def where_is(self, platform: str, game: str) -> Channel | None:
        """The channel of the platform whose current game this is. Asks all of them."""
        await self._catch_up()
        for batch in _batches(await self._members(keys.channels(platform))):
            for channel, current in (await self._current(batch)).items():
                if current == game != "":
                    return channel
        return None

    async def rename(self, old: Channel, new: Channel) -> None:
        """Enter a channel under its new name and take the old one out. May be repeated."""
        people = (await self._seated([new])).get(new, frozenset())
        await self.note(new, sorted(people))
        await self._link.batch([("SREM", index, str(old)) for index in _indexes(old, people)], lenient=True)

    async def rebuild(self) -> int:
        """Write both indexes anew from the games. Returns the number of channels."""
        found = map(_name, await self._link.scan(keys.CURRENT_PATTERN))
        seated = await self._seated([keys.channel_of(key) for key in found])
        wanted: dict[str, set[Channel]] = {}
        for channel, people in seated.items():
            for index in _indexes(channel, people):
                wanted.setdefault(index, set()).add(channel)
        written = await self._written()
        # Kept until it is written: a full store is read from all the same.
        for channel, people in seated.items():
            self._behind[channel] = self._behind.get(channel, frozenset()) | people
        await self._catch_up()
        stale = [(name, members - wanted.get(name, set())) for name, members in written.items()]
        entries = [("SREM", name, str(channel)) for name, channels in stale for channel in channels]
        for batch in _batches(entries):
            await self._link.batch(batch, lenient=True)
        # Who sat down meanwhile and was entered before the removal is entered again.
        await self._enter(await self._seated(list(set().union(*(channels for _, channels in stale)))))
        return len(seated)

    async def _catch_up(self) -> None:
        behind = dict(self._behind)
        try:
            await self._enter(behind)
        except StoreFull as error:
            # Nobody can sit down anywhere meanwhile, and what is there can still be read.
            log.warning("The indexes are written later: %s", error)
        else:
            self._forget(behind)

    def _forget(self, written: Mapping[Channel, frozenset[str]]) -> None:
        for channel, people in written.items():
            if self._behind.get(channel) == people:
                del self._behind[channel]

    async def _enter(self, seated: Mapping[Channel, Iterable[str]]) -> None:
        entries = [
            (index, str(channel)) for channel in seated for index in _indexes(channel, seated[channel])
        ]
        for batch in _batches(entries):
            # A damaged index keeps nobody out of the others; the next start makes it anew.
            await self._link.batch([("SADD", *entry) for entry in batch], lenient=True)

    async def _written(self) -> dict[str, set[Channel]]:
        """All that is in the indexes. Those that are damaged are removed."""
        written: dict[str, set[Channel]] = {}
        names = await self._link.scan(keys.CHANNELS_PATTERN) | await self._link.scan(keys.GAMES_PATTERN)
        for batch in _batches(list(names)):
            answers = await self._link.batch([("SMEMBERS", name) for name in batch], lenient=True)
            for name, answer in zip(batch, answers, strict=True):
                if isinstance(answer, Exception):
                    await self._link.ask("DEL", name)
                else:
                    written[_name(name)] = set(_channels(answer))
        return written

    async def _members(self, index: str) -> list[Channel]:
        return _channels(await self._link.ask("SMEMBERS", index))

    async def _seated(self, channels: Sequence[Channel]) -> dict[Channel, frozenset[str]]:
        """Who sits in the current game of each channel that has one, by the games themselves."""
        seated: dict[Channel, frozenset[str]] = {}
        for batch in _batches(channels):
            games = await self._current(batch)
            people = await self._link.batch(
                [("HGET", ChannelKeys(channel).game(game), PEOPLE) for channel, game in games.items()],
                lenient=True,
            )
            seated |= {channel: people_of(raw) for channel, raw in zip(games, people, strict=True)}
        return seated

    async def _current(self, channels: Sequence[Channel]) -> dict[Channel, str]:
        """The id of the current game of each channel that has one; "" for one that cannot be read."""
        answers = await self._link.batch(
            [("GET", ChannelKeys(channel).current) for channel in channels], lenient=True
        )
        return {
            channel: _name(raw) for channel, raw in zip(channels, answers, strict=True) if raw is not None
        }


def _indexes(channel: Channel, people: Iterable[str]) -> list[str]:
    return [keys.channels(channel.platform), *map(keys.games, people)]


def _channels(members: Iterable[object]) -> list[Channel]:
    return [Channel.parse(name) for name in sorted(map(_name, members)) if name]


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


def _name(raw: object) -> str:
    """A stored name as text, "" for one that cannot be read."""
    return raw.decode(errors="ignore") if isinstance(raw, bytes) else ""
