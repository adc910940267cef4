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

from bot.claims import Claims
from bot.discord_app.client import BastideClient
from bot.discord_app.ports import DiscordTable
from bot.doors.launches import LaunchBook
from bot.errors import StartError
from bot.gate import alone
from bot.live.patience import PATIENCE, Patience
from bot.painter import Painter
from bot.people import Channel
from bot.request import Reply
from bot.shards import ALL, Shards
from bot.texts import Texts

CONNECT_SECONDS: Final = 60
FINISH_SECONDS: Final = 10
FIRST_PAUSE_SECONDS: Final = 2
LONGEST_PAUSE_SECONDS: Final = 300
CONNECTION_TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)

log: Final = structlog.get_logger(__name__)


class DiscordApp:
    """The Discord platform. ``api_base`` and ``gateway`` replace Discord's own addresses unless empty.

    ``shards`` are those that are served here, None for as many as Discord recommends; ``claims`` keep other
    workers from serving the same ones. With ``board`` chats lead to the board that one touches; with
    ``launches`` it opens within Discord, too.
    """

    def __init__(
        self,
        *,
        token: str,
        api_base: str,
        gateway: str,
        table: DiscordTable,
        texts: Texts,
        painter: Painter,
        language: str,
        patience: Patience = PATIENCE,
        shards: Shards | None = None,
        claims: Claims | None = None,
        board: bool = False,
        launches: LaunchBook | None = None,
    ) -> None:
        self._token = token
        self._endpoints = (
            api_base.rstrip("/") or Route.BASE,
            URL(gateway or DiscordWebSocket.DEFAULT_GATEWAY),
        )
        self._replaced = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY)
        self._shards = shards
        self._claims = claims
        self._make: Callable[..., BastideClient] = partial(
            BastideClient,
            table=table,
            texts=texts,
            painter=painter,
            language=language,
            patience=patience,
            board=board,
            launches=launches,
            workers=alone if claims is None else partial(claims.sharing, "discord"),
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
        client = self._client = self._make(part=self._shards or ALL)
        try:
            await self._log_in(client)
            if self._claims is not None and self._claims.standby:
                self._staying = asyncio.create_task(self._stand_by(client, self._claims), name="discord")
            else:
                if self._claims is not None:
                    for what, name in claims_of(client):
                        await self._claims.take(what, name)
                connecting = self._connect(client)
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
                if self._shards is None:
                    count, _, _ = await client.http.get_bot_gateway()
                    self._shards = Shards(0, count - 1, count)
                    client.serve(self._shards)
        except discord.LoginFailure as error:
            raise StartError(
                "Discord does not accept DISCORD_TOKEN; copy it anew from the bot's page."
            ) from error
        except CONNECTION_TROUBLE as error:
            raise StartError(f"Discord cannot be reached at {self._endpoints[0]}: {error}.") from error

    def _connect(self, client: BastideClient) -> "asyncio.Task[None]":
        connecting = asyncio.create_task(client.connect(reconnect=False), name="discord connection")
        self._connecting = connecting
        return connecting

    async def _stand_by(self, client: BastideClient, claims: Claims) -> None:
        """Connect as soon as nobody else serves any of our shards, and stay connected."""
        for what, name in claims_of(client):
            await claims.turn(what, name)
        log.info("this worker serves Discord from now on", shards=str(client.part))
        await self._stay(client, self._connect(client))

    async def _until_ready(self, client: BastideClient, connecting: "asyncio.Task[None]") -> None:
        ready = asyncio.create_task(client.wait_until_ready())
        done, _ = await asyncio.wait(
            {ready, connecting}, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if connecting not in done and ready in done:
            return
        ready.cancel()
        reason = connecting.exception() if connecting in done else TimeoutError("it took too long")
        reason = reason or ConnectionError("it hung up")
        if isinstance(reason, aiohttp.ClientError | OSError):
            raise StartError(f"Discord's gateway cannot be reached at {self._endpoints[1]}: {reason}.")
        raise StartError(f"Discord's gateway does not let the bot in: {reason}.")

    async def _stay(self, client: BastideClient, connecting: "asyncio.Task[None]") -> None:
        """Stay connected until stopped: what cannot be resumed is begun anew, after longer and longer pauses.

        All shards of this worker are begun anew together. Connections are made with ``reconnect=False``.
        discord.py resumes short interruptions all the same; after longer ones there is nothing to resume,
        since interactions die within seconds.
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
            client = self._client = self._make(part=client.part)
            connecting = self._connecting = asyncio.create_task(
                client.start(self._token, reconnect=False), name="discord connection"
            )


def claims_of(client: BastideClient) -> list[tuple[str, str]]:
    """What is claimed for the client's shards, always in the same order, and how an operator knows it."""
    bot, part = client.application_id, client.part
    return [
        (f"discord:{bot}:{shard}", f"Shard {shard} of {part.count} of the Discord bot {client.user}")
        for shard in part.ids
    ]
