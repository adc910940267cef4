"""The WebSocket of a page: who may open one, what may be said on it, and what is done then."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

import structlog
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from bot import metrics, tracing
from bot.live.displays import Displays
from bot.request import LARGEST_FILE, Request, Upload
from bot.scene import Phrase, Scene
from bot.usecases.rows import takes_file
from bot.web_app.callers import address_of
from bot.web_app.client import Client
from bot.web_app.limits import AddressLimits, Allowance
from bot.web_app.pages import html_tag
from bot.web_app.ports import RoomsTable
from bot.web_app.room import Room
from bot.web_app.rooms import Rooms
from bot.web_app.visitors import name_from, person_of, secret_of
from bot.web_app.wire import Message

LONGEST_MESSAGE: Final = 4096 + 2 * LARGEST_FILE
"""A record is text within text, where some characters take two."""
LONGEST_COMMAND: Final = 200
MOST_PAGES: Final = 1000
MOST_PAGES_EACH: Final = 12
MOST_PAGES_AT: Final = 60
"""So many pages can be open at one address; as many more are told that they are too many."""
HELLO: Final = 10.0
"""Seconds within which a page says who it is; it does so at once."""
MOST_REFUSED: Final = 100
"""Whoever goes on after so many messages were too fast is no person."""
HEARTBEAT: Final = 25.0
FAREWELL: Final = 2.0

NO_COOKIE: Final = 4401
TOO_MANY: Final = 4429
"""Close codes that the page explains to its reader."""

_KEPT: Final = frozenset({"new", "import", "daily"})
"""Commands after which something is kept for long."""
_GO_ON: Final = "continue"

_TAP: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
_GAME: Final = re.compile(r"[A-Za-z0-9_.:-]{0,80}")

log: Final = structlog.get_logger(__name__)


class Sockets:
    """All open WebSockets. So many ``proxies`` before us are trusted to say who calls."""

    def __init__(
        self,
        rooms: Rooms,
        table: RoomsTable,
        displays: Displays[Scene],
        allowance: Allowance,
        *,
        language: str,
        proxies: int = 0,
    ) -> None:
        self._rooms = rooms
        self._table = table
        self._displays = displays
        self._allowance = allowance
        self._language = language
        self._proxies = proxies
        self._crowd = AddressLimits()
        self._open: dict[web.WebSocketResponse, tuple[str, str]] = {}
        self._at: Counter[str] = Counter()
        self._warned = False
        metrics.PAGES.watch(self._pages)

    async def serve(self, request: web.Request, room: str, language: str) -> web.WebSocketResponse:
        """Talk with a page until it leaves. ``language`` is its browser's."""
        if not same_origin(request):
            raise web.HTTPForbidden(text="cross-origin")
        address = self._address_of(request)
        # To be told that there are too many takes a socket, too.
        if self._at[address] >= 2 * MOST_PAGES_AT:
            raise web.HTTPTooManyRequests
        self._at[address] += 1
        try:
            return await self._open_for(request, room, language, address)
        finally:
            self._at[address] -= 1
            if not self._at[address]:
                del self._at[address]

    def _address_of(self, request: web.Request) -> str:
        if not self._proxies and not self._warned and "X-Forwarded-For" in request.headers:
            self._warned = True
            log.warning("a proxy that is not trusted says who calls; if it is yours, set BASTIDE_WEB_PROXIES")
        return address_of(request, self._proxies)

    async def _open_for(
        self, request: web.Request, room: str, language: str, address: str
    ) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=FAREWELL, max_msg_size=LONGEST_MESSAGE)
        await socket.prepare(request)
        secret = secret_of(request)
        if secret is None:
            await socket.close(code=NO_COOKIE)
            return socket
        person = person_of(secret, "", language)
        if self._too_many(address, person.key):
            await socket.close(code=TOO_MANY)
            return socket
        self._open[socket] = (address, person.key)
        client = Client(socket, person, address)
        try:
            await self._talk(socket, client, room)
        finally:
            del self._open[socket]
            await client.close()
        return socket

    def _too_many(self, address: str, person: str) -> bool:
        pages = self._open.values()
        return (
            len(pages) >= MOST_PAGES
            or sum(key == person for _, key in pages) >= MOST_PAGES_EACH
            or sum(where == address for where, _ in pages) >= MOST_PAGES_AT
            or not self._crowd.enters(address, person)
        )

    def _pages(self) -> Mapping[metrics.Labels, float]:
        return {(): len(self._open)}

    async def close(self, _: web.Application) -> None:
        """Tell every page that we go; they will come back by themselves."""
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in tuple(self._open)))

    async def _talk(self, socket: web.WebSocketResponse, client: Client, name: str) -> None:
        try:
            # Not the socket's own limit: that begins anew with each ping.
            async with asyncio.timeout(HELLO):
                message = _read(await socket.receive())
        except TimeoutError:
            return
        if message.get("type") != "hello":
            return
        room = self._rooms.find(name)
        tracing.begin()
        try:
            await self._greet(client, room, message)
            async for frame in socket:
                if not await self._answer(client, room, _read(frame)):
                    break
        finally:
            room.leave(client)

    async def _answer(self, client: Client, room: Room, message: Message) -> bool:
        """Do what a message asks; False when it is none of ours."""
        kind = message.get("type")
        if kind not in {"ping", "hello", "name", "do"}:
            return False
        tracing.begin()
        if not (self._allowance.take(client.person.key) and self._crowd.speaks(client.address)):
            client.refused += 1
            if client.refused > MOST_REFUSED:
                return False
            room.refuse(client, Phrase("web.too_fast"), _text(message, "once"))
        elif kind == "ping":
            client.send({"type": "pong"})
        elif kind == "hello":
            await self._greet(client, room, message)
        elif kind == "name":
            self._rename(client, room, name_from(_text(message, "name")))
        else:
            await self._do(client, room, message)
        return True

    async def _greet(self, client: Client, room: Room, message: Message) -> None:
        language = await self._table.language(client.person) or client.native
        client.person = replace(client.person, name=name_from(_text(message, "name")), language=language)
        if _text(message, "language") not in {"", html_tag(language)}:
            client.send(self._rooms.words(language))
        client.dark = message.get("dark") is True
        await room.enter(client)

    def _rename(self, client: Client, room: Room, name: str) -> None:
        if name:
            room.rename(replace(client.person, name=name))
        else:
            room.refuse(client, Phrase("web.name_needed"))

    async def _do(self, client: Client, room: Room, message: Message) -> None:
        tap, command = _text(message, "once"), " ".join(_text(message, "command").split()).removeprefix("/")
        game, version = _text(message, "game"), message.get("version")
        if not _TAP.fullmatch(tap) or not _GAME.fullmatch(game):
            return
        if not client.person.name:
            room.refuse(client, Phrase("web.name_needed"), tap)
        elif not command or len(command) > LONGEST_COMMAND:
            room.refuse(client, Phrase("web.not_understood"), tap)
        elif _is_kept(command) and not self._crowd.keeps(client.address):
            room.refuse(client, Phrase("web.enough_here"), tap)
        else:
            request = Request(
                channel=room.channel,
                person=client.person,
                command=command,
                once=f"{client.person.key}:{tap}",
                game=game,
                version=version if game and type(version) is int else None,
                language=self._language,
                file=_file(message) if takes_file(command) else None,
                severally=True,
            )
            await room.act(self._displays, client, request, tap)


def same_origin(request: web.Request) -> bool:
    """Whether the page that asks came from the address that it asks."""
    try:
        origin = urlsplit(request.headers.get("Origin", "")).netloc
    except ValueError:
        return False
    return origin.lower() == request.host.lower()


def _is_kept(command: str) -> bool:
    """Whether something is kept for long after this command."""
    name, *words = command.lower().split()
    return name in _KEPT or (name == "history" and _GO_ON in words)


def _read(frame: WSMessage) -> Message:
    if frame.type is not WSMsgType.TEXT:
        return {}
    try:
        message = json.loads(frame.data)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _file(message: Message) -> Upload | None:
    """The file that came along: its size, and its text unless that is too much."""
    file = message.get("file")
    if not isinstance(file, dict):
        return None
    content, size = _text(file, "text").encode(), file.get("size")
    return Upload(size if type(size) is int and not content else len(content), content)


def _text(message: Message, field: str) -> str:
    value = message.get(field)
    return value.encode("utf-8", "ignore").decode() if isinstance(value, str) else ""
