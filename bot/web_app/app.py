"""The web table: a server that shows rooms to browsers."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

import structlog
from aiohttp import web

from bot.doors.reception import Reception
from bot.errors import StartError
from bot.live.displays import Displays
from bot.painter import Painter
from bot.people import Channel, Person
from bot.refusal import Refused
from bot.request import LARGEST_FILE, Reply
from bot.scene import Phrase
from bot.settings import WebAddress
from bot.store.protocol import StoreFull, StoreUnavailable
from bot.store.workers.news import News
from bot.texts import Texts
from bot.web_app.boards import Boards, Show
from bot.web_app.callers import address_of, guard
from bot.web_app.elsewhere import Elsewhere, Presence
from bot.web_app.files import FOR_EVER, StaticFiles, takes_gzip
from bot.web_app.gallery import Gallery
from bot.web_app.limits import Allowance
from bot.web_app.notices import NoticeDesk
from bot.web_app.pages import STATIC, Pages, installed, knocking, preloaded
from bot.web_app.ports import RoomsTable
from bot.web_app.preview import Preview
from bot.web_app.reactions import Reactions
from bot.web_app.rooms import Onlooker, Rooms, WebMessenger, channel_of, is_room, new_room, room_from
from bot.web_app.socket import Sockets
from bot.web_app.visitors import GamesOf, OwnRooms, language_of, person_of, remember, secret_of

BURST: Final = 20
FAREWELL: Final = 5.0
RATE: Final = 5.0
LARGEST: Final = str(LARGEST_FILE)

log: Final = structlog.get_logger(__name__)


class WebApp:
    """The web table on one address.

    ``ready`` tells whether the store answers, by raising when it does not; ``/health`` asks it.
    ``language`` is spoken to readers whose languages we lack. ``hosts`` are the names by which people call
    us, besides ``host``, localhost and numbers; so many ``proxies`` are trusted to say who calls. ``news``
    tell what other workers do. With a ``reception`` there is the page with the board of a chat's game, too;
    what is done there, ``show`` shows in the chat. ``frames`` are the origins that may show it in a frame,
    ``activity`` the number of the application as which Discord does so.
    What is passed on begins with ``public``, the address that everybody knows.
    ``games_of`` tells where people play, ``notices`` tell them of their turns on their devices.
    """

    def __init__(
        self,
        *,
        host: str,
        port: int,
        table: RoomsTable,
        texts: Texts,
        painter: Painter,
        language: str = "en",
        ready: Callable[[], Awaitable[None]] | None = None,
        hosts: Collection[str] = (),
        proxies: int = 0,
        news: News | None = None,
        reception: Reception | None = None,
        show: Show | None = None,
        frames: Sequence[str] = (),
        activity: str = "",
        public: str = "",
        games_of: GamesOf | None = None,
        notices: NoticeDesk | None = None,
    ) -> None:
        self._host = host
        self._port = port
        self._names = frozenset(name.lower() for name in (host, *hosts))
        self._texts = texts
        self._language = language
        self._ready = ready
        self._frames = frames
        self._activity = activity
        self._notices = notices
        self._pages = Pages(texts)
        self._gallery = Gallery(painter)
        self._table = table
        self._proxies = proxies
        self._own = None if games_of is None else OwnRooms(table, texts, games_of)
        self._preview = Preview(table, texts, self._gallery, language, public)
        self._rooms = Rooms(table, texts, self._gallery, partial(self._pages.words, "room"))
        self._displays = Displays("web", table, WebMessenger(self._rooms))
        elsewhere = Elsewhere(news)
        reactions = Reactions(self._rooms, elsewhere)
        self._presence = Presence(self._rooms, elsewhere)
        self._onlooker = (
            None
            if news is None
            else Onlooker(self._rooms, self._displays, news, elsewhere.heard, self._presence.look)
        )
        self._boards = None if reception is None else Boards(self._rooms, reception, show or _nowhere_else)
        self._sockets = Sockets(
            self._rooms, table, self._displays, self._boards,
            reactions=reactions, allowance=Allowance(burst=BURST, rate=RATE),
            language=language, proxies=proxies, notices=notices,
        )  # fmt: skip
        self._files = StaticFiles(STATIC)
        self._runner: web.AppRunner | None = None

    async def start(self) -> str:
        """Listen, and return the address to open. Raises StartError when the port cannot be had."""
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=5.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except (OSError, OverflowError) as error:
            await self.stop()
            reason = getattr(error, "strerror", None) or str(error)
            raise StartError(
                f"The web table cannot listen on {self._host}:{self._port} ({reason}); "
                "set BASTIDE_WEB to another host:port, or to off."
            ) from error
        if self._onlooker is not None:
            self._onlooker.start()
        if self._notices is not None:
            self._notices.nudger.start()
        host, port = self._runner.addresses[0][:2]
        return f"{WebAddress(host, port).url}/"

    async def stop(self) -> None:
        """Close every page's connection and stop listening. What is being done is finished first."""
        if self._notices is not None:
            await self._notices.nudger.stop()
        if self._onlooker is not None:
            await self._onlooker.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
            if self._boards is not None:
                await self._boards.finish(FAREWELL)
            await self._displays.finish(FAREWELL)
            await self._presence.finish(FAREWELL)

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show what has come about in a room without anybody's doing."""
        await self._displays.show(channel, reply)

    async def reachable(self) -> bool:
        """Whether people can reach the rooms now."""
        return self._runner is not None

    def _application(self) -> web.Application:
        application = web.Application(
            middlewares=[guard(self._names, self._frames, self._files.knock)], client_max_size=64 * 1024
        )
        application.on_shutdown.append(self._sockets.close)
        routes = {
            "/": self._index,
            "/health": self._health,
            "/offline": self._offline,
            "/worker.js": self._worker,
            "/r/{room}": self._room,
            "/r/{room}/socket": self._socket,
            "/r/{room}/picture/{name}": self._picture,
            "/r/{room}/preview.png": self._preview_of_room,
            "/r/{room}/qr.svg": self._code_of_room,
            "/static/{name}": self._static,
            "/static/{edition}/{name}": self._static,
        }
        if self._boards is not None:
            routes |= {
                "/board": self._to_board,
                "/board/": self._board,
                "/board/socket": partial(self._board_socket, self._boards),
                "/board/picture/{name}": self._picture_of_board,
                "/board/static/{name}": self._static,
                "/board/static/{edition}/{name}": self._static,
            }
            application.router.add_post(
                "/board/door", partial(self._door_of_board, self._boards), expect_handler=_expected
            )
            application.router.add_options("/board/door", _may_knock, expect_handler=_expected)
        application.add_routes([
            *(web.get(path, handler, expect_handler=_expected) for path, handler in routes.items()),
            web.route("*", "/{nowhere:.*}", self._nowhere, expect_handler=_expected),
        ])  # fmt: skip
        return application

    async def _index(self, request: web.Request) -> web.Response:
        wanted = request.query.get("room", "")[:200]
        if room := room_from(wanted):
            raise web.HTTPSeeOther(f"/r/{room}")
        hint = Phrase("web.room_letters") if wanted.strip() else Phrase("web.room_hint")
        return await self._door(request, hint)

    async def _door(self, request: web.Request, hint: Phrase) -> web.Response:
        person, language = await self._reader(request)
        own = "" if person is None or self._own is None else await self._own.written(person, language)
        head, said = installed(self._files.edition), self._texts.say(hint, language)
        return self._written(request, "index", language, room=new_room(), hint=said, head=head, own=own)

    async def _nowhere(self, request: web.Request) -> web.Response:
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            raise web.HTTPNotFound
        response = await self._door(request, Phrase("web.nowhere"))
        response.set_status(HTTPStatus.NOT_FOUND)
        return response

    async def _room(self, request: web.Request) -> web.Response:
        name = request.match_info["room"]
        if not is_room(name):
            meant, asked = room_from(name[:200]), quote(name[:200], safe="", errors="replace")
            raise web.HTTPSeeOther(f"/r/{meant}" if meant else f"/?room={asked}")
        coming = await self._rooms.coming(channel_of(name))
        head = (
            *(preloaded(address, scheme) for scheme, address in coming.items()),
            installed(self._files.edition),
            self._preview.head(name, self._language_of(request)),
        )
        response = await self._page(
            request, "room", room=name, root="/", kind="room", application="", largest=LARGEST,
            head="\n  ".join(head),
            address=self._preview.address(request, name),
        )  # fmt: skip
        remember(request, response)
        return response

    async def _board(self, request: web.Request) -> web.Response:
        # Its address may have any path before it, so what it fetches is named from where it is.
        about = {"kind": "board", "application": self._activity, "largest": LARGEST, "address": ""}
        first = knocking(self._files.knock)
        return await self._page(request, "room", room="", root="", first=first, **about)

    async def _door_of_board(self, boards: Boards, request: web.Request) -> web.Response:
        # A proof is in no address, and in no body either, so that nothing that is sent along has to be read.
        door, _, proof = request.headers.get("Authorization", "").partition(" ")
        try:
            opened = await boards.open(address_of(request, self._proxies), door, proof)
        except Refused as refused:
            raise web.HTTPForbidden from refused
        except StoreUnavailable as error:
            raise web.HTTPServiceUnavailable from error
        return web.json_response(opened, headers={"Cache-Control": "no-store"})

    async def _to_board(self, request: web.Request) -> web.Response:
        # A proxy that hides the folder from its pages could not follow; to them it makes no difference.
        if self._activity and "frame_id" in request.query:
            return await self._board(request)
        raise web.HTTPSeeOther("board/")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        return await self._sockets.room(request, _room_of(request), self._language_of(request))

    async def _board_socket(self, boards: Boards, request: web.Request) -> web.StreamResponse:
        return await self._sockets.board(request, boards, self._language_of(request))

    async def _picture(self, request: web.Request) -> web.Response:
        _room_of(request)
        return await self._picture_of_board(request)

    async def _preview_of_room(self, request: web.Request) -> web.StreamResponse:
        caller = address_of(request, self._proxies)
        return await self._preview.picture(request, channel_of(_room_of(request)), caller)

    async def _code_of_room(self, request: web.Request) -> web.Response:
        return self._preview.code(request, _room_of(request))

    async def _picture_of_board(self, request: web.Request) -> web.Response:
        hung = self._gallery.find(request.match_info["name"])
        if hung is None:
            raise web.HTTPNotFound
        return web.Response(
            body=hung.painted.content, content_type=hung.painted.mime, headers={"Cache-Control": FOR_EVER}
        )

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return self._files.answer(request, request.match_info["name"], request.match_info.get("edition", ""))

    async def _worker(self, request: web.Request) -> web.StreamResponse:
        return self._files.worker.answer(request)

    async def _offline(self, request: web.Request) -> web.StreamResponse:
        """What the worker shows of a page while nothing can be reached."""
        return await self._page(request, "offline")

    async def _health(self, _: web.Request) -> web.Response:
        try:
            if self._ready is not None:
                await self._ready()
        except StoreUnavailable as error:
            log.warning("not ready", reason=str(error))
            reason = "store full" if isinstance(error, StoreFull) else "store unavailable"
            return web.json_response({"status": "unavailable", "reason": reason}, status=503)
        except Exception:  # whatever the reason, we cannot serve now
            log.exception("not ready")
            return web.json_response({"status": "unavailable"}, status=503)
        return web.json_response({"status": "ok"})

    async def _page(self, request: web.Request, page: str, **values: str) -> web.Response:
        _, language = await self._reader(request)
        return self._written(request, page, language, **values)

    async def _reader(self, request: web.Request) -> tuple[Person | None, str]:
        """Whose browser asks, if it is known here, and the language in which they read."""
        language, secret = self._language_of(request), secret_of(request)
        if secret is None:
            return None, language
        person = person_of(secret, "", language)
        return person, await self._table.language(person) or language

    def _written(self, request: web.Request, page: str, language: str, **values: str) -> web.Response:
        told = "yes" if self._notices is not None else ""
        response = web.Response(
            text=self._pages.write(page, language, edition=self._files.edition, notices=told, **values),
            content_type="text/html",
            headers={"Cache-Control": "no-store", "Vary": "Accept-Language, Accept-Encoding"},
        )
        if takes_gzip(request):
            response.enable_compression(web.ContentCoding.gzip)
        return response

    def _language_of(self, request: web.Request) -> str:
        return language_of(request.headers.get("Accept-Language", ""), self._texts.languages, self._language)


async def _nowhere_else(_channel: Channel, _reply: Reply) -> None:
    """There is nothing but pages here."""


async def _may_knock(_: web.Request) -> web.Response:
    """What a browser asks before it knocks from a frame that has no origin of its own."""
    return web.Response(
        status=HTTPStatus.NO_CONTENT,
        headers={"Access-Control-Allow-Headers": "Authorization", "Access-Control-Max-Age": "7200"},
    )


async def _expected(request: web.Request) -> None:
    """Nothing that is sent along is read. aiohttp's own answer repeats what is expected, if it can."""
    if request.headers.get("Expect", "").lower() != "100-continue":
        raise web.HTTPExpectationFailed


def _room_of(request: web.Request) -> str:
    room = request.match_info["room"]
    if not is_room(room):
        raise web.HTTPNotFound
    return room
