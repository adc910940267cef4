"""What the running bot's pictures cost in memory: ``python -m benchmarks.memory [--json] [--games N]``.

All platforms are loaded, then games in mixed sets and themes are drawn as they are played, each decision for
each platform. Told is the memory of the bot's process and of all that paint, together, at the start (when
none paints yet) and after 5, 20, 60 and 100 games; files that they have loaded count once. Redis is not
counted.
"""

import argparse
import asyncio
import json
import os
import random
import sys
from pathlib import Path
from time import perf_counter

if not __package__:  # started as a file, whose folder has a module that would hide the package render
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import bot.discord_app.app
import bot.telegram_app.app
import bot.web_app.app  # noqa: F401 - all three are loaded, as in a bot that serves all
from benchmarks._held import megabytes
from bot.painting.painters import Painters
from bot.processes.memory import set_up_memory, shares
from bot.scene import THEMES, Picture, PictureKind
from bot.texts import Texts
from core import Deploy, GameRecord, Phase

SETS = (
    ("base",), ("base", "winter"), ("base", "abbey-mayor"), ("base", "hills-sheep"), ("discoverers",),
    ("base", "winter", "abbey-mayor", "hills-sheep"),
)  # fmt: skip
PROFILES = ("telegram", "discord", "web")
NAMES = ("Ann", "Božena", "Михаил")
STEPS = (5, 20, 60, 100)


async def play(painter: Painters, number: int) -> int:
    """Play a game at random and draw its decisions; how many pictures."""
    sets = SETS[number % len(SETS)]
    game = "discoverers" if sets[0] == "discoverers" else "carcassonne"
    position = GameRecord(NAMES, game, sets, seed=str(number)).opening()
    rng, drawn = random.Random(number), 0
    while not position.over:
        actions = position.legal_actions()
        letters = tuple(
            zip("abcdefgh", sorted({a.where for a in actions if isinstance(a, Deploy)}), strict=False)
        )
        if position.phase is Phase.PLACE or letters:
            picture = Picture(
                PictureKind.CLOSE_UP if letters else PictureKind.BOARD, position.copy(), NAMES,
                letters=letters, spots=() if letters else tuple(position.legal_spots()),
                theme=THEMES[number % len(THEMES)],
            )  # fmt: skip
            await painter.paint(picture, PROFILES[drawn % len(PROFILES)], "en")
            drawn += 1
        position.play(rng.choice(actions))
    return drawn


async def measure(games: int, room: int) -> dict[str, float]:
    """The table, printed on the way."""
    set_up_memory()
    painter = Painters(Texts.load(), shares(room, os.cpu_count() or 1))
    found = {"start_mb": round(sum(megabytes(os.getpid())), 1)}
    print(f"{'games':>5} {'MB':>7} {'s a picture':>12}  MB of each process, and of files", flush=True)
    print(f"{0:5} {found['start_mb']:7.0f}", flush=True)
    drawn, began = 0, perf_counter()
    for number in range(games):
        drawn += await play(painter, number)
        if number + 1 in STEPS:
            each = megabytes(os.getpid(), *painter.pids)
            found[f"mb_after_{number + 1}"] = round(sum(each), 1)
            time = (perf_counter() - began) / drawn
            listed = " ".join(f"{part:.0f}" for part in each)
            print(f"{number + 1:5} {sum(each):7.0f} {time:12.3f}  {listed}", flush=True)
    await painter.close()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    parser.add_argument("--games", type=int, default=STEPS[-1])
    parser.add_argument("--memory", type=int, default=200, help="BASTIDE_MEMORY")
    asked = parser.parse_args()
    found = asyncio.run(measure(asked.games, asked.memory))
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
