"""What keeping a move costs: ``python -m benchmarks.store [--json] [--moves N]``.

Moves are committed one after the other and twenty at once, with each way of writing them to the disk, on a
redis-server as the embedded store starts it; then a full game is loaded. Because machines and disks differ,
the table gives each way as a ratio to writing without waiting for the disk, measured in the same run.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter

from bot.people import Channel
from bot.store import Change
from bot.store.connection.link import Link
from bot.store.embedded.server import EmbeddedRedis
from bot.store.redis_store import RedisStore

FSYNC = ("always", "everysec", "no")
ROUNDS = 5
AT_ONCE = 20
FULL_GAME = 300


async def milliseconds(call: Callable[[int], Awaitable[object]], count: int) -> list[float]:
    """How long each of ``count`` calls took."""
    times = []
    for number in range(count):
        start = perf_counter()
        await call(number)
        times.append(1000 * (perf_counter() - start))
    return times


async def one_after_the_other(store: RedisStore, place: str, moves: int) -> list[float]:
    """Commit moves to one game."""
    channel = Channel("bench", (place,))
    await store.create(channel, "g", Change(), over="", once="new")
    return await milliseconds(
        lambda n: store.commit(channel, "g", n + 1, Change(append=[f"place {n},0 90"]), once=str(n)), moves
    )


async def at_once(store: RedisStore, place: str, moves: int) -> float:
    """Commit moves to twenty games at once; the milliseconds for each move."""
    start = perf_counter()
    await asyncio.gather(
        *(one_after_the_other(store, f"{place}-{number}", moves // AT_ONCE) for number in range(AT_ONCE))
    )
    return 1000 * (perf_counter() - start) / moves


async def measure(store: RedisStore, link: Link, moves: int) -> dict[str, float]:
    """Every figure, the ways of writing in turn so that all meet the same disturbances."""
    single: dict[str, list[float]] = {way: [] for way in FSYNC}
    many: dict[str, list[float]] = {way: [] for way in FSYNC}
    for turn in range(ROUNDS):
        for way in FSYNC:
            await link.ask("CONFIG", "SET", "appendfsync", way)
            single[way] += await one_after_the_other(store, f"{way}-{turn}", moves // ROUNDS)
            many[way].append(await at_once(store, f"{way}-many-{turn}", moves // ROUNDS))
    channel = Channel("bench", ("full",))
    actions = [f"place {number},{-number} 270" for number in range(FULL_GAME)]
    await store.create(channel, "g", Change(header={"seed": "5eed"}, append=actions), over="", once="new")
    figures = {f"commit_{way}_ms": statistics.median(single[way]) for way in FSYNC}
    figures |= {f"commit_{way}_p99_ms": statistics.quantiles(single[way], n=100)[98] for way in FSYNC}
    figures |= {f"commit_{way}_at_once_ms": statistics.median(many[way]) for way in FSYNC}
    figures["load_ms"] = statistics.median(await milliseconds(lambda _: store.load(channel), 200))
    figures["version_ms"] = statistics.median(await milliseconds(lambda _: store.version(channel), 200))
    for way in FSYNC:
        figures[f"commit_{way}_ratio"] = figures[f"commit_{way}_ms"] / figures["commit_no_ms"]
    return {name: round(value, 4) for name, value in figures.items()}


async def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one last line of JSON")
    parser.add_argument("--moves", type=int, default=1000, help="moves for each way of writing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = await EmbeddedRedis.start(Path(folder))
        link = Link.to(server.url)
        store = RedisStore(link, server=server)
        figures = await measure(store, link, max(options.moves, ROUNDS * AT_ONCE))
        await store.close()
    print(f"{'appendfsync':12} {'commit':>10} {'p99':>10} {'20 at once':>12} {'ratio':>7}")
    for way in FSYNC:
        print(
            f"{way:12} {figures[f'commit_{way}_ms']:7.3f} ms {figures[f'commit_{way}_p99_ms']:7.3f} ms "
            f"{figures[f'commit_{way}_at_once_ms']:9.3f} ms {figures[f'commit_{way}_ratio']:7.2f}"
        )
    print(f"load a game of {FULL_GAME} actions: {figures['load_ms']:.3f} ms")
    print(f"ask for its version: {figures['version_ms']:.3f} ms")
    if options.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    asyncio.run(main())
