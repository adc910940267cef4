"""Weeks of chance: whatever people do and say, clocks go on and nobody is called who does not want it."""

import random

import pytest

from bot.clocks.ballot import TIME_UP_CHOICES
from bot.clocks.control import Timeout
from bot.clocks.preferences import Known
from bot.clocks.stops import awake
from bot.games.game import Game
from bot.games.header import Status
from bot.games.loading import Games
from bot.timing.timekeeper import Timekeeper
from bot.timing.timekeeping import due_at
from tests.bot.table.club import ANN, BO, CID, Club
from tests.bot.table.weeks import Shown, Weeks

THREE = (ANN, BO, CID)
CLOCKS = ("none", "6h", "24h", "bank 1d+3h", "bank 12h", "daily 18:00 Europe/Warsaw")
SAID = (
    *(f"vote {choice}" for choice in (*TIME_UP_CHOICES, "yes", "no")),
    "undo", "undo ask", "pause", "pause off", "join", "place 1", "pass", "daily 7:30 UTC", "daily off",
    "settings me mute=on", "settings me mute=off", "settings me remind=12h", "settings me remind=private",
    "settings me remind=on", "settings me quiet=22:00-07:00", "settings me quiet=off",
    "settings me zone=Asia/Tokyo", "settings me vacation=3", "settings me vacation=off",
)  # fmt: skip
ADMIN = (
    "rescue skip", "rescue pause", "rescue resume", "rescue free 1", "rescue free 3", "rescue back 1",
    "rescue redo", "resign yes",
)  # fmt: skip


class Life:
    """A game in which people do what comes to their minds, and a bot that is not always up."""

    def __init__(self, club: Club, seed: int) -> None:
        self.club, self.weeks, self.chance = club, Weeks(club), random.Random(seed)

    async def begin(self) -> None:
        """Three people agree on some clock."""
        clock, timeout = self.chance.choice(CLOCKS), self.chance.choice(["vote", *Timeout])
        await self.club.begin(f"clock={clock}", f"timeout={timeout}", people=THREE)

    async def do(self) -> None:
        """Somebody moves, or says something; it may be refused."""
        who, kind = self.chance.choice(THREE), self.chance.random()
        if kind < 0.4:
            await self.move()
        elif kind < 0.94:
            await self.club.say(who, self.chance.choice(SAID))
        elif kind < 0.99:
            await self.club.say(who, self.chance.choice(ADMIN), admin=True)
        else:
            self.weeks.restart()

    async def move(self) -> None:
        """Whoever is to move does so, if they still play."""
        position = await self.club.position()
        if not position.over:
            action = self.chance.choice(list(position.legal_actions()))
            await self.club.say(THREE[position.seat], str(action))

    async def live(self) -> list[Shown]:
        """Some hours go by; now and then the bot is down meanwhile."""
        first = len(self.weeks.shown)
        self.weeks.up = self.chance.random() < 0.95
        await self.weeks.live(hours=self.chance.choice((0.2, 3, 9, 26, 80)))
        self.weeks.up = True
        await self.weeks.work()
        return self.weeks.shown[first:]

    async def game(self) -> Game:
        """The game as the store has it."""
        game = await Games(self.club.store).current(self.club.channel)
        assert game is not None
        return game

    async def known(self) -> Known:
        """What people prefer now."""
        return await Timekeeper(self.club.store).known(await self.game(), self.club.channel)


@pytest.mark.parametrize("seed", range(6))
async def test_weeks_of_chance(club: Club, seed: int) -> None:
    """After everything the game can be read, what is due lies ahead, and no one who sleeps was called."""
    life = Life(club, seed)
    await life.begin()
    for _ in range(60):
        await life.do()
        known = await life.known()
        for shown in await life.live():
            told = () if shown.reply.notice is None else shown.reply.notice.scene.notify
            assert len({person.key for person in told}) == len(told)
            for person in told:
                assert not known.of(person).mute
                assert awake(known.schedule(person), shown.when) <= shown.when
        when = due_at(await life.game(), await life.known())
        assert when is None or when > club.clock.time
        if (await life.game()).header.status is not Status.RUNNING:
            break
