"""A web table on a free port, over the scripted table."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.texts import Texts
from bot.web_app import WebApp
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
