"""The small Discord: starts and stops it, and tells what the bot has asked of it."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.discord_server.api import Call
from tests.discord_server.gateway import Gateway
from tests.discord_server.moderation import Moderation
from tests.discord_server.people import People
from tests.discord_server.rest import Rest
from tests.discord_server.schema import Schema
from tests.discord_server.troubles import UNKNOWN_ERROR, Troubles
from tests.discord_server.world import World

RIGHT_KEY = "the.right.token"


class DiscordServer(People, Moderation, Troubles):
    """A Discord of one's own on 127.0.0.1, for one bot. Use it as an async context manager.

    ``api_base`` and ``gateway`` are what ``DISCORD_API_BASE`` and ``DISCORD_GATEWAY`` must say. ``world`` is
    what there is, ``calls`` every request of the bot, ``problems`` what was wrong with them according to
    Discord's own description of its API (when that file is at hand: ``checked``).
    """

    def __init__(self, *, token: str = RIGHT_KEY, world: World | None = None) -> None:
        self.world = world or World()
        schema = Schema()
        self.checked = schema.present
        self._gateway = Gateway(self.world, token)
        self._rest = Rest(self.world, token, schema, self._gateway.tell)
        self._runner = web.AppRunner(self._rest.app, shutdown_timeout=0.1)
        self._rest.app.router.add_get("/gateway", self._gateway.handle)
        self.token = token
        self.api_base = ""
        self.gateway = ""

    async def start(self, port: int = 0) -> None:
        """Listen on this port of 127.0.0.1, or on any free one."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        host = "127.0.0.1:" + str(self._runner.addresses[0][1])
        self.api_base = f"http://{host}/api/v10"
        self.gateway = self._gateway.url = self._rest.gateway_url = f"ws://{host}/gateway"

    async def stop(self) -> None:
        """Hang up and close the port."""
        await self._gateway.drop(UNKNOWN_ERROR)
        await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def calls(self) -> list[Call]:
        """Every request so far, oldest first."""
        return self._rest.calls

    @property
    def problems(self) -> list[str]:
        """What was wrong with the requests, in words."""
        return self._rest.problems

    @property
    def intents(self) -> int:
        """The intents that the bot asked for."""
        return self._gateway.intents

    @property
    def sessions(self) -> tuple[int, int]:
        """How often the bot identified itself anew, and how often it resumed."""
        return self._gateway.identified, self._gateway.resumed

    @property
    def shards(self) -> list[tuple[int, int]]:
        """With which shards the bot identified itself, oldest first: the number, and how many there are."""
        return self._gateway.shards

    def recommend(self, shards: int) -> None:
        """Recommend so many shards to a bot that asks."""
        self._rest.shards = shards

    async def ready(self) -> None:
        """Wait until the bot is connected."""
        async with asyncio.timeout(60):
            await self._gateway.ready.wait()

    async def until(self, claim: Callable[[], bool], *, within: float = 60) -> None:
        """Wait until the claim holds; it is tried after every request of the bot."""
        async with asyncio.timeout(within), self._rest.changed:
            await self._rest.changed.wait_for(claim)
