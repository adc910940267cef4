"""The keeper: who is served, and what happens when something fails."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from bot.keeper import AT_ONCE, BEAT, PATIENCE, Keeper, stop
from bot.people import Channel
from bot.request import Reply
from bot.store.protocol import CorruptGame, StoreUnavailable
from bot.timing.timekeeper import SILENCE

HERE, THERE = Channel("discord", ("1", "2")), Channel("telegram", ("3", "0"))


@dataclass
class ScriptedTable:
    """Has something due in each of its channels, once."""

    waiting: list[Channel] = field(default_factory=lambda: [HERE, THERE])
    unsettled: list[Channel] = field(default_factory=list)
    beats: list[str] = field(default_factory=list)
    wound: list[str] = field(default_factory=list)
    trouble: dict[Channel, Exception] = field(default_factory=dict)
    away: bool = False

    async def beat(self, platform: str) -> None:
        """Note the platform."""
        self._answer()
        self.beats.append(platform)

    async def wind_all(self, platform: str) -> None:
        """Note the platform."""
        self._answer()
        self.wound.append(platform)

    async def settled(self) -> Sequence[tuple[Channel, Reply]]:
        """Empty replies for what was not known before."""
        self._answer()
        settled, self.unsettled = self.unsettled, []
        return [(channel, Reply()) for channel in settled]

    async def claim(self, platforms: Collection[str]) -> Sequence[Channel]:
        """What waits on these platforms."""
        self._answer()
        claimed = [channel for channel in self.waiting if channel.platform in platforms]
        self.waiting = [channel for channel in self.waiting if channel not in claimed]
        return claimed

    async def due(self, channel: Channel) -> tuple[Channel, Reply] | None:
        """An empty reply for the same place."""
        if channel in self.trouble:
            raise self.trouble[channel]
        return channel, Reply()

    def _answer(self) -> None:
        if self.away:
            raise StoreUnavailable("away")


@dataclass
class ScriptedApp:
    """Shows replies, and can be cut off."""

    up: bool = True
    broken: bool = False
    shown: list[Channel] = field(default_factory=list)
    at_once: int = 0
    most: int = 0

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Note the place."""
        assert reply == Reply()
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        self.shown.append(channel)

    async def reachable(self) -> bool:
        """As the test says."""
        if self.broken:
            raise RuntimeError("nobody expected this")
        return self.up


async def test_what_is_due_is_shown_on_its_platform() -> None:
    """Each place gets its reply, through its own platform."""
    table, discord, telegram = ScriptedTable(), ScriptedApp(), ScriptedApp()
    keeper = Keeper(table, {"discord": discord, "telegram": telegram})
    await keeper.beat()
    await keeper.work()
    assert (discord.shown, telegram.shown) == ([HERE], [THERE])
    await keeper.work()
    assert (discord.shown, telegram.shown) == ([HERE], [THERE])


async def test_a_platform_that_is_down_is_left_alone() -> None:
    """It gets no heartbeat, nothing of it is claimed, and the others are served."""
    table, discord, telegram = ScriptedTable(), ScriptedApp(), ScriptedApp(up=False)
    keeper = Keeper(table, {"discord": discord, "telegram": telegram})
    await keeper.beat()
    await keeper.work()
    assert table.beats == ["discord"]
    assert table.waiting == [THERE]
    telegram.up = True
    await keeper.beat()
    await keeper.work()
    assert telegram.shown == [THERE]


async def test_nothing_is_done_before_the_first_heartbeat() -> None:
    """Until it is known how long a platform was away, none of its clocks is looked at."""
    table, discord = ScriptedTable(), ScriptedApp()
    await Keeper(table, {"discord": discord}).work()
    assert table.waiting == [HERE, THERE]


async def test_a_platform_that_breaks_is_down() -> None:
    """An error nobody expected keeps no other platform from its heartbeat."""
    table = ScriptedTable()
    keeper = Keeper(table, {"discord": ScriptedApp(broken=True), "telegram": ScriptedApp()})
    await keeper.beat()
    await keeper.work()
    assert table.beats == ["telegram"]
    assert table.waiting == [HERE]


async def test_one_game_that_fails_stops_no_other() -> None:
    """A game that cannot be read, a store that goes away, an error nobody expected."""
    rooms = [Channel("web", (name,)) for name in ("corrupt", "away", "odd", "fine")]
    table = ScriptedTable(waiting=list(rooms))
    table.trouble = dict(
        zip(rooms, (CorruptGame("x"), StoreUnavailable("x"), RuntimeError("x")), strict=False)
    )
    app = ScriptedApp()
    keeper = Keeper(table, {"web": app})
    await keeper.beat()
    await keeper.work()
    assert app.shown == [rooms[3]]


async def test_what_became_of_a_change_is_shown_before_anything_else() -> None:
    """Whose tap was answered by "I do not know" sees it at the next look; one that breaks stops nothing."""
    odd = Channel("elsewhere", ("1",))
    table, app = ScriptedTable(waiting=[THERE], unsettled=[odd, HERE]), ScriptedApp()
    keeper = Keeper(table, {"discord": app, "telegram": app})
    await keeper.beat()
    await keeper.work()
    assert app.shown == [HERE, THERE]


async def test_without_a_store_the_keeper_waits_for_it() -> None:
    """No heartbeat, no work, no end: when the store is back everything goes on."""
    table, app = ScriptedTable(away=True), ScriptedApp()
    keeping = asyncio.create_task(Keeper(table, {"discord": app}, look=0.01, beat=0.01).run())
    await asyncio.sleep(0.1)
    assert not keeping.done()
    assert app.shown == []
    table.away = False
    async with asyncio.timeout(60):
        while not app.shown:
            await asyncio.sleep(0.01)
    assert table.wound[:1] == ["discord"]
    await stop(keeping)
    assert keeping.cancelled()


async def test_a_hundred_games_are_not_shown_all_at_once() -> None:
    """So that a busy minute neither floods a platform nor starves the other work."""
    rooms = [Channel("web", (str(number),)) for number in range(100)]
    app = ScriptedApp()
    keeper = Keeper(ScriptedTable(waiting=rooms), {"web": app})
    await keeper.beat()
    await keeper.work()
    assert sorted(app.shown, key=str) == sorted(rooms, key=str)
    assert 1 < app.most <= AT_ONCE


def test_the_heartbeat_is_far_shorter_than_an_outage() -> None:
    """A beat or two may be late without anybody's clock being stopped for it."""
    assert timedelta(seconds=2 * (BEAT + PATIENCE)) < SILENCE


async def test_the_store_is_tidied_from_time_to_time() -> None:
    """Not at once, since each start has done it; again and again after that, whatever goes wrong."""
    tidied = asyncio.Event()
    count = 0

    async def tidy() -> None:
        nonlocal count
        count += 1
        if count == 1:
            raise StoreUnavailable("gone")
        if count == 2:
            raise RuntimeError("a defect")
        tidied.set()

    keeper = Keeper(ScriptedTable(), {}, look=0.001, rewind=0.01, tidy=tidy)
    running = asyncio.create_task(keeper.run())
    await asyncio.sleep(0)
    assert count == 0
    async with asyncio.timeout(60):
        await tidied.wait()
    await stop(running)
