"""How fast whole games are drawn: ``python -m benchmarks.film [--json] [--rounds N] [--themes THEME ...]``.

A film of a game of 84 tiles, the chart of its scores and its summary: warm (tiles and figures are painted;
the best of the rounds) and cold (a single run with an empty cache). Machines and their load differ, so the
film's time is also given in multiples of a plain counting loop of a million steps, measured beside it.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

if not __package__:  # started as a file, whose folder has a module that would hide the package render
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks.engine import calibration
from core import GameRecord, Place, Position
from render import THEMES, Sprites, encode
from render.films.film import Film, film
from render.replays.chart import score_chart
from render.replays.summary import summary_picture

NAMES = ("Ann", "Božena", "Михаил", "Zoë")
SETS = ("base", "winter")


def whole_game() -> GameRecord:
    """A compact random game of base and winter, 84 tiles, to its end."""
    record = GameRecord(players=NAMES, sets=SETS, seed="5eed")
    position, rng, actions = record.opening(), random.Random(1), []
    while not position.over:
        legal = position.legal_actions()
        places = [action for action in legal if isinstance(action, Place)]
        close = max(places, key=lambda place: crowd(position, place) + rng.random(), default=None)
        action = close or rng.choice(legal)
        position.play(action)
        actions.append(str(action))
    return record.with_actions(actions)


def crowd(position: Position, place: Place) -> int:
    """How many tiles lie around a cell."""
    x, y = place.cell
    return sum(position.board.at((x + dx, y + dy)) is not None for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def say(key: str, **args: object) -> str:
    """Words as long as real ones."""
    return f"{key} {args.get('winners', '')}"


def timed(work: Callable[[Sprites], object], rounds: int) -> tuple[float, float]:
    """One run with an empty cache, and the best of the rounds after it, in milliseconds."""
    sprites = Sprites()
    took = []
    for _ in range(rounds + 1):
        start = perf_counter()
        work(sprites)
        took.append((perf_counter() - start) * 1000)
    return took[0], min(took[1:])


def measure_film(theme: str = "day", rounds: int = 7) -> dict[str, float]:
    """The figures of one theme: ``film_ms``, ``film_kb``, and what else is drawn of a whole game."""
    record = whole_game()
    shown: list[Film] = []

    def draw_film(sprites: Sprites) -> None:
        shown.append(film(record, names=NAMES, say=say, theme=theme, sprites=sprites))

    def draw_chart(sprites: Sprites) -> None:
        drawn = score_chart(record, names=NAMES, say=say, theme=theme, sprites=sprites)
        encode(drawn.image, "telegram")

    def draw_summary(sprites: Sprites) -> None:
        drawn = summary_picture(record, names=NAMES, say=say, theme=theme, sprites=sprites)
        encode(drawn.image, "telegram")

    cold, warm = timed(draw_film, rounds)
    figures = {
        "film_ms": warm,
        "film_cold_ms": cold,
        "film_kb": len(shown[-1].content) / 1024,
        "film_frames": shown[-1].frames,
        "chart_ms": timed(draw_chart, rounds)[1],
        "summary_ms": timed(draw_summary, rounds)[1],
    }
    return {name: round(value, 1) for name, value in figures.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--themes", nargs="*", default=list(THEMES))
    asked = parser.parse_args()
    first: dict[str, float] = {}
    loop = 1000 / calibration()
    print(f"a million steps of a plain loop: {loop:.1f} ms")
    names = ("film_ms", "film_cold_ms", "film_kb", "film_frames", "chart_ms", "summary_ms")
    print(f"{'theme':10}", *(f"{name:>13}" for name in names), f"{'film / loop':>13}")
    for theme in asked.themes:
        figures = measure_film(theme, asked.rounds)
        figures["film_loops"] = round(figures["film_ms"] / loop, 2)
        print(f"{theme:10}", *(f"{figures[name]:13}" for name in names), f"{figures['film_loops']:13}")
        first = first or figures
    if asked.json:
        print(json.dumps(first))


if __name__ == "__main__":
    main()
