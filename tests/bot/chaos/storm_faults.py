"""What goes wrong at the platforms in a storm, and on the way from them."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping

from tests.bot.chaos.storm_workers import Balancer
from tests.discord_server import DiscordServer
from tests.telegram_server import CUT, LOSE, SERVER_ERROR, BotApiServer, Fault, too_many_requests

MESSAGES = "/channels/*/messages*"
WORDS = ("send*", "edit*", "delete*")


class Platforms:
    """Both platforms and the way from Telegram to the workers."""

    def __init__(
        self, discord: DiscordServer, telegram: BotApiServer, balancer: Balancer, chance: random.Random
    ) -> None:
        self._discord = discord
        self._telegram = telegram
        self._balancer = balancer
        self._chance = chance

    def recover(self) -> None:
        """Nothing fails any more."""
        self._discord.recover()
        self._telegram.recover()
        self._balancer.twice = 0

    @property
    def faults(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """What can go wrong, by name."""
        return {
            "platform answers 5xx": self._fail,
            "platform answers 429": self._limit,
            "platform's answer lost": self._lose,
            "connection to a platform cut": self._cut,
            "platform's answer late": self._delay,
            "updates delivered twice": self._repeat,
            "gateway disconnected": self._drop,
        }

    @property
    def _times(self) -> int:
        return self._chance.randint(1, 4)

    @property
    def _method(self) -> str:
        return self._chance.choice(WORDS)

    async def _fail(self) -> None:
        self._discord.fail("*", MESSAGES, status=503, times=self._times)
        self._telegram.inject(self._method, SERVER_ERROR, times=self._times)

    async def _limit(self) -> None:
        self._discord.limit("*", MESSAGES, retry_after=self._chance.uniform(0.2, 2), times=self._times)
        self._telegram.inject(self._method, too_many_requests(self._chance.randint(1, 3)), times=self._times)

    async def _lose(self) -> None:
        self._discord.lose("*", MESSAGES, times=self._times)
        self._telegram.inject(self._method, LOSE, times=self._times)

    async def _cut(self) -> None:
        self._discord.cut("*", MESSAGES, times=self._times)
        self._telegram.inject(self._method, CUT, times=self._times)

    async def _delay(self) -> None:
        seconds = self._chance.uniform(0.5, 3)
        self._discord.delay("*", MESSAGES, seconds=seconds, times=self._times)
        self._telegram.inject(self._method, Fault(delay=seconds), times=self._times)

    async def _repeat(self) -> None:
        self._balancer.twice += self._times

    async def _drop(self) -> None:
        await self._discord.drop()
        await asyncio.sleep(0)
