"""The gateway: hello, identify or resume, heartbeats and events over a WebSocket."""

import asyncio
from typing import Any

from aiohttp import WSMsgType, web

from tests.discord_server.world import Payload, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, HELLO, ACK = 0, 1, 2, 6, 10, 11
AUTHENTICATION_FAILED = 4004


class Gateway:
    """The connections of the bot. Events of a lost connection are told again when it resumes."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._sockets: set[web.WebSocketResponse] = set()
        self._told: list[Payload] = []
        self.url = ""
        self.intents = 0
        self.ready = asyncio.Event()
        self.identified = 0
        self.resumed = 0
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
            self._sockets.discard(socket)
        return socket

    async def _hear(self, socket: web.WebSocketResponse, message: Payload) -> None:
        match message["op"]:
            case op if op == HEARTBEAT:
                await socket.send_json({"op": ACK})
            case op if op == IDENTIFY:
                await self._identify(socket, message["d"])
            case op if op == RESUME:
                await self._resume(socket, message["d"]["seq"])
            case _:
                pass

    async def _identify(self, socket: web.WebSocketResponse, identity: Payload) -> None:
        refusal = AUTHENTICATION_FAILED if identity["token"] != self._token else self.refusal
        if refusal is not None:
            await socket.close(code=refusal)
            return
        self.identified += 1
        self.intents = identity["intents"]
        self._sockets.add(socket)
        present = [guild for number, guild in self._world.guilds.items() if number not in self._world.absent]
        guilds = [{"id": guild["id"], "unavailable": True} for guild in present]
        await self.tell(
            "READY",
            {
                "v": 10,
                "user": self._world.bot,
                "guilds": guilds,
                "session_id": "session",
                "resume_gateway_url": self.url,
                "application": {"id": str(self._world.application), "flags": 0},
            },
        )
        for guild in present:
            await self.tell("GUILD_CREATE", self._world.introduced(guild))
        self.ready.set()

    async def _resume(self, socket: web.WebSocketResponse, seen: int) -> None:
        self.resumed += 1
        self._sockets.add(socket)
        for event in self._told[seen:]:
            await socket.send_json(event)
        await self.tell("RESUMED", {})
        self.ready.set()

    async def tell(self, event: str, payload: dict[str, Any]) -> None:
        """Send an event to the bot, now or when it comes back."""
        message = {"op": DISPATCH, "t": event, "s": len(self._told) + 1, "d": payload}
        self._told.append(message)
        for socket in list(self._sockets):
            await socket.send_json(message)

    async def drop(self, code: int) -> None:
        """Break every connection with this code. Events until the bot resumes are kept for it."""
        self.ready.clear()
        sockets = list(self._sockets)
        self._sockets.clear()
        for socket in sockets:
            await socket.close(code=code)
