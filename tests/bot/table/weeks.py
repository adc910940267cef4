"""Living through weeks at a table in milliseconds, with a worker that looks at the clock all the time."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.clocks.tempo import Tempo
from bot.games.loading import Games
from bot.people import Channel, Person
from bot.request import Reply
from bot.store.keys import DEADLINES
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from core import Phase
from tests.bot.table.club import Club, Counter, show


@dataclass(frozen=True)
class Shown:
    """Something that was shown because its time had come."""

    when: datetime
    channel: Channel
    reply: Reply

    @property
    def told(self) -> str:
        """Why people were told, by the key of the notice's first line; "" for an edit alone."""
        return "" if self.reply.notice is None else self.reply.notice.scene.lines[0].key

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those who were mentioned."""
        return () if self.reply.notice is None else tuple(p.name for p in self.reply.notice.scene.notify)


@dataclass
class Weeks:
    """A club whose clock runs while a worker serves it."""

    club: Club
    shown: list[Shown] = field(default_factory=list)
    up: bool = True

    async def live(self, *, until: str = "", **span: float) -> list[Shown]:
        """Let time pass; what was shown meanwhile. ``until`` is a moment of UTC."""
        clock, first = self.club.clock, len(self.shown)
        end = moment(until) if until else clock.time + timedelta(**span)
        while clock.time < end:
            clock.time = min(max(await self._next(), clock.time + timedelta(seconds=20)), end)
            if self.up:
                await self._heart_beat()
                await self.work()
        return self.shown[first:]

    async def _next(self) -> datetime:
        """When a worker, who looks every few seconds, will next find something to do."""
        assert isinstance(self.club.store, RedisStore)
        link = self.club.store._link
        first = await link.ask("ZRANGE", DEADLINES, 0, 0)
        when = await link.ask("ZSCORE", DEADLINES, first[0]) if first else None
        return datetime.max.replace(tzinfo=UTC) if when is None else datetime.fromtimestamp(float(when), UTC)

    async def _heart_beat(self) -> None:
        """The beat of a worker that has run all the time until now."""
        just_now = self.club.clock.time - timedelta(seconds=20)
        await self.club.store.notes_set(
            f"outages:{self.club.channel.platform}", {"beat": just_now.isoformat()}
        )

    async def work(self, table: Table | None = None) -> None:
        """What a worker does from time to time."""
        table = table or self.club.table
        platform = self.club.channel.platform
        await table.beat(platform)
        for channel in await table.claim({platform}):
            due = await table.due(channel)
            if due is not None:
                await self.show(*due)

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Put on the wall what the worker gives."""
        self.club.read_aloud(reply)
        self.shown.append(Shown(self.club.clock.time, channel, reply))
        scene = reply.scene
        assert scene is not None
        self.club.scene = scene
        await show(self.club.table, channel, reply)

    def restart(self) -> None:
        """A new process on the same store."""
        self.club.table = Table(self.club.store, self.club.clock, Counter(1000))

    async def tempo(self) -> Tempo:
        """What the game keeps about time."""
        game = await Games(self.club.store).current(self.club.channel)
        assert game is not None
        return game.header.tempo

    async def take_turn(self, people: tuple[Person, ...]) -> Person:
        """Whoever is to move lays the tile and puts nothing; who it was."""
        position = await self.club.position()
        seat, who = position.seat, people[position.seat]
        await self.club.play(who, "place 1")
        while not (position := await self.club.position()).over and position.seat == seat:
            if position.phase is not Phase.DEPLOY:
                break
            await self.club.play(who, "pass")
        return who


def moment(text: str) -> datetime:
    """A moment of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def notices(shown: list[Shown]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The notices among what was shown: when, why, who."""
    return ((f"{s.when:%d %H:%M}", s.told.removeprefix("notice."), s.people) for s in shown if s.told)
