"""How fast the engine plays: ``python -m benchmarks.engine [--json] [--seconds S] [--sets SETS ...]``.

Complete random games with every legal action listed each turn, events produced and fields scored; the time
of one list of legal actions; the replay of a full record; a copy of a position. Because machines differ,
every table also gives ratios from the same run: each mix beside the base game, the median of all rounds;
and games for each million steps of a plain counting loop.
"""

import argparse
import json
import random
import statistics
from collections.abc import Callable
from itertools import count
from time import perf_counter

from core import GameRecord, Position

MIXES = {
    "base": ("carcassonne", ("base",)),
    "winter": ("carcassonne", ("base", "winter")),
    "abbey-mayor": ("carcassonne", ("base", "abbey-mayor")),
    "hills-sheep": ("carcassonne", ("base", "hills-sheep")),
    "all": ("carcassonne", ("base", "winter", "abbey-mayor", "hills-sheep")),
    "everything": (
        "carcassonne",
        ("base", "winter", "river", "inns-cathedrals", "traders-builders", "abbey-mayor", "hills-sheep"),
    ),
    "discoverers": ("discoverers", ("discoverers",)),
}
PLAYERS = ("Ann", "Bo", "Cy")
STEPS = 1_000_000
ROUNDS = 10
WARM_UP = 20
"""Games of each mix before any is timed: tables of tiles are compiled when first needed."""


def opening(mix: str, seed: int) -> Position:
    """The start of a random game."""
    return record(mix, seed).opening()


def record(mix: str, seed: int) -> GameRecord:
    """A record without actions."""
    game, sets = MIXES[mix]
    return GameRecord(players=PLAYERS, game=game, sets=sets, seed=f"{seed:032x}")


def play_out(position: Position, chance: random.Random) -> list[str]:
    """Play to the end by chance, listing the legal actions at every decision."""
    actions = []
    while not position.over:
        action = chance.choice(position.legal_actions())
        position.play(action)
        actions.append(action)
    return [str(action) for action in actions]


def rounds(mixes: list[str], seconds: float) -> dict[str, list[float]]:
    """Random games a second of each mix, in rounds.

    In each round every mix has its turn, so that a machine that slows down does so for all of them.
    """
    rates: dict[str, list[float]] = {mix: [] for mix in mixes}
    seeds = count()
    for mix in mixes:
        for _ in range(WARM_UP):
            random_game(mix, next(seeds))
    for _ in range(ROUNDS):
        for mix in mixes:
            games, start = 0, perf_counter()
            while (taken := perf_counter() - start) < seconds / ROUNDS:
                random_game(mix, next(seeds))
                games += 1
            rates[mix].append(games / taken)
    return rates


def random_game(mix: str, seed: int) -> None:
    """Play a game by chance, listing the legal actions at every decision."""
    position, chance = opening(mix, seed), random.Random(seed).random
    while not position.over:
        actions = position.legal_actions()
        position.play(actions[int(chance() * len(actions))])


def microseconds(act: Callable[[], object], repeat: int) -> float:
    """The median time of one call."""
    times = []
    for _ in range(repeat):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return statistics.median(times) * 1e6


def legal_us(mix: str) -> float:
    """The median time to list the legal placements in the middle of a game."""
    chance, times = random.Random(1), []
    for seed in range(5):
        position = opening(mix, seed)
        while not position.over:
            start = perf_counter()
            actions = position.legal_actions()
            times.append(perf_counter() - start)
            position.play(chance.choice(actions))
    return statistics.median(sorted(times)[len(times) // 2 :]) * 1e6


def calibration() -> float:
    """Steps of a plain loop in a second, in millions: how fast this machine is now."""
    best = 0.0
    for _ in range(5):
        start, total = perf_counter(), 0
        for step in range(STEPS):
            total += step
        best = max(best, STEPS / (perf_counter() - start) / 1e6)
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one last line of JSON")
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each mix (5)")
    parser.add_argument("--sets", nargs="*", choices=MIXES, default=list(MIXES), help="which mixes (all)")
    options = parser.parse_args()
    mixes = list(dict.fromkeys(["base", *options.sets]))
    speed = calibration()
    measured = rounds(mixes, options.seconds)
    rates = {mix: max(each) for mix, each in measured.items()}
    of_base = {
        mix: statistics.median(rate / base for rate, base in zip(each, measured["base"], strict=True))
        for mix, each in measured.items()
    }
    played = record("base", 7)
    full = played.with_actions(play_out(played.opening(), random.Random(7)))
    middle = full.replay(upto=len(full.actions) * 2 // 3)
    results = {
        "games_per_second": round(rates["base"], 1),
        "legal_us": round(legal_us("base"), 2),
        "replay_ms": round(microseconds(full.replay, 40) / 1000, 3),
        "copy_us": round(microseconds(middle.copy, 400), 2),
        "loop_msteps_per_second": round(speed, 2),
        "games_per_msteps": round(rates["base"] / speed, 2),
        "sets": {mix: round(rate, 1) for mix, rate in rates.items()},
        "of_base": {mix: round(ratio, 3) for mix, ratio in of_base.items()},
    }
    print(f"{'random games a second':<28}{'games':>9}{'of base':>9}{'per Mstep':>11}")
    for mix, rate in rates.items():
        print(f"  {mix:<26}{rate:>9.1f}{of_base[mix]:>9.2f}{rate / speed:>11.2f}")
    print(f"{'legal actions, median':<28}{results['legal_us']:>9} µs")
    print(f"{'replay of a full record':<28}{results['replay_ms']:>9} ms")
    print(f"{'copy of a position':<28}{results['copy_us']:>9} µs")
    print(f"{'plain loop':<28}{results['loop_msteps_per_second']:>9} million steps a second")
    if options.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
