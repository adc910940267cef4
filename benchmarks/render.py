"""How fast pictures are drawn: ``python -m benchmarks.render [--json] [--rounds N] [--themes THEME ...]``.

First the pictures of a whole game in the order in which players get them, with an empty cache at its start:
what a picture costs in a running bot, first drawing of its tiles included, in milliseconds of the processor.
Each is drawn once more at once, with all of its tiles at hand: how much of it they are is a ratio of one run.

Then single pictures. A board of 84 tiles composed and encoded for Telegram and for Discord, a close-up,
what is left in the bag, all warm (their sprites are there) and cold (nothing is); every tile of a set
painted once in every look; and a film of a game of 84 tiles (``benchmarks.film`` tells more about it). Each
warm figure is the best of its rounds, each cold one a single run in an empty cache. The keys of the JSON
without a set or theme in their names are those of the first theme, and of the set that takes longest.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

if not __package__:  # started as a file, whose folder would hide the package render
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks.film import crowd, measure_film
from core import Deploy, GameRecord, Phase, Place, Position, tile_set
from render import THEMES, Sprites, board_picture, closeup_picture, encode, tiles_picture
from render.paintings.tile import paint_tile
from render.themes import theme_named

NAMES = ("Ann", "Božena", "Михаил", "Zoë")
SETS = ("base", "winter", "abbey-mayor", "hills-sheep", "discoverers")
TILES = 84
TILE_SIZE = 96
KEPT = 31_000_000
"""Bytes of tiles that a painter keeps with the usual BASTIDE_MEMORY."""


def position_with(tiles: int, due: Callable[[Position], bool]) -> Position:
    """A compact random game of base and winter tiles, stopped with so many tiles on the table."""
    position = GameRecord(players=NAMES, sets=("base", "winter"), seed="5eed").opening()
    rng = random.Random(1)
    while not (len(position.laid) >= tiles and due(position)):
        if position.over:
            raise RuntimeError(f"the game ended with {len(position.laid)} tiles")
        actions = position.legal_actions()
        places = [action for action in actions if isinstance(action, Place)]
        if places:
            position.play(max(places, key=lambda place: crowd(position, place) + rng.random()))
        else:
            position.play(rng.choice(actions))
    return position


def milliseconds(work: Callable[[], object]) -> float:
    """The time of one run."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def cold_and_warm(work: Callable[[Sprites], object], rounds: int) -> tuple[float, float]:
    """One run with an empty cache, and the best of the rounds after it."""
    sprites = Sprites()
    cold = milliseconds(lambda: work(sprites))
    return cold, min(milliseconds(lambda: work(sprites)) for _ in range(rounds))


def paint_set(name: str, theme: str) -> int:
    """Paint every tile of a set in every look; how many there are."""
    colours = theme_named(theme)
    tiles = [kind.turns[turn] for kind in tile_set(name).kinds.values() for turn in kind.looks]
    for tile in tiles:
        paint_tile(tile, TILE_SIZE, colours)
    return len(tiles)


def board_file(position: Position, theme: str, profile: str, sprites: Sprites) -> bytes:
    """The whole board as a file."""
    spots = tuple(position.legal_spots())
    drawn = board_picture(
        position, names=NAMES, spots=spots, view="whole", theme=theme, profile=profile, sprites=sprites
    )
    return encode(drawn.image, profile).content


def closeup_file(position: Position, theme: str, sprites: Sprites) -> bytes:
    """A close-up for deploying as a file."""
    where = sorted({action.where for action in position.legal_actions() if isinstance(action, Deploy)})
    letters = tuple(zip("abcdefgh", where, strict=False))
    drawn = closeup_picture(position, names=NAMES, letters=letters, theme=theme, sprites=sprites)
    return encode(drawn.image, "telegram").content


def tiles_file(position: Position, theme: str, sprites: Sprites) -> bytes:
    """What is left in the bag as a file."""
    return encode(tiles_picture(position.unseen(), theme=theme, sprites=sprites).image, "telegram").content


def whole_evening(theme: str) -> list[Callable[[Sprites], bytes]]:
    """The pictures of a game in their order: a board for each tile to be laid, a close-up for each figure."""
    position = GameRecord(players=NAMES, sets=("base", "winter"), seed="5eed").opening()
    rng = random.Random(1)
    works: list[Callable[[Sprites], bytes]] = []
    while not position.over:
        actions = position.legal_actions()
        places = [action for action in actions if isinstance(action, Place)]
        if places:
            works.append(partial(board_file, position.copy(), theme, "telegram"))
            position.play(max(places, key=lambda place: crowd(position, place) + rng.random()))
            continue
        if any(isinstance(action, Deploy) for action in actions):
            works.append(partial(closeup_file, position.copy(), theme))
        position.play(rng.choice(actions))
    return works


def cost_in_order(theme: str) -> tuple[int, float, float]:
    """How many pictures a game has, and the processor's milliseconds for each: at first, and once more."""
    works = whole_evening(theme)
    sprites, took = Sprites(KEPT), [0.0, 0.0]
    for work in works:
        for time in range(2):
            began = process_time()
            work(sprites)
            took[time] += (process_time() - began) * 1000 / len(works)
    return len(works), took[0], took[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--themes", nargs="*", default=list(THEMES))
    asked = parser.parse_args()

    board = position_with(TILES, lambda position: position.phase is Phase.PLACE or position.bag_left == 0)
    deploy = position_with(40, lambda position: any(isinstance(a, Deploy) for a in position.legal_actions()))
    figures: dict[str, float] = {}
    print("a whole game for Telegram in its order, first drawings included, ms of CPU a picture")
    print(f"{'theme':10} {'pictures':>9} {'first':>9} {'again':>9} {'ratio':>6}")
    for theme in asked.themes:
        count, first, again = cost_in_order(theme)
        print(f"{theme:10} {count:9} {first:9.1f} {again:9.1f} {first / again:6.2f}")
        figures.setdefault("in_order_cpu_ms", round(first, 2))
        figures.setdefault("in_order_again_cpu_ms", round(again, 2))
    print(f"{len(board.laid)} tiles on the table, best of {asked.rounds} rounds")
    print(f"{'theme':10} {'picture':28} {'cold ms':>9} {'warm ms':>9} {'KB':>6}")
    for theme in asked.themes:
        works: dict[str, Callable[[Sprites], bytes]] = {
            f"board_{profile}": partial(board_file, board, theme, profile)
            for profile in ("telegram", "discord", "web")
        }
        works["closeup"] = partial(closeup_file, deploy, theme)
        works["tiles"] = partial(tiles_file, deploy, theme)
        for name, work in works.items():
            cold, warm = cold_and_warm(work, asked.rounds)
            size = len(work(Sprites())) / 1024
            print(f"{theme:10} {name:28} {cold:9.0f} {warm:9.1f} {size:6.0f}")
            figures.setdefault(f"{name}_ms", round(warm, 2))
    for name in SETS:
        count = 0

        def paint(name: str = name) -> None:
            nonlocal count
            count = paint_set(name, asked.themes[0])

        took = milliseconds(paint)
        print(f"{asked.themes[0]:10} {f'all of {name} ({count} looks)':28} {took:9.0f}")
        figures[f"sprites_cold_{name}_ms"] = round(took, 1)
    figures["sprites_cold_ms"] = max(figures[f"sprites_cold_{name}_ms"] for name in SETS)
    for theme in asked.themes:
        film = measure_film(theme, max(asked.rounds // 3, 1))
        title = f"film of {film['film_frames']:.0f} frames"
        cold, warm, size = (film[key] for key in ("film_cold_ms", "film_ms", "film_kb"))
        print(f"{theme:10} {title:28} {cold:9.0f} {warm:9.1f} {size:6.0f}")
        figures.setdefault("film_ms", warm)
        figures.setdefault("film_kb", size)
    if asked.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
