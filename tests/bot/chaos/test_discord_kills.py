"""The real program, killed again and again while one game is played by taps on Discord."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.people import Channel, Person
from tests.bot.chaos.killing import PATIENCE, RECORD, Victim, called_too_often, lay_out
from tests.bot.chaos.matrix import KILLS
from tests.bot.discord_app.program import launching
from tests.bot.discord_app.stage import Stage, commands, version
from tests.discord_server import Call, DiscordServer, Payload

IN_A_TURN = 3
"""So often at most it is killed between two calls of a player, so that all of the game has its share."""

pytestmark = pytest.mark.slow


@dataclass(kw_only=True)
class Played(Victim):
    """A game in a channel. ``announced`` are the first lines of the messages that have called a player."""

    server: DiscordServer
    stage: Stage
    announced: list[str] = field(default_factory=list)

    async def before(self, call: Call) -> None:
        """Kill the program before the call that follows every other one: then it is not made."""
        if self.doomed and self._shows(call) and self.may_kill:
            self.doomed = False
            self.server.cut(call.method, call.path)
            await self.kill()

    async def after(self, call: Call) -> None:
        """Kill the program when every other call is done, before it knows."""
        if not self._shows(call) or call.status != 200:
            return
        if len(self.server.mentions(self.stage.channel)) > len(self.announced):
            self.announced.append(call.body["content"].splitlines()[0])
        await self.called()

    def _shows(self, call: Call) -> bool:
        room = f"/channels/{self.stage.channel['id']}/messages"
        return call.path.startswith(room) and call.method in {"POST", "PATCH"}

    @property
    def may_kill(self) -> bool:
        """Whether it can be killed once more, also in this turn."""
        return super().may_kill and self.kills[self.turn] < IN_A_TURN

    @property
    def turn(self) -> str:
        """See Victim."""
        return self.announced[-1] if self.announced else ""

    @property
    def buttons(self) -> list[Payload]:
        """The messages that everyone can press something in, oldest first."""
        return [message for message, _ in self.server.buttons(self.stage.channel)]

    @property
    def version(self) -> int:
        """What the newest of them shows."""
        return version(self.buttons[-1]) if self.buttons else 0

    @property
    def clean(self) -> bool:
        """See Victim."""
        return len(self.buttons) == 1

    @property
    def over(self) -> bool:
        """See Victim."""
        return bool(self.buttons) and "The game is over" in self.buttons[-1]["content"]

    async def tap(self) -> None:
        """See Victim."""
        before, live = self.version, self.buttons[-1]
        offered = commands(live)
        command = "pass" if "pass" in offered else next(each for each in offered if each.startswith("place"))
        await self.server.press(self.stage.mover, live, offered[command], wait=False)
        await self.wait(lambda: self.version > before or self.dead)

    async def until(self, condition: Callable[[], bool]) -> None:
        """See Victim."""
        await self.server.until(condition, within=PATIENCE)


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    """A short game that lies in the store, and nobody who shows it yet."""
    async with DiscordServer() as server:
        stage = Stage(server)
        people = tuple(
            Person("discord", str(user["id"]), user["global_name"]) for user in (stage.ann, stage.bo)
        )
        channel = Channel("discord", (stage.channel["guild_id"], stage.channel["id"]))
        await lay_out(tmp_path, channel, people)
        async with launching(server, tmp_path) as launch:
            yield Played(server=server, stage=stage, launch=launch)
        assert server.problems == []


async def test_a_program_that_is_killed_all_the_time_plays_a_game_to_its_end(played: Played) -> None:
    """In the end no message has dead buttons, and nobody was called twice but where a kill came between."""
    played.server.before.append(played.before)
    played.server.after.append(played.after)
    await played.play()
    assert played.over, played.server.world.public(played.stage.channel)
    assert played.kills.total() == KILLS
    await played.server.until(lambda: played.clean, within=60)
    announced = Counter(played.announced)
    assert len(announced) == len(RECORD.bag or ())
    assert not called_too_often(announced, played.kills), announced
