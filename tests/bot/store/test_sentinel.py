"""A primary and its replicas under Sentinels: another takes over, and the bot goes on with it."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from bot.errors import StartError
from bot.people import Channel
from bot.store import Change, Outcome, StoreUnavailable, open_store
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_cluster import Sentinels, soon
from tests.bot.store.told import told

Connect = Callable[..., RedisStore]


@pytest.fixture
def sentinels(tmp_path: Path) -> Iterator[Sentinels]:
    """A set of the test's own."""
    sentinels = Sentinels(tmp_path)
    try:
        sentinels.start()
        yield sentinels
    finally:
        sentinels.stop()


async def test_another_takes_over(sentinels: Sentinels, tmp_path: Path, channel: Channel) -> None:
    """The primary and then one of three Sentinels die while somebody plays: every move told is there."""
    store = await open_store(f"{sentinels.url}?wait_replicas=1", tmp_path, patience=15)
    assert store.describe() == sentinels.url
    await store.create(channel, "g1", Change(), over="", once="new")
    told: list[str] = []
    done = asyncio.Event()

    async def play() -> None:
        while not done.is_set():
            move = str(len(told))
            try:
                version = (await store.version(channel) or ("", 0))[1]
                outcome = await store.commit(channel, "g1", version, Change(append=[move]), once=move)
            except StoreUnavailable:
                await asyncio.sleep(0.05)
                continue
            assert outcome in {Outcome.DONE, Outcome.REPEATED}
            told.append(move)

    playing = asyncio.create_task(play())
    await asyncio.sleep(0.2)
    await asyncio.to_thread(sentinels.primary.kill)
    await asyncio.to_thread(soon, lambda: sentinels.current() is not sentinels.primary)
    # The others are enough for whoever asks; they are not for an election that has to be quick.
    sentinels.processes[1].kill()
    before = len(told)
    async with asyncio.timeout(60):
        while len(told) < before + 5 and not playing.done():
            await asyncio.sleep(0.02)
    done.set()
    await playing
    game = await store.load(channel)
    assert game is not None
    assert list(game.actions) == told
    await store.close()


async def test_whoever_looks_after_nothing_is_told(
    sentinels: Sentinels, connect: Connect, tmp_path: Path
) -> None:
    """A wrong name, a Sentinel that is none, and a Sentinel in the place of a server have a sentence each."""
    for url, advice in (
        (sentinels.url.replace("/games/", "/other/"), "know no primary of that name"),
        (f"redis+sentinel://:s3cret@127.0.0.1:{sentinels.primary.port}/games", "cannot be used now"),
        ("redis+sentinel://127.0.0.1:1,127.0.0.1:2/games", "No Sentinel answers there"),
        (f"redis://127.0.0.1:{sentinels.ports[0]}", "It is a Sentinel (redis+sentinel://"),
    ):
        async with asyncio.timeout(60):
            text = await told(url, tmp_path)
        assert advice in text
        assert len(text) < 400


async def test_sentinels_without_tls_are_told(sentinels: Sentinels, tmp_path: Path) -> None:
    """Whoever waits there for the server to shake hands reads why nothing comes."""
    with pytest.raises(StartError, match="speak no TLS there"):
        await open_store(sentinels.url.replace("redis+", "rediss+"), tmp_path, patience=4)


async def test_sentinels_that_want_a_password_are_told(sentinels: Sentinels, tmp_path: Path) -> None:
    """Who has none, or another one, reads where it belongs; who has it plays."""
    for port in sentinels.ports:
        with Redis(port=port) as client:
            client.execute_command("ACL", "SETUSER", "default", ">s3cret")
    for given in ("", "?sentinel_password=other"):
        assert "The Sentinels want a password" in await told(f"{sentinels.url}{given}", tmp_path)
    await (await open_store(f"{sentinels.url}?sentinel_password=s3cret", tmp_path, patience=15)).close()
