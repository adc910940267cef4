"""One platform of the load in a process of its own: its server, its people, its clock.

``python -m benchmarks._load_side OPTIONS`` with the options as JSON. It prints a line when all games are
prepared, plays when it is told so by a line, prints what it has measured, and ends with its input.
"""

import asyncio
import json
import random
import sys
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks._load_games import stages
from benchmarks._load_platforms import PLATFORMS, as_line
from bot.store import open_store


async def serve(options: dict[str, Any]) -> None:
    """Prepare, wait, play, tell, wait."""
    loop = asyncio.get_running_loop()
    rng = random.Random(options["seed"])
    players = PLATFORMS[options["platform"]](rng, options["rest"])
    environment = await players.start()
    store = await open_store(options["redis"], Path())
    await players.prepare(store, options["games"], stages(options["games"], rng))
    await store.close()
    print(as_line(environment=environment), flush=True)
    if await loop.run_in_executor(None, sys.stdin.readline):
        before = process_time()
        await players.play(options["rate"], options["warm"], options["seconds"])
        print(as_line(**players.result(), cpu=process_time() - before), flush=True)
        await loop.run_in_executor(None, sys.stdin.readline)
    await players.stop()


if __name__ == "__main__":
    asyncio.run(serve(json.loads(sys.argv[1])))
