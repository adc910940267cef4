"""A file that Discord does not give costs its sender one more try, and nobody a defect."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord
import pytest
import structlog
from aiohttp import web
from discord.http import Route

from bot.discord_app import desk
from bot.discord_app.app import DiscordApp
from bot.discord_app.desk import fetched
from bot.fetching import NotFetched
from bot.request import LARGEST_FILE, Upload
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour, ScriptedTable
from tests.bot.discord_app.stage import Stage
from tests.discord_server import DiscordServer, Payload

if TYPE_CHECKING:
    from discord.types.message import Attachment as AttachmentPayload


@dataclass
class Shelf:
    """A place for files, and a client of the library that can fetch them."""

    client: discord.Client
    url: str
    status: int = 200
    content: bytes = b"{}"
    told: int = 2
    cut: bool = False
    silence: asyncio.Event = field(default_factory=asyncio.Event)
    silent: bool = False
    moved: bool = False
    endless: bool = False
    sent: int = 0

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Give the file, or do not."""
        if self.silent:
            await self.silence.wait()
        if self.moved:
            raise web.HTTPFound("/game.json")
        if self.endless:
            return await self._go_on(request)
        if not self.cut:
            return web.Response(status=self.status, body=self.content)
        response = web.StreamResponse(headers={"Content-Length": str(len(self.content) + 1)})
        await response.prepare(request)
        await response.write(self.content)
        if request.transport is not None:
            request.transport.abort()
        return response

    async def _go_on(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        with suppress(ConnectionError):
            while True:
                await response.write(b" " * 4096)
                self.sent += 4096
        return response

    async def fetched(self) -> Upload:
        """The file, as it is told of in a command."""
        told: AttachmentPayload = {
            "id": 5,
            "filename": "game.json",
            "size": self.told,
            "url": self.url,
            "proxy_url": self.url,
        }
        return await fetched(discord.Attachment(data=told, state=self.client._connection))


@pytest.fixture
async def shelf(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Shelf]:
    """A shelf on this machine."""
    app = web.Application()
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    async with DiscordServer() as server, discord.Client(intents=discord.Intents.none()) as client:
        monkeypatch.setattr(Route, "BASE", server.api_base)
        await client.login(server.token)
        shelf = Shelf(client, "")
        app.router.add_get("/game.json", shelf.handle)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        shelf.url = f"http://127.0.0.1:{runner.addresses[0][1]}/game.json"
        yield shelf
        shelf.silence.set()
        await runner.cleanup()


async def test_a_file_is_fetched(shelf: Shelf) -> None:
    """Its content comes with its size."""
    assert await shelf.fetched() == Upload(2, b"{}")


async def test_a_large_file_is_not_even_fetched(shelf: Shelf) -> None:
    """What is larger than any record is left where it is."""
    shelf.told, shelf.status = LARGEST_FILE + 1, 404
    assert await shelf.fetched() == Upload(LARGEST_FILE + 1)


async def test_a_file_that_is_larger_than_told_is_large(shelf: Shelf) -> None:
    """Discord's word for its size is not needed."""
    shelf.content = b" " * (LARGEST_FILE + 1)
    assert await shelf.fetched() == Upload(LARGEST_FILE + 1)


async def assert_not_fetched(shelf: Shelf) -> None:
    """No file, and one line in the log."""
    with structlog.testing.capture_logs() as logs, pytest.raises(NotFetched):
        await shelf.fetched()
    (entry,) = logs
    assert (entry["event"], entry["log_level"], "exc_info" in entry) == ("file not fetched", "warning", False)
    assert entry["error"]
    assert shelf.url not in str(entry)


async def test_a_file_without_an_end_is_large(shelf: Shelf) -> None:
    """No more of it is read than what a record could have, and what was on its way."""
    shelf.endless = True
    upload = await shelf.fetched()
    assert upload.size > LARGEST_FILE
    assert upload.content == b""
    assert shelf.sent < 100 * LARGEST_FILE


async def test_nobody_is_followed_elsewhere(shelf: Shelf) -> None:
    """A file lies where Discord says, or nowhere: another address may be one of our own network."""
    shelf.moved = True
    await assert_not_fetched(shelf)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/game.json",
        "file:///etc/passwd",
        "nowhere",
        "",
        "http://",
        "http://a:99999/",
        "http://[/",
    ],
)
async def test_what_is_no_address_is_told(shelf: Shelf, url: str) -> None:
    """Whatever stands there, the person is asked to send the file once more."""
    shelf.url = url
    with pytest.raises(NotFetched):
        await shelf.fetched()


@pytest.mark.parametrize("status", [204, 206, 304, 403, 404, 410, 429, 500])
async def test_a_refused_file_is_told(shelf: Shelf, status: int) -> None:
    """Its address may be too old, or its message deleted."""
    shelf.status = status
    await assert_not_fetched(shelf)


async def test_a_file_that_breaks_off_is_told(shelf: Shelf) -> None:
    """Half a file is none."""
    shelf.cut = True
    await assert_not_fetched(shelf)


async def test_a_file_is_not_waited_for_long(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person waits for an answer."""
    monkeypatch.setattr(desk, "FETCHED_WITHIN", 0.1)
    shelf.silent = True
    await assert_not_fetched(shelf)


async def test_a_file_where_nobody_is_is_told(shelf: Shelf, unused_tcp_port: int) -> None:
    """The connection is refused."""
    shelf.url = f"http://127.0.0.1:{unused_tcp_port}/game.json"
    await assert_not_fetched(shelf)


async def test_the_sender_is_asked_to_send_it_once_more(texts: Texts, table: ScriptedTable) -> None:
    """In private and in their language; nothing is asked of the table, and it is no defect of ours."""
    async with DiscordServer() as server:
        app = DiscordApp(
            token=server.token, api_base=server.api_base, gateway=server.gateway,
            table=table, texts=texts, painter=OneColour(), language="en",
        )  # fmt: skip
        await app.start()
        stage = Stage(server)
        stage.ann["locale"] = "pl"
        address = server.api_base.removesuffix("/api/v10") + "/attachments/1/2/game.json"
        file: Payload = {"id": "5", "filename": "game.json", "size": 9, "url": address, "proxy_url": address}
        with structlog.testing.capture_logs() as logs:
            tap = await server.command(stage.ann, stage.channel, "import", file=file)
            answer = server.world.messages[int(stage.channel["id"])][tap.response or 0]
            await server.until(lambda: bool(answer["content"]))
            await app.stop()
        assert answer["content"] == "Nie udało się pobrać pliku z Discorda. Wyślij go jeszcze raz."
        assert [entry["event"] for entry in logs] == ["file not fetched"]
        assert table.requests == []
        assert not server.problems
