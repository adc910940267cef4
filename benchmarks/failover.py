"""How many acknowledged moves a failover loses, by settings: ``python -m benchmarks.failover [ROUNDS]``.

Eight channels move as fast as they can on a primary with one replica. *killed*: the primary gets SIGKILL, and
the replica takes over with what it has. *cut off*: the replica takes over while the primary still serves for
three seconds those who have not heard of it, as in a partition; then it dies.
"""

import asyncio
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from redis import Redis
from redis.exceptions import ResponseError

from bot.people import Channel
from bot.store import Change, Outcome, StoreUnavailable
from bot.store.connection.link import Link
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import RedisServer, until

CHANNELS = [Channel("discord", ("1", str(number))) for number in range(8)]
SETTINGS: Mapping[str, tuple[str, dict[str, str]]] = {
    "nothing": ("", {}),
    "min-replicas-to-write 1": ("", {"min-replicas-to-write": "1", "min-replicas-max-lag": "1"}),
    "wait_replicas=1": ("?wait_replicas=1", {}),
}


async def play(store: RedisStore, channel: Channel, told: list[str]) -> None:
    """Move for ever; ``told`` gets each move that is acknowledged."""
    number = 0
    while True:
        number += 1
        try:
            version = (await store.version(channel) or ("", 0))[1]
            change = Change(append=[str(number)])
            if await store.commit(channel, "g1", version, change, once=str(number)) is Outcome.DONE:
                told.append(str(number))
        except StoreUnavailable:
            await asyncio.sleep(0.01)


def has_replica(client: Redis) -> bool:
    """Whether a replica is sent what is new, so that it has something to take over with."""
    try:
        client.set("begun", 1)
    except ResponseError:
        return False
    return bool(client.wait(1, 100) == 1)


async def measure(folder: Path, option: str, options: dict[str, str], *, cut_off: bool) -> tuple[int, int]:
    """One failover: how many moves were acknowledged, and how many of them are lost."""
    primary = RedisServer(folder / "primary", **({"repl-diskless-sync-delay": "0"} | options))
    replica = RedisServer(folder / "replica", replicaof=f"127.0.0.1 {primary.port}")
    primary.start()
    replica.start()
    try:
        with primary.client() as client:
            await until(lambda: has_replica(client))
        store = RedisStore(Link.to(primary.url + option, patience=2))
        told: list[list[str]] = [[] for _ in CHANNELS]
        for channel in CHANNELS:
            await store.create(channel, "g1", Change(), over="", once="new")
        playing = [asyncio.create_task(play(store, *each)) for each in zip(CHANNELS, told, strict=True)]
        await asyncio.sleep(0.7)
        if cut_off:
            with replica.client() as client:
                client.execute_command("REPLICAOF", "NO", "ONE")
            await asyncio.sleep(3)
        primary.kill()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await store.close()
        with replica.client() as client:
            client.execute_command("REPLICAOF", "NO", "ONE")
        taken_over = RedisStore(Link.to(replica.url))
        lost = 0
        for channel, moves in zip(CHANNELS, told, strict=True):
            game = await taken_over.load(channel)
            lost += len(set(moves) - set(game.actions if game is not None else ()))
        await taken_over.close()
        return sum(map(len, told)), lost
    finally:
        primary.stop()
        replica.stop()


async def main(rounds: int) -> None:
    """Print a line for each setting."""
    for how in ("killed", "cut off"):
        for name, (option, options) in SETTINGS.items():
            acknowledged = lost = hurt = 0
            for _ in range(rounds):
                with tempfile.TemporaryDirectory() as folder:
                    some, gone = await measure(Path(folder), option, options, cut_off=how == "cut off")
                acknowledged, lost, hurt = acknowledged + some, lost + gone, hurt + bool(gone)
            told = f"acknowledged {acknowledged:6}  lost {lost:5}  in {hurt} of {rounds} failovers"
            print(f"{how:8} {name:24} {told}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
