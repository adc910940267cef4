"""What the doctor says of the address under which people find the board."""

import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web

from bot.clock import SystemClock
from bot.doors.passes import PassOffice
from bot.doors.reception import Reception
from bot.finding import Grade
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.boards import check
from tests.bot.doors.framing import over_tls, vouched
from tests.bot.telegram_app.scripted import OneColour


@dataclass
class Proxy:
    """A certificate, who trusts it, and a web table to lead to."""

    context: ssl.SSLContext
    trusted: ssl.SSLContext
    site: str

    async def said(self, site: str, *, trusted: bool = True) -> tuple[Grade, str]:
        """The finding about the board of a site behind the proxy."""
        async with over_tls(site, self.context) as port:
            board = f"https://localhost:{port}/board/"
            (found,) = [each async for each in check(board, self.trusted if trusted else True)]
            return found.grade, found.text.replace(board, "BOARD")


@pytest.fixture
async def proxy(tmp_path: Path, store: RedisStore, texts: Texts) -> AsyncIterator[Proxy]:
    """A web table that may be framed, behind a proxy."""
    table = Table(store, SystemClock())
    app = WebApp(
        host="127.0.0.1", port=0, table=table, texts=texts, painter=OneColour(),
        reception=Reception(PassOffice(store.passes), {}), frames=["https://web.telegram.org"],
    )  # fmt: skip
    context = vouched(tmp_path)
    trusted = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
    yield Proxy(context, trusted, await app.start())
    await app.stop()


async def test_a_board_that_people_reach(proxy: Proxy) -> None:
    """The page and its line both answer."""
    assert await proxy.said(proxy.site) == (Grade.OK, "BOARD answers over TLS, WebSockets included.")


async def test_a_certificate_that_no_browser_takes(proxy: Proxy) -> None:
    """The operator would be asked to trust it; Telegram asks nobody."""
    said = (Grade.BAD, "BOARD has no certificate that a browser takes.")
    assert await proxy.said(proxy.site, trusted=False) == said


@pytest.mark.parametrize(
    ("status", "text", "headers", "grade", "told"),
    [
        (502, "", {}, Grade.NOTE, "BOARD answers 502: is the bot running, and does the proxy find it?"),
        (404, "", {}, Grade.BAD, "BOARD is another page (status 404)."),
        (200, "Welcome to nginx!", {}, Grade.BAD, "BOARD is another page (status 200)."),
        (200, 'data-kind="board"', {"X-Frame-Options": "DENY"}, Grade.BAD, "the proxy adds X-Frame-Options"),
        (200, 'data-kind="board"', {}, Grade.BAD, "the proxy lets no WebSockets through"),
    ],
)
async def test_what_stands_in_the_way(  # noqa: PLR0917  what is answered, and what is said of it
    proxy: Proxy, status: int, text: str, headers: dict[str, str], grade: Grade, told: str
) -> None:
    """A proxy that leads elsewhere, or keeps something back."""

    async def answer(request: web.Request) -> web.Response:
        found = request.path == "/board/"
        return web.Response(status=status if found else 404, text=text, headers=headers)

    application = web.Application()
    application.router.add_get("/{anything:.*}", answer)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    said = await proxy.said(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    await runner.cleanup()
    assert said[0] is grade
    assert said[1].startswith(told)
