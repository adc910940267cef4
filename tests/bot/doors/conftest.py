"""A store in memory for doors, and the Bot API server of the Telegram tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import open_store
from bot.store.redis_store import RedisStore
from tests.bot.telegram_app.conftest import painter, scripted, server, start, texts, world

__all__ = ["painter", "scripted", "server", "start", "texts", "world"]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[RedisStore]:
    """A store in memory."""
    opened = await open_store("memory://", tmp_path)
    yield opened
    await opened.close()
