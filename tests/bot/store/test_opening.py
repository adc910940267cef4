"""From a setting to a store that answers, or to one sentence that says why not."""

import asyncio
import logging
from collections.abc import Callable
from importlib import util
from pathlib import Path

import pytest

from bot.errors import StartError
from bot.people import Channel
from bot.store import Change, open_store, opening
from bot.store.connection.link import without_password
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import RedisServer, free_port


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://h", "redis://h"),
        ("redis://h:6380/1", "redis://h:6380/1"),
        ("redis://:secret@h:6380/1", "redis://h:6380/1"),
        ("rediss://ann:se%40cret@h/1?password=secret", "rediss://ann@h/1"),
        ("redis://ann@[::1]:6379", "redis://ann@[::1]:6379"),
        ("unix:///run/redis.sock?db=1&password=secret", "unix:///run/redis.sock"),
    ],
)
def test_a_password_is_never_shown(url: str, shown: str) -> None:
    """The address is told without passwords and options."""
    assert without_password(url) == shown


@pytest.mark.parametrize("url", ["http://h", "redis://:se/cret@h:1x/0", "nonsense", "redis://h:secret"])
async def test_an_address_that_is_none_is_told_without_repeating_it(url: str, tmp_path: Path) -> None:
    """One sentence names the setting and what it should be, never what it is."""
    with pytest.raises(StartError, match=r"^REDIS_URL is no usable") as caught:
        await open_store(url, tmp_path)
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None


async def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    """After some patience, one sentence with the address."""
    url = f"redis://127.0.0.1:{free_port()}/0"
    with pytest.raises(StartError, match=rf"^The store {url} cannot be used now: .*failed"):
        await open_store(url, tmp_path, patience=0.3)


async def test_a_server_on_a_socket_is_used(
    start_server: Callable[..., RedisServer], tmp_path: Path, channel: Channel
) -> None:
    """unix:// works as redis:// does."""
    start_server(unixsocket=str(tmp_path / "s.sock"))
    store = await open_store(f"unix://{tmp_path}/s.sock", tmp_path)
    await store.create(channel, "g1", Change(), over="", once="new")
    assert store.describe() == f"unix://{tmp_path}/s.sock"
    await store.close()


@pytest.mark.parametrize(
    ("options", "warnings"),
    [
        ({}, []),
        ({"appendonly": "no", "appendfsync": "no"}, ["appendonly no"]),
        ({"appendfsync": "everysec"}, ["appendfsync everysec"]),
        ({"maxmemory": "100mb", "maxmemory-policy": "allkeys-lru"}, ["maxmemory-policy to noeviction"]),
        ({"maxmemory-policy": "allkeys-lru"}, []),
    ],
)
async def test_settings_that_could_lose_games_are_told(
    start_server: Callable[..., RedisServer],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    options: dict[str, str],
    warnings: list[str],
) -> None:
    """Each risk is one warning in the log, and settings without a risk are none."""
    store = await open_store(start_server(**options).url, tmp_path)
    await store.close()
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(told) == len(warnings)
    for sentence, part in zip(told, warnings, strict=True):
        assert part in sentence


async def test_a_server_that_may_not_be_asked_is_used_all_the_same(
    server: RedisServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Many hosted servers forbid CONFIG: that is a line in the log, no warning."""
    caplog.set_level(logging.INFO)
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "-config")
    store = await open_store(server.url, tmp_path)
    await store.close()
    assert "cannot be asked" in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_memory_is_for_trying_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The emulated store warns, keeps nothing and writes nothing; two of them are apart."""
    first = await open_store("memory://", tmp_path)
    assert "never use it for real games" in caplog.text
    assert first.describe() == "memory://"
    channel = Channel("web", ("room",))
    await first.create(channel, "g1", Change(), over="", once="new")
    second = await open_store("memory://", tmp_path)
    assert await second.load(channel) is None
    await first.close()
    await second.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("missing", ["fakeredis", "lupa"])
async def test_memory_without_its_packages_is_told(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says what to install."""
    monkeypatch.setattr(opening, "find_spec", lambda name: None if name == missing else util.find_spec(name))
    with pytest.raises(StartError, match=r"fakeredis\[lua\]"):
        await open_store("memory://", tmp_path)


async def test_indexes_are_complete_after_opening(
    server: RedisServer, connect: Callable[..., RedisStore], tmp_path: Path
) -> None:
    """A bot that was killed between a game and its index finds the game at the next start."""
    channels = [Channel("discord", ("1", str(number))) for number in range(600)]
    store = connect(server.url)
    change = Change(people=["discord:9"])
    for start in range(0, 600, 50):
        batch = channels[start : start + 50]
        await asyncio.gather(*(store.create(channel, "g1", change, over="", once="new") for channel in batch))
    with server.client() as client:
        client.delete("bastide:channels:discord", "bastide:games:discord:9")
    again = await open_store(server.url, tmp_path)
    assert len(await again.games_of("discord:9")) == 600
    assert sorted([str(each) async for each in again.channels("discord")]) == sorted(map(str, channels))
    await again.close()
