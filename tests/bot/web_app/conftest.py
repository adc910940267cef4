"""Web tables on free ports, over the scripted table and the real one, and a browser to look at them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.clock import SystemClock
from bot.painting.painters import Painters
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.table.club import Counter
from tests.bot.web_app.browser import chromium
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable, texts_with_sentences


@pytest.fixture
def table() -> ScriptedTable:
    """A table of sixty spots."""
    return ScriptedTable()


@pytest.fixture
def painter() -> ScriptedPainter:
    """A painter that notes what it painted."""
    return ScriptedPainter()


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Texts:
    """The catalogues and the script's own sentences."""
    folder: Path = tmp_path_factory.mktemp("texts")
    return texts_with_sentences(folder)


@pytest.fixture
async def site(table: ScriptedTable, painter: ScriptedPainter, texts: Texts) -> AsyncIterator[str]:
    """The address of a running web table."""
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    yield await app.start()
    await app.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests here of a file; each visitor has a profile of their own."""
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def real(tmp_path: Path) -> AsyncIterator[str]:
    """A room of a web table with the real use cases, pictures and store."""
    store = await open_store("memory://", tmp_path)
    texts = Texts.load()
    painter = Painters(texts)
    table = Table(store, SystemClock(), Counter())
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    yield f"{await app.start()}r/friday"
    await app.stop()
    await painter.close()
    await store.close()
