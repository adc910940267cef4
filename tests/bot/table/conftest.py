"""A club with an emulated store for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from tests.bot.table.club import Club, Counter, Hands


class Strict(Texts):
    """Catalogues that do not put up with a missing text."""

    def _note_missing(self, language: str, key: str) -> None:
        raise AssertionError(f"{key} is missing in {language}")


@pytest.fixture(scope="session")
def texts() -> Texts:
    """The catalogues."""
    return Strict.load()


@pytest.fixture
async def club(tmp_path: Path, texts: Texts) -> AsyncIterator[Club]:
    """A club room whose games are forgotten afterwards."""
    store = await open_store("memory://", tmp_path)
    clock = Hands()
    yield Club(Table(store, clock, Counter()), store, texts, clock)
    await store.close()
