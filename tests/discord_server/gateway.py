"""The gateway: hello, identify or resume, heartbeats and events over a WebSocket."""

import asyncio
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web

from tests.discord_server.world import Payload, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, HELLO, ACK = 0, 1, 2, 6, 10, 11
AUTHENTICATION_FAILED, INVALID_SHARD = 4004, 4010


Shard = tuple[int, int]
"""A shard's number, and how many there are."""


class Gateway:
    """The connections of the bot, one for each shard. Events of a lost one are told again when it resumes."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._sockets: dict[web.WebSocketResponse, Shard] = {}
        self._told: list[Payload] = []
        self._only: list[Shard | None] = []
        self.url = ""
        self.intents = 0
        self.ready = asyncio.Event()
        self.identified = 0
        self.resumed = 0
        self.shards: list[Shard] = []
        self.refusal: int | None = None

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(socket, message.json())
        finally:
            self._sockets.pop(socket, None)
        return socket

    async def _hear(self, socket: web.WebSocketResponse, message: Payload) -> None:
        match message["op"]:
            case op if op == HEARTBEAT:
                await socket.send_json({"op": ACK})
            case op if op == IDENTIFY:
                await self._identify(socket, message["d"])
            case op if op == RESUME:
                await self._resume(socket, message["d"])
            case _:
                pass

    async def _identify(self, socket: web.WebSocketResponse, identity: Payload) -> None:
        refusal = AUTHENTICATION_FAILED if identity["token"] != self._token else self.refusal
        number, count = identity.get("shard", (0, 1))
        if refusal is None and not 0 <= number < count:
            refusal = INVALID_SHARD
        if refusal is not None:
            await socket.close(code=refusal)
            return
        self.identified += 1
        self.intents = identity["intents"]
        shard = self._sockets[socket] = (number, count)
        self.shards.append(shard)
        present = [
            guild
            for id_, guild in self._world.guilds.items()
            if id_ not in self._world.absent and _concerns("GUILD_CREATE", guild, shard)
        ]
        guilds = [{"id": guild["id"], "unavailable": True} for guild in present]
        await self._tell(
            "READY",
            {
                "v": 10,
                "user": self._world.bot,
                "guilds": guilds,
                "session_id": f"session-{number}-{count}",
                "resume_gateway_url": self.url,
                "shard": [number, count],
                "application": {"id": str(self._world.application), "flags": 0},
            },
            only=shard,
        )
        for guild in present:
            await self._tell("GUILD_CREATE", self._world.introduced(guild), only=shard)
        self.ready.set()

    async def _resume(self, socket: web.WebSocketResponse, session: Payload) -> None:
        self.resumed += 1
        number, count = session["session_id"].split("-")[1:]
        shard = self._sockets[socket] = (int(number), int(count))
        for event, only in tuple(zip(self._told, self._only, strict=True))[session["seq"] :]:
            if _meant(event, only, shard):
                await socket.send_json(event)
        await self._tell("RESUMED", {}, only=shard)
        self.ready.set()

    async def tell(self, event: str, payload: dict[str, Any]) -> None:
        """Send an event to the bot, at the shard that it concerns, now or when it comes back."""
        await self._tell(event, payload)

    async def _tell(self, event: str, payload: dict[str, Any], *, only: Shard | None = None) -> None:
        message = {"op": DISPATCH, "t": event, "s": len(self._told) + 1, "d": payload}
        self._told.append(message)
        self._only.append(only)
        for socket, shard in list(self._sockets.items()):
            if _meant(message, only, shard):
                # Who is gone hears of it when it resumes; nobody else's request fails by that.
                with suppress(ConnectionError):
                    await socket.send_json(message)

    async def drop(self, code: int) -> None:
        """Break every connection with this code. Events until the bot resumes are kept for it."""
        self.ready.clear()
        sockets = list(self._sockets)
        self._sockets.clear()
        for socket in sockets:
            await socket.close(code=code)


def _meant(event: Payload, only: Shard | None, shard: Shard) -> bool:
    return _concerns(event["t"], event["d"], shard) if only is None else only == shard


def _concerns(event: str, payload: Payload, shard: Shard) -> bool:
    """Whether an event comes at a shard: by its guild; what is of no guild comes at the first."""
    number, count = shard
    guild = payload["id"] if event in {"GUILD_CREATE", "GUILD_DELETE"} else payload.get("guild_id")
    return number == (0 if guild is None else (int(guild) >> 22) % count)
