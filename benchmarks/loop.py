"""Whether painting holds the event loop up: ``python -m benchmarks.loop [--json] [--seconds N]``.

A loop ticks every millisecond while pictures are painted beside it, and notes how much later than wanted
each tick comes: with nothing painted, boards for every platform, films, and boards and films at once. How
late the idle loop is shows what the machine itself takes, and must be taken into account where other
programs are running; of several rounds the calmest one counts. The painter is that of the running bot:
other processes.
"""

import argparse
import asyncio
import gc
import json
import os
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from time import perf_counter

if not __package__:  # started as a file, whose folder has a module that would hide the package render
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks.film import NAMES, whole_game
from benchmarks.render import TILES, position_with
from bot.painting.painters import Painters
from bot.processes.memory import shares
from bot.scene import Picture, PictureKind
from bot.texts import Texts
from core import Phase

TICK = 0.001
ROUNDS = 5
PROFILES = ("telegram", "discord", "web")

Work = Callable[[], Awaitable[None]]


async def late(work: Work | None, seconds: float) -> tuple[list[float], int]:
    """How late each tick came, in milliseconds and in order, while the work was done again and again.

    And how often it was done.
    """
    done = 0
    ends = perf_counter() + seconds

    async def again() -> None:
        nonlocal done
        while work is not None and perf_counter() < ends:
            await work()
            done += 1

    beside = asyncio.create_task(again())
    delays = []
    while perf_counter() < ends:
        wanted = perf_counter() + TICK
        await asyncio.sleep(TICK)
        delays.append((perf_counter() - wanted) * 1000)
    await beside
    return sorted(delays), done


def worst_of(measured: tuple[list[float], int]) -> float:
    """The latest tick."""
    return measured[0][-1]


async def measure(seconds: float) -> dict[str, tuple[float, float, float, int]]:
    """For each kind of load: the median, the 99th percentile and the worst, and how often it was done."""
    painter = Painters(Texts.load(), shares(400, os.cpu_count() or 1))
    position = position_with(TILES, lambda one: one.phase is Phase.PLACE or one.bag_left == 0)
    board = Picture(PictureKind.BOARD, position, NAMES, spots=tuple(position.legal_spots()), view="whole")
    record = whole_game()
    numbers = count()

    async def boards() -> None:
        await asyncio.gather(*(painter.paint(board, profile, "en") for profile in PROFILES))

    async def film() -> None:
        names = (*NAMES[:-1], f"{NAMES[-1]} {next(numbers)}")
        told = Picture(PictureKind.FILM, position, names, record=record)
        await painter.paint(told, "telegram", "en")

    async def both() -> None:
        await asyncio.gather(film(), boards())

    loads: dict[str, Work | None] = {
        "idle": None, "boards": boards, "films": film, "boards and films": both,
    }  # fmt: skip
    found = {}
    for name, work in loads.items():
        if work is not None:
            await work()
        gc.collect()
        delays, done = min([await late(work, seconds / ROUNDS) for _ in range(ROUNDS)], key=worst_of)
        median, most, worst = (delays[int((len(delays) - 1) * share)] for share in (0.5, 0.99, 1.0))
        found[name] = (median, most, worst, done)
    await painter.close()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each kind of load")
    asked = parser.parse_args()
    found = asyncio.run(measure(asked.seconds))
    print(f"{'load':18} {'median ms':>10} {'p99 ms':>10} {'worst ms':>10} {'done':>8}")
    for name, (median, most, worst, done) in found.items():
        print(f"{name:18} {median:10.2f} {most:10.2f} {worst:10.2f} {done:8}")
    if asked.json:
        keys = ("p50_ms", "p99_ms", "max_ms")
        figures = {
            f"{name.replace(' ', '_')}_{key}": round(value, 2)
            for name, row in found.items()
            for key, value in zip(keys, row, strict=False)
        }
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
