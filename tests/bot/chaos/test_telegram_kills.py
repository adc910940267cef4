"""The real program, killed again and again while one game is played by taps."""

import asyncio
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
from bot.telegram_app.keyboard import Pressed
from bot.texts import Texts
from core import GameRecord
from tests.bot.chaos.matrix import KILLS, ROUNDS
from tests.bot.chaos.telegram_evening import calling, game_of
from tests.bot.table.club import Club
from tests.bot.telegram_app.program import Launch, launching
from tests.telegram_server import CUT, BotApiServer, Call, Chat, Message, User

TAPS = 100
WORKING = ("sendPhoto", "editMessageMedia", "editMessageCaption", "editMessageReplyMarkup")
"""The calls around which the program is killed."""
PATIENCE = 10.0
"""Seconds after which people press once more, when nothing comes of it."""
RECORD = GameRecord(("Ann", "Bo"), bag=("base/U", "base/V") * ROUNDS, actions=("draw",))

pytestmark = pytest.mark.slow


@dataclass
class Played:
    """A game in a group, a program that shows it, and whoever kills that all the time.

    ``kills`` counts by the turn that was announced last; ``done`` are the program's calls that were done, and
    ``doomed`` tells that the next one will not be.
    """

    server: BotApiServer
    group: Chat
    people: tuple[User, User]
    launch: Launch
    process: Process | None = None
    kills: Counter[str] = field(default_factory=Counter)
    done: int = 0
    doomed: bool = False

    async def before(self, call: Call) -> None:
        """Kill the program before the call that follows every other one: then it is not made."""
        if self.doomed and call.method in WORKING and self._may_kill:
            self.doomed = False
            self.server.inject(call.method, CUT)
            await self._kill()

    async def after(self, call: Call) -> None:
        """Kill the program when every other call is done, before it knows."""
        if call.method not in WORKING or call.status != 200:
            return
        self.done += 1
        self.doomed = bool(self.done % 2)
        if not self.doomed and self._may_kill:
            await self._kill()

    @property
    def _may_kill(self) -> bool:
        return not self.dead and self.kills.total() < KILLS

    async def _kill(self) -> None:
        assert self.process is not None
        self.server.note("the program is killed")
        self.kills[heading(self.announced[-1]) if self.announced else ""] += 1
        self.process.kill()
        await self.process.wait()

    @property
    def announced(self) -> list[Call]:
        """The messages that have called a player."""
        made = self.server.made("sendPhoto", "sendMessage")
        return [call for call in made if calling(call)]

    @property
    def live(self) -> Message | None:
        """The newest message with buttons of the game."""
        return next((message for message in reversed(self.group.from_bot) if game_of(message)), None)

    @property
    def version(self) -> int:
        """What it shows."""
        pressed = Pressed.parse(self.live.buttons[0].data) if self.live else None
        return pressed.version if pressed else 0

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.live is not None and self.live.text.startswith("The game is over")

    async def tap(self) -> None:
        """Whose turn it is presses the first spot, or no figure."""
        before, live = self.version, self.live
        assert live is not None
        user = next(user for user in self.people if live.text.startswith(user.first_name))
        button = live.button("Pass") or live.buttons[0]
        self.group.tap(user, live, button.data)
        await self._wait(lambda: self.version > before or self.dead)

    async def revive(self) -> None:
        """Start the program again, if it is dead, as often as it is killed while it catches up."""
        while self.dead:
            self.process = await self.launch()
            await self._wait(lambda: self.dead or self.clean)

    async def _wait(self, condition: Callable[[], bool]) -> None:
        """Wait for this, but no longer than people do."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.server.wait_until(condition)

    @property
    def dead(self) -> bool:
        """Whether no program runs."""
        return self.process is None or self.process.returncode is not None

    @property
    def clean(self) -> bool:
        """Whether one message has buttons of the game."""
        return sum(bool(game_of(message)) for message in self.group.from_bot) == 1


def heading(call: Call) -> str:
    """The line that tells whose turn it is, and how many tiles are left: no two turns have the same."""
    # Words come without their picture where that is late.
    return (call.params.get("caption") or call.params["text"]).splitlines()[0]


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    """A short game that lies in the store, and nobody who shows it yet."""
    async with BotApiServer() as server:
        ann, bo = server.user("Ann"), server.user("Bo")
        group = server.group("Club", ann, bo, supergroup=True)
        people = tuple(Person("telegram", str(user.id), user.first_name) for user in (ann, bo))
        store = await open_store("", tmp_path)
        club = Club(Table(store, SystemClock()), store, Texts.load())
        club.channel = Channel("telegram", (str(group.id), "0"))
        club.clock.time = SystemClock().now()
        await club.set_up(RECORD, people)
        await store.close()
        async with launching(server, tmp_path) as launch:
            yield Played(server, group, (ann, bo), launch)
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
    assert played.over, played.server.transcript
    assert played.kills.total() == KILLS
    await played.group.until(lambda: played.clean, "end of all old buttons")
    announced = Counter(map(heading, played.announced))
    assert len(announced) == len(RECORD.bag or ())
    often = {turn for turn, times in announced.items() if times > 1 + bool(played.kills[turn])}
    assert not often, played.server.transcript
