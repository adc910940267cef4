"""The real program, killed again and again while one game is played by taps on Discord."""

from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.people import Channel, Person
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord
from tests.bot.chaos.matrix import KILLS, ROUNDS
from tests.bot.discord_app.program import Launch, launching
from tests.bot.discord_app.stage import Stage, commands, version
from tests.bot.table.club import Club
from tests.discord_server import Call, DiscordServer, Payload

IN_A_TURN = 3
"""So often at most it is killed between two calls of a player, so that all of the game has its share."""
TAPS = 100
PATIENCE = 10.0
"""Seconds after which people press once more, when nothing comes of it."""
RECORD = GameRecord(("Ann", "Bo"), bag=("base/U", "base/V") * ROUNDS, actions=("draw",))

pytestmark = pytest.mark.slow


@dataclass
class Played:
    """A game in a channel, a program that shows it, and whoever kills that all the time.

    ``announced`` are the first lines of the messages that have called a player; ``kills`` counts by the one
    that was announced last; ``done`` are the program's calls about messages that were done, and ``doomed``
    tells that the next one will not be.
    """

    server: DiscordServer
    stage: Stage
    launch: Launch
    process: Process | None = None
    announced: list[str] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    done: int = 0
    doomed: bool = False

    async def before(self, call: Call) -> None:
        """Kill the program before the call that follows every other one: then it is not made."""
        if self.doomed and self._shows(call) and self._may_kill:
            self.doomed = False
            self.server.cut(call.method, call.path)
            await self._kill()

    async def after(self, call: Call) -> None:
        """Kill the program when every other call is done, before it knows."""
        if not self._shows(call) or call.status != 200:
            return
        if len(self.server.mentions(self.stage.channel)) > len(self.announced):
            self.announced.append(call.body["content"].splitlines()[0])
        self.done += 1
        self.doomed = bool(self.done % 2)
        if not self.doomed and self._may_kill:
            await self._kill()

    def _shows(self, call: Call) -> bool:
        room = f"/channels/{self.stage.channel['id']}/messages"
        return call.path.startswith(room) and call.method in {"POST", "PATCH"}

    @property
    def _may_kill(self) -> bool:
        return not self.dead and self.kills.total() < KILLS and self.kills[self._turn] < IN_A_TURN

    @property
    def _turn(self) -> str:
        return self.announced[-1] if self.announced else ""

    async def _kill(self) -> None:
        assert self.process is not None
        self.kills[self._turn] += 1
        self.process.kill()
        await self.process.wait()

    @property
    def buttons(self) -> list[Payload]:
        """The messages that everyone can press something in, oldest first."""
        return [message for message, _ in self.server.buttons(self.stage.channel)]

    @property
    def version(self) -> int:
        """What the newest of them shows."""
        return version(self.buttons[-1]) if self.buttons else 0

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return bool(self.buttons) and "The game is over" in self.buttons[-1]["content"]

    async def tap(self) -> None:
        """Whose turn it is presses the first spot, or no figure."""
        before, live = self.version, self.buttons[-1]
        offered = commands(live)
        command = "pass" if "pass" in offered else next(each for each in offered if each.startswith("place"))
        await self.server.press(self.stage.mover, live, offered[command], wait=False)
        await self._wait(lambda: self.version > before or self.dead)

    async def revive(self) -> None:
        """Start the program again, if it is dead, as often as it is killed while it catches up."""
        while self.dead:
            self.process = await self.launch()
            await self._wait(lambda: self.dead or self.clean)

    async def _wait(self, condition: Callable[[], bool]) -> None:
        """Wait for this, but no longer than people do."""
        with suppress(TimeoutError):
            await self.server.until(condition, within=PATIENCE)

    @property
    def dead(self) -> bool:
        """Whether no program runs."""
        return self.process is None or self.process.returncode is not None

    @property
    def clean(self) -> bool:
        """Whether one message can be pressed."""
        return len(self.buttons) == 1


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    """A short game that lies in the store, and nobody who shows it yet."""
    async with DiscordServer() as server:
        stage = Stage(server)
        people = tuple(
            Person("discord", str(user["id"]), user["global_name"]) for user in (stage.ann, stage.bo)
        )
        store = await open_store("", tmp_path)
        club = Club(Table(store, SystemClock()), store, Texts.load())
        club.channel = Channel("discord", (stage.channel["guild_id"], stage.channel["id"]))
        club.clock.time = SystemClock().now()
        await club.set_up(RECORD, people)
        await store.close()
        async with launching(server, tmp_path) as launch:
            yield Played(server, stage, launch)
        assert server.problems == []


async def test_a_program_that_is_killed_all_the_time_plays_a_game_to_its_end(played: Played) -> None:
    """In the end no message has dead buttons, and nobody was called twice but where a kill came between."""
    played.server.before.append(played.before)
    played.server.after.append(played.after)
    for _ in range(TAPS):
        await played.revive()
        if played.over:
            break
        await played.tap()
    assert played.over, played.server.world.public(played.stage.channel)
    assert played.kills.total() == KILLS
    await played.server.until(lambda: played.clean, within=60)
    announced = Counter(played.announced)
    assert len(announced) == len(RECORD.bag or ())
    assert all(times <= 1 + bool(played.kills[turn]) for turn, times in announced.items()), announced
