"""The real program, killed again and again while one game is played by taps on Telegram."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.people import Channel, Person
from bot.telegram_app.keyboard import Pressed
from tests.bot.chaos.killing import PATIENCE, RECORD, Victim, called_too_often, lay_out
from tests.bot.chaos.matrix import KILLS
from tests.bot.chaos.telegram_evening import calling, game_of
from tests.bot.telegram_app.program import launching
from tests.telegram_server import CUT, BotApiServer, Call, Chat, Message, User

WORKING = ("sendPhoto", "editMessageMedia", "editMessageCaption", "editMessageReplyMarkup")
"""The calls around which the program is killed."""

pytestmark = pytest.mark.slow


@dataclass(kw_only=True)
class Played(Victim):
    """A game in a group."""

    server: BotApiServer
    group: Chat
    people: tuple[User, User]

    async def before(self, call: Call) -> None:
        """Kill the program before the call that follows every other one: then it is not made."""
        if self.doomed and call.method in WORKING and self.may_kill:
            self.doomed = False
            self.server.inject(call.method, CUT)
            await self.kill()

    async def after(self, call: Call) -> None:
        """Kill the program when every other call is done, before it knows."""
        if call.method in WORKING and call.status == 200:
            await self.called()

    async def kill(self) -> None:
        """End the program at once, as the transcript tells."""
        self.server.note("the program is killed")
        await super().kill()

    @property
    def announced(self) -> list[Call]:
        """The messages that have called a player."""
        made = self.server.made("sendPhoto", "sendMessage")
        return [call for call in made if calling(call)]

    @property
    def turn(self) -> str:
        """See Victim."""
        return heading(self.announced[-1]) if self.announced else ""

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
    def clean(self) -> bool:
        """See Victim."""
        return sum(bool(game_of(message)) for message in self.group.from_bot) == 1

    @property
    def over(self) -> bool:
        """See Victim."""
        return self.live is not None and self.live.text.startswith("The game is over")

    async def tap(self) -> None:
        """See Victim."""
        before, live = self.version, self.live
        assert live is not None
        user = next(user for user in self.people if live.text.startswith(user.first_name))
        button = live.button("Pass") or live.buttons[0]
        self.group.tap(user, live, button.data)
        await self.wait(lambda: self.version > before or self.dead)

    async def until(self, condition: Callable[[], bool]) -> None:
        """See Victim."""
        async with asyncio.timeout(PATIENCE):
            await self.server.wait_until(condition)


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
        await lay_out(tmp_path, Channel("telegram", (str(group.id), "0")), people)
        async with launching(server, tmp_path) as launch:
            yield Played(server=server, group=group, people=(ann, bo), launch=launch)
        assert server.problems == []


async def test_a_program_that_is_killed_all_the_time_plays_a_game_to_its_end(played: Played) -> None:
    """In the end no message has dead buttons, and nobody was called twice but where a kill came between."""
    played.server.before.append(played.before)
    played.server.after.append(played.after)
    await played.play()
    assert played.over, played.server.transcript
    assert played.kills.total() == KILLS
    await played.group.until(lambda: played.clean, "end of all old buttons")
    announced = Counter(map(heading, played.announced))
    assert len(announced) == len(RECORD.bag or ())
    assert not called_too_often(announced, played.kills), played.server.transcript
