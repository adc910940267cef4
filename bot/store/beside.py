"""What a store on Redis has beside the games."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Final

from bot.people import Channel
from bot.store import keys
from bot.store.connection.link import Link
from bot.store.protocol import Results, TileAnswers, TimedTexts
from bot.store.reading import Workshop
from bot.store.workers.leases import RedisLeases
from bot.store.workers.news import RedisNews
from bot.store.workers.pacing import RedisPacing

ANSWERS_KEPT: Final = 60 * 24 * 3600
"""Seconds for which a day's answers are kept."""


class RedisResults(Results):
    """Results of finished games: one hash of texts, and for each channel and person their names by time.

    Whatever is written may be written again. All of it lies in one slot of its own.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._unlist_script = link.script("unlist", changes=True)

    async def add(
        self, channel: Channel, game: str, text: str, *, people: Sequence[str], when: float
    ) -> bool:
        """See Results."""
        name = keys.result(channel, game)
        indexes = [keys.results_in(channel), *map(keys.results_of, people)]
        entered, *_ = await self._link.batch(
            [("HSETNX", keys.RESULTS, name, text), *(("ZADD", index, when, name) for index in indexes)],
            atomic=True,
        )
        return bool(entered)

    async def replace(self, channel: Channel, game: str, text: str, *, without: Sequence[str] = ()) -> None:
        """See Results."""
        name = keys.result(channel, game)
        await self._unlist_script([keys.RESULTS, *map(keys.results_of, without)], [name, text])

    async def remove(self, channel: Channel, game: str, *, people: Sequence[str]) -> None:
        """See Results."""
        name = keys.result(channel, game)
        indexes = [keys.results_in(channel), *map(keys.results_of, people)]
        await self._link.batch(
            [("HDEL", keys.RESULTS, name), *(("ZREM", index, name) for index in indexes)], atomic=True
        )

    async def everything(self) -> Sequence[tuple[Channel, str, str]]:
        """See Results."""
        raw = await self._link.ask("HGETALL", keys.RESULTS)
        return [(*keys.result_of(_text(name)), _text(value)) for name, value in raw.items()]

    async def of_channel(self, channel: Channel) -> Sequence[str]:
        """See Results."""
        return [text for _, _, text in await self._listed(keys.results_in(channel))]

    async def of_person(self, person: str) -> Sequence[tuple[Channel, str, str]]:
        """See Results."""
        return await self._listed(keys.results_of(person))

    async def latest(self, people: Sequence[str]) -> Mapping[str, str]:
        """See Results."""
        if not people:
            return {}
        newest = await self._link.batch([("ZREVRANGE", keys.results_of(person), 0, 0) for person in people])
        names = {person: found[0] for person, found in zip(people, newest, strict=True) if found}
        if not names:
            return {}
        texts = await self._link.ask("HMGET", keys.RESULTS, *names.values())
        return {person: _text(value) for person, value in zip(names, texts, strict=True) if value is not None}

    async def rename(self, old: Channel, new: Channel) -> None:
        """Enter a channel's results under its new name. May be repeated."""
        for raw in await self._link.ask("ZRANGE", keys.results_in(old), 0, -1):
            name = _text(raw)
            _, game = keys.result_of(name)
            value = await self._link.ask("HGET", keys.RESULTS, name)
            when = await self._link.ask("ZSCORE", keys.results_in(old), name)
            people = await self._listing(name)
            after = keys.result(new, game)
            commands: list[tuple[str | bytes | float, ...]] = []
            if value is not None:
                commands.append(("HSET", keys.RESULTS, after, value))
            for index in (keys.results_in(new), *people):
                commands += [("ZADD", index, when, after), ("ZREM", index, name)]
            commands += [("HDEL", keys.RESULTS, name), ("ZREM", keys.results_in(old), name)]
            await self._link.batch(commands, atomic=True)

    async def _listing(self, name: str) -> list[str]:
        """The people's lists in which a result stands."""
        lists = sorted(await self._link.scan(keys.results_of("*")))
        scores = await self._link.batch([("ZSCORE", each, name) for each in lists])
        return [_text(each) for each, score in zip(lists, scores, strict=True) if score is not None]

    async def _listed(self, index: str) -> list[tuple[Channel, str, str]]:
        names = [_text(name) for name in await self._link.ask("ZRANGE", index, 0, -1)]
        if not names:
            return []
        texts = await self._link.ask("HMGET", keys.RESULTS, *names)
        return [
            (*keys.result_of(name), _text(value))
            for name, value in zip(names, texts, strict=True)
            if value is not None
        ]


class RedisTileAnswers(TileAnswers):
    """Answers to the tile of the day: a hash for each day, and one for what is kept about people."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def put(self, day: str, person: str, text: str, about: str) -> None:
        """See TileAnswers."""
        await self._link.batch(
            [
                ("HSET", keys.answers(day), person, text),
                ("EXPIRE", keys.answers(day), ANSWERS_KEPT),
                ("HSET", keys.STREAKS, person, about),
            ],
            atomic=True,
            changes=True,
        )

    async def on(self, day: str) -> Mapping[str, str]:
        """See TileAnswers."""
        raw = await self._link.ask("HGETALL", keys.answers(day))
        return {_text(person): _text(answer) for person, answer in raw.items()}

    async def about(self, person: str) -> str:
        """See TileAnswers."""
        return _text(await self._link.ask("HGET", keys.STREAKS, person) or b"")


class RedisTimedTexts(TimedTexts):
    """Texts that end: a key for each, which begins as ``prefix`` says."""

    def __init__(self, link: Link, prefix: str) -> None:
        self._link = link
        self._prefix = prefix

    async def put(self, name: str, text: str, seconds: int) -> None:
        """See TimedTexts."""
        await self._link.ask("SET", f"{self._prefix}{name}", text, "EX", seconds)

    async def get(self, name: str) -> str:
        """See TimedTexts."""
        return _text(await self._link.ask("GET", f"{self._prefix}{name}") or b"")

    async def take(self, name: str) -> str:
        """See TimedTexts."""
        return _text(await self._link.ask("GETDEL", f"{self._prefix}{name}") or b"")

    async def first(self, name: str, seconds: int) -> bool:
        """See TimedTexts."""
        return bool(await self._link.ask("SET", f"{self._prefix}{name}", "1", "NX", "EX", seconds))


class RedisPushBox:
    """People's devices: a hash for each person, with an end."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._write = link.script("devices")

    async def read(self, person: str) -> Mapping[str, str]:
        """See PushBox (bot/pushing/devices.py)."""
        raw = await self._link.ask("HGETALL", keys.devices(person))
        return {_text(name): _text(value) for name, value in raw.items()}

    async def write(self, person: str, texts: Mapping[str, str], seconds: int, *, new: bool = False) -> None:
        """See PushBox."""
        parts = [part for item in texts.items() for part in item]
        await self._write([keys.devices(person)], [seconds, "" if new else "1", *parts])

    async def drop(self, person: str, names: Collection[str] = ()) -> None:
        """See PushBox."""
        name = keys.devices(person)
        await self._link.ask(*(("HDEL", name, *names) if names else ("DEL", name)))


class Beside:
    """Parts of a store that share nothing with its games but the link."""

    _link: Link
    _alone: bool
    """Nobody else can use its server, which is our own."""

    @cached_property
    def workshop(self) -> Workshop:
        """Where damaged games are looked at and mended."""
        return Workshop(self._link)

    @cached_property
    def leases(self) -> RedisLeases:
        """What only one worker may have at a time. A server of our own has no other bot."""
        return RedisLeases(self._link, alone=self._alone)

    @cached_property
    def news(self) -> RedisNews:
        """What others do to places."""
        return RedisNews(self._link)

    @cached_property
    def pacing(self) -> RedisPacing:
        """How many calls all workers make together."""
        return RedisPacing(self._link)

    @cached_property
    def results(self) -> RedisResults:
        """See Store."""
        return RedisResults(self._link)

    @cached_property
    def reviews(self) -> RedisTimedTexts:
        """See Store."""
        return RedisTimedTexts(self._link, keys.REVIEWS)

    @cached_property
    def passes(self) -> RedisTimedTexts:
        """See Store."""
        return RedisTimedTexts(self._link, keys.PASSES)

    @cached_property
    def devices(self) -> RedisPushBox:
        """Where people are told of their turns."""
        return RedisPushBox(self._link)

    @cached_property
    def launches(self) -> RedisTimedTexts:
        """Where boards were opened within Discord, and which proofs of that were shown."""
        return RedisTimedTexts(self._link, keys.LAUNCHES)

    @cached_property
    def answers(self) -> RedisTileAnswers:
        """See Store."""
        return RedisTileAnswers(self._link)


def _text(raw: object) -> str:
    return raw.decode(errors="replace") if isinstance(raw, bytes) else str(raw)
