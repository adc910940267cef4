"""How strong the players are: ``python -m benchmarks.strength --a sharp --b greedy --games 60 [--json]``.

One seat is A's and the others are B's, in turn; seeds are fixed, and each is played once from each seat. Told
is by how many points A leads the best of the others, with the standard error of that mean, how often it wins,
and what a decision takes (of its own seat, by CPU time; draws and forced moves are none).
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median, quantiles, stdev
from time import process_time
from typing import Any

if not __package__:  # started as a file, whose folder has a module that would hide the package render
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from core import Action, GameRecord, Position
from core.opponents.levels import PLAYERS

Chooser = Callable[[Position], Action]


def chooser(name: str, seed: str) -> Chooser:
    """How somebody of that name decides; ``random`` takes any legal action."""
    if name == "random":
        chance = random.Random(seed)
        return lambda position: chance.choice(position.legal_actions())
    return PLAYERS[name].choose


def play(record: GameRecord, choosers: list[Chooser], timed: int) -> tuple[tuple[int, ...], list[float]]:
    """The scores of a game, and how long each decision of one seat took, in milliseconds."""
    position, taken = record.replay(), []
    while not position.over:
        seat, open_choice = position.seat, len(position.legal_actions()) > 1
        begun = process_time()
        action = choosers[seat](position)
        if seat == timed and open_choice:
            taken.append((process_time() - begun) * 1000)
        position.play(action)
    return position.scores, taken


def compare(
    a: str, b: str, games: int, players: int, record: dict[str, Any], *, first: int = 0
) -> dict[str, Any]:
    """A against B, as the module says."""
    leads: list[int] = []
    times: list[float] = []
    names = tuple(f"p{number}" for number in range(players))
    for number in range(games):
        seat, seed = number % players, f"strength {first + number // players}"
        choosers = [chooser(a if other == seat else b, f"{seed} {other}") for other in range(players)]
        scores, taken = play(GameRecord(players=names, seed=seed, **record), choosers, seat)
        leads.append(scores[seat] - max(score for other, score in enumerate(scores) if other != seat))
        times += taken
    return {
        "a": a, "b": b, "games": games, "players": players,
        "sets": list(record["sets"]), "lead": round(mean(leads), 1),
        "error": round(stdev(leads) / games**0.5, 1) if games > 1 else None,
        "won": sum(lead > 0 for lead in leads), "drawn": sum(lead == 0 for lead in leads),
        "ms_median": round(median(times), 1), "ms_p95": round(quantiles(times, n=20)[-1], 1),
    }  # fmt: skip


def main() -> None:
    """Play, and print the result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [*PLAYERS, "random"]
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--a", choices=names, default="sharp")
    parser.add_argument("--b", choices=names, default="greedy")
    parser.add_argument("--sets", nargs="+", default=["base"])
    parser.add_argument("--hand", type=int, default=0, help="2: the advanced variant of The Discoverers")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first seed")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    sets = tuple(wanted.sets)
    record = {
        "game": "discoverers" if sets[0] == "discoverers" else "carcassonne",
        "sets": sets,
        "options": {"hand": wanted.hand} if wanted.hand else {},
    }
    found = compare(wanted.a, wanted.b, wanted.games, wanted.players, record, first=wanted.first)
    if wanted.json:
        sys.stdout.write(json.dumps(found) + "\n")
        return
    sys.stdout.write(
        f"{found['a']} leads {found['b']} by {found['lead']} ± {found['error']} points, won {found['won']} of"
        f" {found['games']} ({found['drawn']} drawn); {found['ms_median']} ms a decision in the median,"
        f" {found['ms_p95']} ms p95\n"
    )


if __name__ == "__main__":
    main()
