"""The WebSocket of a page: who may open one, what may be said on it, and what is done then."""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

import structlog
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from bot import metrics, tracing
from bot.doors.guest import Guest
from bot.live.displays import Displays
from bot.people import Channel
from bot.refusal import Refused
from bot.request import LARGEST_FILE, Request, Upload
from bot.scene import Phrase, Scene
from bot.store.protocol import StoreUnavailable
from bot.strangers import text_of
from bot.usecases.rows import takes_file
from bot.web_app.boards import Boards
from bot.web_app.callers import address_of
from bot.web_app.client import Client
from bot.web_app.limits import AddressLimits, Allowance
from bot.web_app.notices import ASKED, NoticeDesk
from bot.web_app.pages import html_tag
from bot.web_app.ports import RoomsTable
from bot.web_app.reactions import Reactions
from bot.web_app.room import Room, Stage
from bot.web_app.rooms import Rooms, channel_of
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
BELONGS: Final = 60.0
"""Seconds for which whoever was seen to belong to a chat does."""
FAREWELL: Final = 2.0

NO_COOKIE: Final = 4401
TURNED_AWAY: Final = 4403
TOO_MANY: Final = 4429
"""Close codes that the page explains to its reader."""

_KEPT: Final = frozenset({"new", "import", "daily"})
"""Commands after which something is kept for long."""
_KINDS: Final = frozenset({"ping", "hello", "name", "react", "do"})
_GO_ON: Final = "continue"

_TAP: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
_GAME: Final = re.compile(r"[A-Za-z0-9_.:-]{0,80}")

Admit = Callable[[Message], Awaitable[tuple[Guest, str]]]
"""Lets in whoever says hello: who that is, and a new pass for their page, if it needs one. Raises _Closed."""

log: Final = structlog.get_logger(__name__)


class _Closed(Exception):
    """A page is not let in: it is told so by a sentence, if there is one, and by this code."""

    def __init__(self, code: int, text: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.text = text


class Sockets:
    """All open WebSockets. So many ``proxies`` before us are trusted to say who calls."""

    def __init__(
        self,
        rooms: Rooms,
        table: RoomsTable,
        displays: Displays[Scene],
        boards: Boards | None,
        *,
        reactions: Reactions,
        allowance: Allowance,
        language: str,
        proxies: int = 0,
        notices: NoticeDesk | None = None,
    ) -> None:
        self._rooms = rooms
        self._table = table
        self._displays = displays
        self._boards = boards
        self._reactions = reactions
        self._allowance = allowance
        self._language = language
        self._proxies = proxies
        self._notices = notices
        self._crowd = AddressLimits()
        self._open: dict[web.WebSocketResponse, tuple[str, str]] = {}
        self._at: Counter[str] = Counter()
        self._warned = False
        metrics.PAGES.watch(self._pages)

    async def room(self, request: web.Request, name: str, language: str) -> web.WebSocketResponse:
        """Talk with a page of a room until it leaves. ``language`` is its browser's."""
        if not same_origin(request):
            raise web.HTTPForbidden(text="cross-origin")
        secret = secret_of(request)

        async def known_by_cookie(_: Message) -> tuple[Guest, str]:
            if secret is None:
                raise _Closed(NO_COOKIE)
            return Guest(person_of(secret, "", language), channel_of(name), language=self._language), ""

        return await self._serve(request, known_by_cookie)

    async def board(self, request: web.Request, boards: Boards, language: str) -> web.WebSocketResponse:
        """Talk with a page that has to show at a door who is there, until it leaves."""
        address = self._address_of(request)

        async def let_in(hello: Message) -> tuple[Guest, str]:
            try:
                return await boards.admit(address, hello)
            except Refused as refused:
                raise _Closed(TURNED_AWAY, self._rooms.say(refused.phrase, language)) from refused
            except StoreUnavailable as error:
                raise _Closed(WSCloseCode.TRY_AGAIN_LATER) from error

        return await self._serve(request, let_in)

    async def _serve(self, request: web.Request, admit: Admit) -> web.WebSocketResponse:
        address = self._address_of(request)
        # To be told that there are too many takes a socket, too.
        if self._at[address] >= 2 * MOST_PAGES_AT:
            raise web.HTTPTooManyRequests
        self._at[address] += 1
        try:
            socket = web.WebSocketResponse(
                heartbeat=HEARTBEAT, timeout=FAREWELL, max_msg_size=LONGEST_MESSAGE
            )
            await socket.prepare(request)
            await self._open_for(socket, admit, address)
            return socket
        finally:
            self._at[address] -= 1
            if not self._at[address]:
                del self._at[address]

    def _address_of(self, request: web.Request) -> str:
        if not self._proxies and not self._warned and "X-Forwarded-For" in request.headers:
            self._warned = True
            log.warning("a proxy that is not trusted says who calls; if it is yours, set BASTIDE_WEB_PROXIES")
        return address_of(request, self._proxies)

    async def _open_for(self, socket: web.WebSocketResponse, admit: Admit, address: str) -> None:
        try:
            hello = await _hello(socket)
            guest, new_pass = await admit(hello)
            self._count(address, guest.person.key)
            await self._welcome(socket, Client(socket, guest, address), hello, new_pass)
        except _Closed as closed:
            if closed.text:
                await socket.send_json({"type": "turned", "text": closed.text})
            await socket.close(code=closed.code)

    async def _welcome(
        self, socket: web.WebSocketResponse, client: Client, hello: Message, new_pass: str
    ) -> None:
        """Talk with a page that was let in. Raises _Closed when its guest has left the place meanwhile."""
        self._open[socket] = (client.address, client.person.key)
        try:
            if new_pass:
                client.send({"type": "pass", "pass": new_pass})
            await self._talk(socket, client, hello)
        finally:
            del self._open[socket]
            await client.close()

    def _count(self, address: str, person: str) -> None:
        """One more page. Raises _Closed where there are too many."""
        pages = self._open.values()
        if (
            len(pages) >= MOST_PAGES
            or sum(key == person for _, key in pages) >= MOST_PAGES_EACH
            or sum(where == address for where, _ in pages) >= MOST_PAGES_AT
            or not self._crowd.enters(address, person)
        ):
            raise _Closed(TOO_MANY)

    def _pages(self) -> Mapping[metrics.Labels, float]:
        return {(): len(self._open)}

    async def close(self, _: web.Application) -> None:
        """Tell every page that we go; they will come back by themselves."""
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in tuple(self._open)))

    async def _talk(self, socket: web.WebSocketResponse, client: Client, hello: Message) -> None:
        room = self._rooms.find(client.guest.channel)
        tracing.begin()
        try:
            await self._greet(client, room, hello)
            async for frame in socket:
                if not await self._answer(client, room, _read(frame)):
                    break
        finally:
            room.leave(client)

    async def _answer(self, client: Client, room: Room, message: Message) -> bool:
        """Do what a message asks; False when it is none of ours."""
        kind = message.get("type")
        if kind not in (_KINDS if self._notices is None else _KINDS | ASKED):
            return False
        tracing.begin()
        if not (self._allowance.take(client.person.key) and self._crowd.speaks(client.address)):
            client.refused += 1
            if client.refused > MOST_REFUSED:
                return False
            room.refuse(client, Phrase("web.too_fast"), text_of(message, "once"))
        elif kind == "ping":
            client.send({"type": "pong"})
        elif kind == "hello":
            await self._greet(client, room, message)
        elif kind == "name":
            self._rename(client, room, name_from(text_of(message, "name")))
        elif self._notices is not None and kind in ASKED:
            await self._notice(self._notices, client, room, message)
        else:
            await self._see_that_it_belongs(client)
            if kind == "react":
                self._reactions.take(client, room, text_of(message, "emoji"))
            else:
                await self._do(client, room, message)
        return True

    async def _notice(self, notices: NoticeDesk, client: Client, room: Room, message: Message) -> None:
        # Of one address with many cookies each could have devices kept.
        if "device" in message and not self._crowd.keeps(client.address):
            room.refuse(client, Phrase("web.enough_here"))
            return
        try:
            await notices.answer(client, message)
        except Refused as refused:
            room.refuse(client, refused.phrase)
        except StoreUnavailable:
            room.refuse(client, Phrase("web.no_store"))

    async def _greet(self, client: Client, room: Room, message: Message) -> None:
        language = await self._table.language(client.person) or client.native
        given = text_of(message, "name")
        # Whom a chat knows, it knows by name.
        name = client.guest.person.name or name_from(given)
        client.person = replace(client.person, name=name, language=language)
        if text_of(message, "language") not in {"", html_tag(language)}:
            client.send(self._rooms.words(language))
        client.dark = message.get("dark") is True
        await room.enter(client)
        if given and not name:
            room.refuse(client, Phrase("web.name_needed"))

    def _rename(self, client: Client, room: Room, name: str) -> None:
        if client.guest.person.name:
            return
        if name:
            room.rename(replace(client.person, name=name))
        else:
            # Nothing of it can be seen, and the page must not go on as if there were a name.
            client.send({"type": "named", "name": client.person.name})
            room.refuse(client, Phrase("web.name_needed"))

    async def _do(self, client: Client, room: Room, message: Message) -> None:
        tap, command = (
            text_of(message, "once"),
            " ".join(text_of(message, "command").split()).removeprefix("/"),
        )
        game, version = text_of(message, "game"), message.get("version")
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
                language=client.guest.language,
                file=_file(message) if takes_file(command) else None,
                alone=client.guest.alone,
                severally=client.guest.severally,
            )
            await room.act(self._stage(room.channel), client, request, tap)

    async def _see_that_it_belongs(self, client: Client) -> None:
        """Ask from time to time whether somebody is still in the chat. Raises _Closed."""
        now = time.monotonic()
        if self._boards is None or client.guest.channel.platform == "web" or now < client.belonged + BELONGS:
            return
        try:
            await self._boards.look_again(client.guest)
        except Refused as refused:
            text = self._rooms.say(refused.phrase, client.person.language)
            raise _Closed(TURNED_AWAY, text) from refused
        client.belonged = now

    def _stage(self, channel: Channel) -> Stage:
        return self._displays if self._boards is None or channel.platform == "web" else self._boards


async def _hello(socket: web.WebSocketResponse) -> Message:
    """The first message of a page. Raises _Closed where it is another, or late."""
    try:
        # Not the socket's own limit: that begins anew with each ping.
        async with asyncio.timeout(HELLO):
            message = _read(await socket.receive())
    except TimeoutError:
        raise _Closed(WSCloseCode.OK) from None
    if message.get("type") != "hello":
        raise _Closed(WSCloseCode.OK)
    return message


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
    content, size = text_of(file, "text").encode(), file.get("size")
    return Upload(size if type(size) is int and not content else len(content), content)
