"""What the running bot's pictures cost in memory: ``python -m benchmarks.memory [--json] [--games N]``.

All platforms are loaded, then games in mixed sets and themes are drawn as they are played, each decision for
each platform. Told is the resident memory of the process at the start and after 5, 20 and 100 games.
"""

import argparse
import asyncio
import json
import random
import sys
from pathlib import Path
from time import process_time

if not __package__:  # started as a file, whose folder has a module that would hide the package render
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import bot.discord_app
import bot.telegram_app
import bot.web_app  # noqa: F401 - all three are loaded, as in a bot that serves all
from bot.drawing import ThreadPainter
from bot.memory import set_up_memory
from bot.scene import THEMES, Picture, PictureKind
from bot.texts import Texts
from core import Deploy, GameRecord, Phase

SETS = (
    ("base",), ("base", "winter"), ("base", "abbey-mayor"), ("base", "hills-sheep"), ("discoverers",),
    ("base", "winter", "abbey-mayor", "hills-sheep"),
)  # fmt: skip
PROFILES = ("telegram", "discord", "web")
NAMES = ("Ann", "Božena", "Михаил")
STEPS = (5, 20, 100)


def resident() -> float:
    """Megabytes of this process."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def play(painter: ThreadPainter, number: int) -> int:
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


async def measure(games: int, megabytes: int) -> dict[str, float]:
    """The table, printed on the way."""
    set_up_memory(megabytes)
    painter = ThreadPainter(Texts.load())
    found = {"start_mb": round(resident(), 1)}
    print(f"{'games':>5} {'MB':>7} {'ms a picture':>13}\n{0:5} {found['start_mb']:7.0f}", flush=True)
    drawn, began = 0, process_time()
    for number in range(games):
        drawn += await play(painter, number)
        if number + 1 in STEPS:
            found[f"mb_after_{number + 1}"] = round(resident(), 1)
            each = (process_time() - began) * 1000 / drawn
            print(f"{number + 1:5} {resident():7.0f} {each:13.1f}", flush=True)
    painter.close()
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
