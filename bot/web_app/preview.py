"""How others come to a room: what its address shows where it is passed on, and the address as a QR code."""

from dataclasses import replace
from html import escape
from io import BytesIO
from typing import Final

import segno
from aiohttp import web

from bot.painter import NotPainted
from bot.people import Channel
from bot.scene import Phrase, PictureKind
from bot.store.protocol import CorruptGame, StoreUnavailable
from bot.texts import Texts
from bot.web_app.callers import is_secure
from bot.web_app.files import ServedFile
from bot.web_app.gallery import Gallery
from bot.web_app.limits import Allowance
from bot.web_app.ports import RoomsTable

NOTHING_THERE: Final = "/static/icon-512.png"
"""Shown in place of a board where none lies."""


class Preview:
    """Previews of rooms, in this ``language``.

    Their addresses begin with ``public``; where that is "", there is none that others know. Nobody is shown
    more than everybody in the room sees.
    """

    def __init__(self, table: RoomsTable, texts: Texts, gallery: Gallery, language: str, public: str) -> None:
        self._table = table
        self._texts = texts
        self._gallery = gallery
        self._language = language
        self._public = public
        self._tries = Allowance(burst=20, rate=0.5)

    def address(self, request: web.Request, room: str) -> str:
        """Where others find a room: the address that is known, else the one by which this reader found it."""
        here = f"{'https' if is_secure(request) else 'http'}://{request.host}"
        return f"{self._public or here}/r/{room}"

    def head(self, room: str, language: str) -> str:
        """The tags of a room's page that tell others what it is; none without an address for them."""
        if not self._public:
            return ""
        title = f"{room} · {self._texts.say(Phrase('web.title'), language)}"
        about = self._texts.say(Phrase("web.invitation"), language)
        told = {
            "og:type": "website",
            "og:site_name": self._texts.say(Phrase("web.title"), language),
            "og:title": title,
            "og:description": about,
            "og:url": f"{self._public}/r/{room}",
            "og:image": f"{self._public}/r/{room}/preview.png",
            "og:image:alt": self._texts.say(Phrase("web.board"), language),
        }
        tags = [f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items()]
        tags += [
            '<meta name="twitter:card" content="summary_large_image">',
            f'<meta name="description" content="{escape(about)}">',
        ]
        return "\n  ".join(tags)

    async def picture(self, request: web.Request, channel: Channel, caller: str) -> web.StreamResponse:
        """The board of a room as it stands, drawn once for each version."""
        if not self._tries.take(caller):
            raise web.HTTPTooManyRequests
        try:
            scene = await self._table.current(channel)
        except (StoreUnavailable, CorruptGame) as error:
            raise web.HTTPSeeOther(NOTHING_THERE) from error
        if scene is None or scene.picture is None:
            raise web.HTTPSeeOther(NOTHING_THERE)
        # Numbers and letters are for whoever decides.
        board = replace(
            scene.picture, kind=PictureKind.BOARD, view="whole", spots=(), letters=(), figures=(), events=(),
            seat=None, record=None, review=None,
        )  # fmt: skip
        try:
            hung = await self._gallery.hang(scene, board, self._language)
        except NotPainted as error:
            raise web.HTTPSeeOther(NOTHING_THERE) from error
        return ServedFile(hung.painted.content, hung.painted.mime, packed=False).answer(request)

    def code(self, request: web.Request, room: str) -> web.Response:
        """The room's address as a QR code."""
        drawn = BytesIO()
        code = segno.make(self.address(request, room), error="m", micro=False)
        code.save(drawn, kind="svg", dark="#000", light="#fff", xmldecl=False, omitsize=True, nl=False)
        return web.Response(
            body=drawn.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"}
        )
