"""A cluster, and a primary under Sentinels, that speak TLS alone: games go on when another takes over."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bot.people import Channel
from bot.store import Change, Outcome, StoreUnavailable, open_store
from bot.store.keys import ChannelKeys
from bot.store.redis_store import RedisStore
from tests.bot.certificate import certificate
from tests.bot.store.redis_cluster import RedisCluster, Sentinels, soon
from tests.bot.store.redis_server import RedisServer
from tests.bot.store.told import told

Several = RedisCluster | Sentinels


@pytest.fixture(params=[RedisCluster, Sentinels])
def several(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Several]:
    """Servers of the test's own."""
    made: Callable[..., Several] = request.param
    servers = made(tmp_path, certificate=certificate(tmp_path))
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


@pytest.fixture
async def store(several: Several, tmp_path: Path) -> AsyncIterator[RedisStore]:
    """A store on them, which waits until a replica has each move."""
    opened = await open_store(f"{several.url}&wait_replicas=1", tmp_path / "data", patience=15)
    yield opened
    await opened.close()


def primary(several: Several, channel: Channel) -> RedisServer:
    """The server that has a channel's game."""
    if isinstance(several, Sentinels):
        return several.current()
    return several.primary_of(ChannelKeys(channel).current)


async def move(store: RedisStore, channel: Channel, number: int) -> None:
    """Make a move, however long that takes."""
    async with asyncio.timeout(60):
        while True:
            try:
                game = await store.version(channel)
                assert game is not None
                change = Change(append=[f"move {number}"])
                outcome = await store.commit(channel, "g1", game[1], change, once=str(number))
            except StoreUnavailable:
                await asyncio.sleep(0.05)
            else:
                assert outcome is not Outcome.STALE
                return


async def test_another_takes_over(several: Several, store: RedisStore, channel: Channel) -> None:
    """Whoever has the game dies between two moves; both are there afterwards."""
    await store.create(channel, "g1", Change(), over="", once="new")
    await move(store, channel, 1)
    before = primary(several, channel)
    before.kill()
    soon(lambda: primary(several, channel) is not before)
    before.start()
    await move(store, channel, 2)
    game = await store.load(channel)
    assert game is not None
    assert list(game.actions) == ["move 1", "move 2"]


async def test_whom_nobody_vouches_for_is_not_trusted(several: Several, tmp_path: Path) -> None:
    """Without the authority's file the bot does not start, and says what to do."""
    text = await told(several.url.partition("?")[0], tmp_path / "data")
    assert "?ssl_ca_certs=FILE names its authority" in text
    assert len(text) < 400
