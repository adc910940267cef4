"""Discord as one of the bot's platforms: starts, stays connected, stops."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import aiohttp
import discord
import structlog
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.discord_app.client import BastideClient
from bot.discord_app.ports import Table
from bot.errors import StartError
from bot.painter import Painter
from bot.texts import Texts

CONNECT_SECONDS: Final = 60
FINISH_SECONDS: Final = 10
CONNECTION_TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)

log: Final = structlog.get_logger(__name__)


class DiscordApp:
    """The Discord platform. ``api_base`` and ``gateway`` replace Discord's own addresses unless empty."""

    def __init__(
        self,
        *,
        token: str,
        api_base: str,
        gateway: str,
        table: Table,
        texts: Texts,
        painter: Painter,
        language: str,
    ) -> None:
        self._token = token
        self._endpoints = (
            api_base.rstrip("/") or Route.BASE,
            URL(gateway or DiscordWebSocket.DEFAULT_GATEWAY),
        )
        self._replaced = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY)
        self._make: Callable[[], BastideClient] = partial(
            BastideClient, table=table, texts=texts, painter=painter, language=language
        )
        self._client: BastideClient | None = None
        self._staying: asyncio.Task[None] | None = None

    async def start(self) -> str:
        """Log in, connect and give the bot's name. Raises StartError, and then nothing is left running."""
        # discord.py keeps its addresses in its classes; there are no others.
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self._endpoints
        client = self._client = self._make()
        try:
            await self._log_in(client)
            self._staying = asyncio.create_task(self._stay(client), name="discord")
            await self._until_ready(client, self._staying)
        except BaseException:
            await self.stop()
            raise
        return "" if client.user is None else client.user.display_name

    async def stop(self) -> None:
        """Finish what people have asked for, then disconnect."""
        client, staying = self._client, self._staying
        self._client = self._staying = None
        if client is not None:
            try:
                async with asyncio.timeout(FINISH_SECONDS):
                    await client.desk.finish()
            except TimeoutError:
                log.warning("stopped before everything was shown")
            await client.close()
        if staying is not None:
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self._replaced

    async def _log_in(self, client: BastideClient) -> None:
        base, gateway = self._endpoints
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await client.login(self._token)
        except discord.LoginFailure as error:
            raise StartError(
                "Discord does not accept DISCORD_TOKEN; copy it anew from the bot's page."
            ) from error
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            raise StartError(f"Discord cannot be reached at {base}: {error}.") from error
        try:
            # discord.py would try again and again; at the start a dead address is better told at once.
            async with asyncio.timeout(CONNECT_SECONDS):
                await (await client.http.ws_connect(str(gateway))).close()
        except (aiohttp.ClientError, OSError) as error:
            raise StartError(f"Discord's gateway cannot be reached at {gateway}: {error}.") from error

    @staticmethod
    async def _until_ready(client: BastideClient, staying: "asyncio.Task[None]") -> None:
        ready = asyncio.create_task(client.wait_until_ready())
        done, _ = await asyncio.wait(
            {ready, staying}, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if ready not in done:
            ready.cancel()
            raise StartError("Discord did not let the bot connect; the log says why.")

    async def _stay(self, client: BastideClient) -> None:
        """Stay connected until stopped. discord.py reconnects; what it gives up on is begun anew."""
        backoff: ExponentialBackoff[Literal[False]] = ExponentialBackoff(base=5)
        while self._client is client:
            try:
                await client.connect()
            except CONNECTION_TROUBLE as error:
                log.warning("discord connection ended", error=str(error))
            if self._client is not client:
                return
            await asyncio.sleep(backoff.delay())
            client = self._client = self._make()
            try:
                await client.login(self._token)
            except CONNECTION_TROUBLE as error:
                log.warning("discord login failed", error=str(error))
