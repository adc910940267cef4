"""A bot's part in the tests, as a process of its own: ``worker.py MODE URL DATA NAME COUNT``.

``race``: commit COUNT times at whatever version is current, together with others; prints the moves made.
``append``: append COUNT moves, as fast as they are acknowledged; prints each once it is.
``hold``: open the store, make one game, print the number of the redis-server process and wait.
"""

import asyncio
import sys
from pathlib import Path

from bot.people import Channel
from bot.store import Change, Outcome, StoreUnavailable, open_store
from bot.store.redis_store import RedisStore

CHANNEL = Channel("discord", ("1", "2"))


async def main() -> None:
    """Play in the way that the arguments say."""
    mode, url, data, name, count = sys.argv[1:]
    store = await open_store("" if url == "-" else url, Path(data))
    await {"race": race, "append": append, "hold": hold}[mode](store, name, int(count))
    await store.close()


async def race(store: RedisStore, name: str, count: int) -> None:
    """Ten players who all want to move."""

    async def runner(number: int) -> None:
        for turn in range(count):
            move = f"{name}-{number}-{turn}"
            game, version = await store.version(CHANNEL) or ("", 0)
            change = Change(append=[move])
            if await store.commit(CHANNEL, game, version, change, once=move) is Outcome.DONE:
                tell(f"{version} {move}")

    await asyncio.gather(*(runner(number) for number in range(10)))


async def append(store: RedisStore, name: str, count: int) -> None:
    """One player who moves on and on, and tries again until told how it went."""
    await store.create(CHANNEL, name, Change(), over="", once="new")
    version = 1
    for turn in range(count):
        move = f"move-{turn}"
        outcome = None
        while outcome is None:
            try:
                outcome = await store.commit(CHANNEL, name, version, Change(append=[move]), once=move)
            except StoreUnavailable:
                await store.back()
        # REPEATED: made by a call that lost its answer for longer than the store waits.
        tell(f"{outcome} {move}")
        version += 1


async def hold(store: RedisStore, name: str, _count: int) -> None:
    """A bot at rest."""
    await store.create(CHANNEL, name, Change(append=["draw"]), over="", once=name)
    info = await store._link.ask("INFO", "server")
    tell(info["process_id"])
    await asyncio.Event().wait()


def tell(line: object) -> None:
    """Say it at once, before anything can end this process."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
