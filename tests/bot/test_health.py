"""``python -m bot health``: what it asks, and what it makes of the answers."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.operations.health import Unhealthy, check
from bot.settings import Settings, load_settings
from bot.store.embedded.server import EmbeddedRedis


@pytest.fixture
def set_up(monkeypatch: pytest.MonkeyPatch) -> "SetUp":
    """Makes settings out of an environment."""
    return SetUp(monkeypatch)


class SetUp:
    """Settings as an operator gives them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, **environment: str) -> Settings:
        """Read the settings from this environment alone."""
        for name, value in {"TELEGRAM_TOKEN": "1:a", **environment}.items():
            self._monkeypatch.setenv(name, value)
        return load_settings(None)


@asynccontextmanager
async def answering(status: int) -> AsyncIterator[str]:
    """A server on a free port whose ``/health`` has this status; its host and port."""
    application = web.Application()

    async def health(_: web.Request) -> web.Response:
        return web.Response(status=status)

    application.router.add_get("/health", health)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield "{}:{}".format(*runner.addresses[0][:2])
    await runner.cleanup()


@asynccontextmanager
async def redis(folder: Path) -> AsyncIterator[str]:
    """A real redis-server on a private socket; its URL."""
    server = await EmbeddedRedis.start(folder)
    yield server.url
    await server.close()


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


async def test_a_web_table_that_answers_is_healthy(set_up: SetUp) -> None:
    """With the embedded store the web table's word is enough."""
    async with answering(200) as address:
        await check(set_up(BASTIDE_WEB=address))


async def test_any_address_is_asked_on_this_machine(set_up: SetUp) -> None:
    """A web table that listens everywhere, as in a container, is asked on the loopback address."""
    async with answering(200) as address:
        await check(set_up(BASTIDE_WEB=f"0.0.0.0:{address.partition(':')[2]}"))


async def test_a_bot_that_cannot_serve_is_unhealthy(set_up: SetUp) -> None:
    """The status of ``/health`` decides."""
    async with answering(503) as address:
        with pytest.raises(Unhealthy, match=r"cannot serve now \(status 503\)\.$"):
            await check(set_up(BASTIDE_WEB=address))


async def test_nobody_there_is_unhealthy(set_up: SetUp) -> None:
    """A port where nothing listens is told in one sentence."""
    with pytest.raises(Unhealthy, match=r"^The web table at http://127\.0\.0\.1:\d+/health does not answer"):
        await check(set_up(BASTIDE_WEB=f"127.0.0.1:{free_port()}"))


async def test_a_store_that_answers_is_healthy(set_up: SetUp, tmp_path: Path) -> None:
    """Without a web table the store alone is asked."""
    async with redis(tmp_path) as url:
        await check(set_up(REDIS_URL=url, BASTIDE_WEB="off"))


async def test_an_absent_store_is_unhealthy(set_up: SetUp) -> None:
    """A web table that answers does not hide that the store is away, and no password is shown."""
    async with answering(200) as address:
        settings = set_up(REDIS_URL=f"redis://:s3cret@127.0.0.1:{free_port()}/0", BASTIDE_WEB=address)
        with pytest.raises(Unhealthy, match=r"^The store redis://") as caught:
            await check(settings, patience=0.3)
    assert "s3cret" not in str(caught.value)


async def test_nothing_to_ask_is_unhealthy(set_up: SetUp) -> None:
    """An embedded store without web table cannot be judged, which is not taken for health."""
    with pytest.raises(Unhealthy, match=r"^Nothing can be asked"):
        await check(set_up(BASTIDE_WEB="off"))
