"""A page with the board of a chat's game, by hand."""

import itertools
from typing import Any, Self

from aiohttp import ClientSession, ClientWebSocketResponse

Message = dict[str, Any]


class BoardPage:
    """One open page. ``given`` is the pass that it has got."""

    _taps = itertools.count(1)

    def __init__(self, session: ClientSession, site: str) -> None:
        self._session = session
        self._site = site
        self.socket: ClientWebSocketResponse
        self.given = ""
        self.scene: Message = {}

    async def enter(self, door: str, proof: str, language: str = "en") -> Self:
        """Say hello at a door, and be let in."""
        first = await self.knock(door, proof, language)
        while first["type"] != "welcome":
            self.given = first.get("pass", self.given)
            first = await self.next()
        self.scene = first["scene"]
        return self

    async def knock(self, door: str, proof: str, language: str = "en") -> Message:
        """Say hello at a door; the first thing that is said to it."""
        headers = {"Accept-Language": language}
        self.socket = await self._session.ws_connect(f"{self._site}board/socket", headers=headers)
        await self.socket.send_json({"type": "hello", "door": door, "proof": proof})
        return await self.next()

    async def next(self) -> Message:
        """The next message."""
        message: Message = await self.socket.receive_json(timeout=60)
        return message

    async def shown(self, version: int) -> Message:
        """The scene, once it is of this version or a later one."""
        while self.scene["version"] < version:
            message = await self.next()
            if message["type"] == "scene":
                self.scene = message["scene"]
        return self.scene

    async def do(self, command: str, once: str = "") -> Message:
        """Do something as a button of the present scene does; a refusal, an answer, or that it is done."""
        once = once or f"board-{next(self._taps):08}"
        about = {"game": self.scene["game"], "version": self.scene["version"]}
        await self.socket.send_json({"type": "do", "once": once, "command": command, **about})
        while True:
            message = await self.next()
            if message["type"] == "scene":
                self.scene = message["scene"]
            mine = message.get("once") == once and message["type"] in {"done", "refusal", "answer"}
            if mine or message["type"] == "turned":
                return message


def first(scene: Message, verb: str) -> str:
    """The first button of the scene with this verb."""
    commands: list[str] = [choice["command"] for row in scene["rows"] for choice in row]
    return next(command for command in commands if command.split()[0] == verb)
