"""Suggestions come in time or not at all, with the real table over a real store."""

import asyncio
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog

from bot.clock import SystemClock
from bot.discord_app.app import DiscordApp
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour
from tests.bot.discord_app.stage import Stage
from tests.bot.store.redis_server import RedisServer
from tests.discord_server import DiscordServer


@dataclass
class Evening:
    """Two people at a game, and the server on which it is kept."""

    stage: Stage
    redis: RedisServer

    async def suggested(self) -> list[str]:
        """What the one whose turn it is is offered as spots."""
        stage = self.stage
        offered = await stage.server.complete(stage.mover, stage.channel, "place", "spot", spot="")
        return [choice["value"] for choice in offered]


@pytest.fixture
async def evening(texts: Texts, tmp_path: Path) -> AsyncIterator[Evening]:
    """A game in its first turn."""
    redis = RedisServer(tmp_path / "redis")
    redis.start()
    store = await open_store(redis.url, tmp_path)
    async with DiscordServer() as server:
        app = DiscordApp(
            token=server.token, api_base=server.api_base, gateway=server.gateway,
            table=Table(store, SystemClock()), texts=texts, painter=OneColour(), language="en",
        )  # fmt: skip
        await app.start()
        stage = Stage(server)
        await stage.open(order="joined")
        await stage.play(stage.bo, "join")
        await stage.play(stage.ann, "start")
        yield Evening(stage, redis)
        redis.send(signal.SIGCONT)
        await app.stop()
    await store.close()
    redis.stop()


async def test_a_store_that_is_away_costs_the_suggestions_and_no_more(evening: Evening) -> None:
    """Discord gets its answer in time, an empty one; the log has one line; later all is as before."""
    spots = await evening.suggested()
    assert "1" in spots
    evening.redis.send(signal.SIGSTOP)
    with structlog.testing.capture_logs() as logs:
        async with asyncio.timeout(60):
            assert await evening.suggested() == []
    (entry,) = [entry for entry in logs if entry["event"] == "no suggestions"]
    assert (entry["log_level"], entry["command"], entry["error"]) == ("warning", "place", "no answer in time")
    assert "exc_info" not in entry
    evening.redis.send(signal.SIGCONT)
    assert await evening.suggested() == spots


async def test_a_damaged_game_suggests_nothing(evening: Evening) -> None:
    """It is known what is wrong, so the log has one line of it."""
    with evening.redis.client() as client:
        (key,) = client.keys("*:game:*")
        client.hset(key, "people", "nonsense")
        client.hincrby(key, "_version", 1)
    with structlog.testing.capture_logs() as logs:
        assert await evening.suggested() == []
    (entry,) = [entry for entry in logs if entry["event"] == "no suggestions"]
    assert entry["log_level"] == "warning"
    assert "exc_info" not in entry
