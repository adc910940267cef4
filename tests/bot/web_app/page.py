"""A page as the server sees it: a cookie and a WebSocket."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar

Message = dict[str, Any]


class Page:
    """One browser in a room, by hand."""

    _taps = itertools.count(1)

    def __init__(self, session: ClientSession, site: str, room: str, name: str, language: str) -> None:
        self.session = session
        self._address = f"{site}r/{room}"
        self._site = site
        self._name = name
        self._language = language
        self.socket: ClientWebSocketResponse
        self.welcome: Message = {}
        self.dark = False

    async def connect(self) -> Message:
        """Open the room, or come back to it."""
        headers = {"Accept-Language": self._language}
        async with self.session.get(self._address, headers=headers) as response:
            assert response.status == 200
        headers["Origin"] = self._site.rstrip("/")
        self.socket = await self.session.ws_connect(f"{self._address}/socket", headers=headers)
        await self.socket.send_json({"type": "hello", "name": self._name, "dark": self.dark})
        self.welcome = await self.expect("welcome")
        return self.welcome

    async def do(self, command: str, *, once: str = "", game: str = "", version: int | None = None) -> str:
        """Ask for something; the key of the tap."""
        once = once or f"tap-{next(self._taps):08}"
        message = {"type": "do", "once": once, "command": command, "game": game, "version": version}
        await self.socket.send_json(message)
        return once

    async def expect(self, *kinds: str, seconds: float = 60.0) -> Message:
        """The next message of one of these kinds; others are passed over."""
        async with asyncio.timeout(seconds):
            while True:
                message: Message = await self.socket.receive_json()
                if message["type"] in kinds:
                    return message

    async def scene_of(self, command: str) -> Message:
        """Do something and wait for the scene that comes of it."""
        await self.do(command)
        message = await self.expect("scene", "refusal")
        assert message["type"] == "scene", message
        scene: Message = message["scene"]
        return scene

    async def settled(self) -> list[Message]:
        """All that has been sent to the page by now."""
        await self.socket.send_json({"type": "ping"})
        messages: list[Message] = []
        while not messages or messages[-1]["type"] != "pong":
            messages.append(await asyncio.wait_for(self.socket.receive_json(), 60))
        return messages[:-1]


@asynccontextmanager
async def opened(site: str, room: str, name: str = "Ann", *, language: str = "en") -> AsyncIterator[Page]:
    """A new browser that enters a room."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        page = Page(session, site, room, name, language)
        await page.connect()
        yield page
        await page.socket.close()
