"""Redis is killed while people play: every move that was acknowledged is there, and none is there twice."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store import open_store
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import RedisServer, start_worker
from tests.bot.store.worker import CHANNEL

MOVES = 600


async def test_no_acknowledged_move_is_lost_or_doubled_when_redis_is_killed(
    server: RedisServer, tmp_path: Path
) -> None:
    """Three kills under load: the record is exactly the acknowledged moves, in order."""
    player = start_worker("append", server.url, count=MOVES)
    assert player.stdout is not None
    told: list[str] = []
    for stop in (MOVES // 4, MOVES // 2, 3 * MOVES // 4):
        while len(told) < stop:
            told.append((await asyncio.to_thread(player.stdout.readline)).split()[1])
        server.kill()
        await asyncio.to_thread(server.start)
    told += [line.split()[1] for line in (await asyncio.to_thread(player.communicate))[0].splitlines()]
    assert player.returncode == 0
    server.kill()
    server.start()
    store = await open_store(server.url, tmp_path)
    game = await store.load(CHANNEL)
    await store.close()
    assert game is not None
    assert list(game.actions) == told == [f"move-{number}" for number in range(MOVES)]
    assert game.version == MOVES + 1


async def test_no_acknowledged_move_is_lost_when_bot_and_redis_are_killed(
    server: RedisServer, connect: Callable[..., RedisStore]
) -> None:
    """Both die in the middle of a move: what was told is there, and at most the one move nobody heard of."""
    player = start_worker("append", server.url, count=100_000)
    assert player.stdout is not None
    told = [(await asyncio.to_thread(player.stdout.readline)).split()[1] for _ in range(200)]
    server.kill()
    player.kill()
    told += [line.split()[1] for line in (await asyncio.to_thread(player.communicate))[0].splitlines()]
    server.start()
    game = await connect(server.url).load(CHANNEL)
    assert game is not None
    assert list(game.actions[: len(told)]) == told
    assert len(game.actions) - len(told) in {0, 1}
    assert len(set(game.actions)) == len(game.actions)


@pytest.mark.parametrize("torn", [1, 40, 400])
async def test_a_torn_end_of_the_file_costs_only_what_was_torn(
    server: RedisServer, connect: Callable[..., RedisStore], torn: int
) -> None:
    """A change of which only a part is on the disk is not there at all; everything before it is."""
    player = start_worker("append", server.url, count=30)
    await asyncio.to_thread(player.communicate)
    server.kill()
    (file,) = (server.folder / "appendonlydir").glob("*.incr.aof")
    content = file.read_bytes()
    file.write_bytes(content[:-torn])
    server.start()
    game = await connect(server.url).load(CHANNEL)
    assert game is not None
    assert list(game.actions) == [f"move-{number}" for number in range(game.version - 1)]
    assert 25 <= game.version - 1 < 30
