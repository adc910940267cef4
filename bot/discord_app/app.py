"""Discord as one of the bot's platforms: starts, stays connected, stops."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import aiohttp
import discord
import structlog
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.discord_app.client import BastideClient
from bot.discord_app.ports import Table
from bot.errors import StartError
from bot.live.patience import PATIENCE, Patience
from bot.painter import Painter
from bot.people import Channel
from bot.request import Reply
from bot.texts import Texts

CONNECT_SECONDS: Final = 60
FINISH_SECONDS: Final = 10
FIRST_PAUSE_SECONDS: Final = 2
LONGEST_PAUSE_SECONDS: Final = 300
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
        patience: Patience = PATIENCE,
    ) -> None:
        self._token = token
        self._endpoints = (
            api_base.rstrip("/") or Route.BASE,
            URL(gateway or DiscordWebSocket.DEFAULT_GATEWAY),
        )
        self._replaced = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY)
        self._make: Callable[[], BastideClient] = partial(
            BastideClient,
            table=table,
            texts=texts,
            painter=painter,
            language=language,
            patience=patience,
        )
        self._client: BastideClient | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._staying: asyncio.Task[None] | None = None

    async def start(self) -> str:
        """Log in, connect and give the bot's name. Raises StartError, and then nothing is left running."""
        # Below this level discord.py writes down the tokens of interactions.
        logging.getLogger("discord").setLevel(logging.INFO)
        # discord.py keeps its addresses in its classes; there are no others.
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self._endpoints
        client = self._client = self._make()
        try:
            await self._log_in(client)
            connecting = asyncio.create_task(client.connect(reconnect=False), name="discord connection")
            self._connecting = connecting
            self._staying = asyncio.create_task(self._stay(client, connecting), name="discord")
            await self._until_ready(client, connecting)
        except BaseException:
            await self.stop()
            raise
        return "" if client.user is None else client.user.display_name

    async def stop(self) -> None:
        """Finish what people have asked for, then disconnect."""
        client, staying = self._client, self._staying
        self._client = self._staying = None
        if client is not None:
            await client.desk.finish(FINISH_SECONDS)
            await client.close()
        if staying is not None:
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self._replaced

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show what has come about in a channel without anybody's tap."""
        if self._client is not None:
            await self._client.desk.show(channel, reply)

    async def reachable(self) -> bool:
        """Whether Discord can be reached now."""
        connected = self._connecting is not None and not self._connecting.done()
        return connected and self._client is not None and self._client.is_ready()

    async def _log_in(self, client: BastideClient) -> None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await client.login(self._token)
        except discord.LoginFailure as error:
            raise StartError(
                "Discord does not accept DISCORD_TOKEN; copy it anew from the bot's page."
            ) from error
        except CONNECTION_TROUBLE as error:
            raise StartError(f"Discord cannot be reached at {self._endpoints[0]}: {error}.") from error

    async def _until_ready(self, client: BastideClient, connecting: "asyncio.Task[None]") -> None:
        ready = asyncio.create_task(client.wait_until_ready())
        done, _ = await asyncio.wait(
            {ready, connecting}, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if connecting not in done and ready in done:
            return
        ready.cancel()
        reason = connecting.exception() if connecting in done else TimeoutError("it took too long")
        if isinstance(reason, aiohttp.ClientError | OSError):
            raise StartError(f"Discord's gateway cannot be reached at {self._endpoints[1]}: {reason}.")
        raise StartError(f"Discord's gateway does not let the bot in: {reason}.")

    async def _stay(self, client: BastideClient, connecting: "asyncio.Task[None]") -> None:
        """Stay connected until stopped: what cannot be resumed is begun anew, after longer and longer pauses.

        Connections are made with ``reconnect=False``. discord.py resumes short interruptions all the same;
        after longer ones there is nothing to resume, since interactions die within seconds.
        """
        pause: float = FIRST_PAUSE_SECONDS
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            try:
                await connecting
            except CONNECTION_TROUBLE as error:
                log.warning("discord connection ended", error=str(error))
            if self._client is not client:
                return
            pause = FIRST_PAUSE_SECONDS if loop.time() - begun > LONGEST_PAUSE_SECONDS else pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
            # What the old client could not show is caught up with by the new one.
            await client.desk.finish(0)
            client = self._client = self._make()
            connecting = self._connecting = asyncio.create_task(
                client.start(self._token, reconnect=False), name="discord connection"
            )
