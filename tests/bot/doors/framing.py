"""A page in a frame of others, all under their real names: without a network, by a certificate of our own."""

import asyncio
import ssl
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from aiohttp import web
from playwright.async_api import Page, Request, Route

from tests.bot.certificate import certificate


def vouched(folder: Path) -> ssl.SSLContext:
    """What a server needs for a certificate that nobody vouches for."""
    files = certificate(folder)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(files.made, files.key)
    return context


@asynccontextmanager
async def over_tls(site: str, context: ssl.SSLContext) -> AsyncIterator[int]:
    """The port at which a site is there over TLS, too, as behind a proxy."""
    address = urlsplit(site)

    async def connected(reader: StreamReader, writer: StreamWriter) -> None:
        behind, before = await asyncio.open_connection(address.hostname, address.port)
        await asyncio.gather(_passed_on(reader, before), _passed_on(behind, writer))

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def _passed_on(source: StreamReader, to: StreamWriter) -> None:
    try:
        while data := await source.read(65536):
            to.write(data)
            await to.drain()
    except ConnectionError:
        pass
    finally:
        to.close()


@asynccontextmanager
async def page_around(html: str, context: ssl.SSLContext) -> AsyncIterator[int]:
    """The port of a server over TLS that has one page."""

    async def shown(_: web.Request) -> web.Response:
        return web.Response(text=html, content_type="text/html")

    application = web.Application()
    application.router.add_get("/{anything:.*}", shown)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


@asynccontextmanager
async def named(folder: Path, site: str, name: str, around: Mapping[str, str]) -> AsyncIterator[list[str]]:
    """A site by this name, and pages ``around`` it by theirs: the flags with which a browser finds them."""
    context = vouched(folder)
    async with AsyncExitStack() as stack:
        ports = {name: await stack.enter_async_context(over_tls(site, context))}
        for other, html in around.items():
            ports[other] = await stack.enter_async_context(page_around(html, context))
        rules = ",".join(f"MAP {name}:443 127.0.0.1:{port}" for name, port in ports.items())
        yield [f"--host-resolver-rules={rules}", "--ignore-certificate-errors"]


def fetched(page: Page) -> list[str]:
    """What a page and its frames ask for from now on: the last part of the address, of a picture its kind."""
    asked: list[str] = []

    def note(request: Request) -> None:
        name = PurePosixPath(urlsplit(request.url).path).name
        asked.append(name.split("-")[1] if "-" in name else name)

    page.on("request", note)
    page.on("websocket", lambda _: asked.append("socket"))
    return asked


def after(asked: list[str], *names: str) -> Callable[[Route], Awaitable[None]]:
    """Has something come only when all of these have been asked for, which so wait for nothing of it."""

    async def late(route: Route) -> None:
        async with asyncio.timeout(60):
            while not {*names} <= {*asked}:
                await asyncio.sleep(0.01)
        await route.continue_()

    return late
