"""Many at once: taps, workers and processes. Each version is followed by exactly one move."""

import asyncio
from pathlib import Path

import pytest

from bot.people import Channel
from bot.store import Change, Outcome, open_store
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import RedisServer, start_worker
from tests.bot.store.worker import CHANNEL

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_of_many_taps_on_one_version_one_is_a_move(store: RedisStore, channel: Channel) -> None:
    """A hundred different taps on the same version make one move."""
    await store.create(channel, "g1", Change(), over="", once="new")
    for version in range(1, 6):
        outcomes = await asyncio.gather(
            *(
                store.commit(
                    channel, "g1", version, Change(append=[f"{version}-{tap}"]), once=f"{version}-{tap}"
                )
                for tap in range(100)
            )
        )
        assert outcomes.count(Outcome.DONE) == 1
        assert outcomes.count(Outcome.STALE) == 99
        game = await store.load(channel)
        assert game is not None
        assert game.actions[-1] == f"{version}-{outcomes.index(Outcome.DONE)}"
        assert game.version == len(game.actions) + 1 == version + 1


async def test_of_many_deliveries_of_one_tap_one_is_a_move(store: RedisStore, channel: Channel) -> None:
    """The same tap delivered a hundred times is done once and repeated otherwise."""
    await store.create(channel, "g1", Change(), over="", once="new")
    outcomes = await asyncio.gather(
        *(store.commit(channel, "g1", 1, Change(append=["move"]), once="tap") for _ in range(100))
    )
    assert outcomes.count(Outcome.DONE) == 1
    assert outcomes.count(Outcome.REPEATED) == 99


async def test_of_many_new_games_one_is_made(store: RedisStore, channel: Channel) -> None:
    """Two people who start a game at once start one game."""
    outcomes = await asyncio.gather(
        *(store.create(channel, f"g{number}", Change(), over="", once=str(number)) for number in range(50))
    )
    assert outcomes.count(Outcome.DONE) == 1
    assert await store.version(channel) == (f"g{outcomes.index(Outcome.DONE)}", 1)


async def test_a_reader_never_sees_half_a_change(store: RedisStore, channel: Channel) -> None:
    """Header, actions and version that are read together belong together, also while games change."""
    await store.create(channel, "g1", Change(header={"n": "0"}), over="", once="new")

    async def write() -> None:
        for number in range(1, 101):
            change = Change(header={"n": str(number)}, append=[str(number)])
            if number % 10 == 0:
                await store.create(channel, f"h{number}", change, over=await current(), once=f"new {number}")
            else:
                game, version = await store.version(channel) or ("", 0)
                await store.commit(channel, game, version, change, once=str(number))

    async def current() -> str:
        return (await store.version(channel) or ("", 0))[0]

    async def read() -> None:
        while not writing.done():
            game = await store.load(channel)
            assert game is not None
            assert game.header["n"] == (game.actions[-1] if game.actions else "0")
            await asyncio.sleep(0)

    writing = asyncio.create_task(write())
    await asyncio.gather(writing, read(), read(), read())


async def test_processes_that_play_at_once_make_one_move_for_each_version(
    server: RedisServer, tmp_path: Path
) -> None:
    """Three workers with ten players each: who was told that the move was made made it, and nobody else."""
    store = await open_store(server.url, tmp_path)
    await store.create(CHANNEL, "g1", Change(), over="", once="new")
    workers = [start_worker("race", server.url, name=f"w{number}", count=15) for number in range(3)]
    told = [
        line.split()
        for worker in workers
        for line in (await asyncio.to_thread(worker.communicate))[0].splitlines()
    ]
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    game = await store.load(CHANNEL)
    await store.close()
    assert game is not None
    assert [move for _, move in sorted(told, key=lambda line: int(line[0]))] == list(game.actions)
    assert game.version == len(game.actions) + 1
    assert len(game.actions) > 3
