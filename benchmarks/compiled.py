"""What compiling the engine brings: ``python -m benchmarks.compiled [--rounds N]``. Needs a C compiler.

The same random games with all legal actions listed, replays and copies, on the compiled engine and on the
plain one of the same sources. Two processes take turns, and CPU time is what counts, so that a machine that
slows down does so for both.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "build" / "engine"
GAMES = 12


def work() -> None:
    """Do every task once for each line that comes in, and print what each has cost."""
    from benchmarks import engine  # noqa: PLC0415 - the parent needs no engine

    played = engine.record("base", 7)
    full = played.with_actions(engine.play_out(played.opening(), random.Random(7)))
    middle = full.replay(upto=len(full.actions) * 2 // 3)

    def games(mix: str) -> Callable[[], object]:
        def play() -> None:
            for seed in range(GAMES):
                engine.random_game(mix, seed)

        return play

    tasks: dict[str, Callable[[], object]] = {f"games, {mix}": games(mix) for mix in engine.MIXES}
    tasks["replays"] = lambda: [full.replay() for _ in range(GAMES)]
    # None of them is kept: thousands alive at once would measure the collector of garbage.
    tasks["copies"] = lambda: deque((middle.copy() for _ in range(3000)), maxlen=0)
    for act in tasks.values():
        act()
    for _ in sys.stdin:
        costs = {}
        for name, act in tasks.items():
            begun = process_time()
            act()
            costs[name] = process_time() - begun
        print(json.dumps(costs), flush=True)


def worker(*path: Path) -> "subprocess.Popen[str]":
    """A process that works with what is first on the path."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT)))}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "benchmarks.compiled", "--work"],
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def once(process: "subprocess.Popen[str]") -> dict[str, float]:
    """What one round costs a worker, in seconds of CPU time."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a worker without pipes")
    process.stdin.write("\n")
    process.stdin.flush()
    costs: dict[str, float] = json.loads(process.stdout.readline())
    return costs


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often each has its turn (15)")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work()
        return
    compiling = [sys.executable, str(ROOT / "scripts" / "compile_engine.py"), str(ENGINE)]
    subprocess.run(compiling, check=True)  # noqa: S603  # our own script
    with worker() as plain, worker(ENGINE) as compiled:
        rounds = [(once(plain), once(compiled)) for _ in range(options.rounds)]
    head = f"{'plain ms':>10}{'compiled ms':>13}{'ratio':>8}{'of best':>10}"
    print(f"{'CPU time':<30}{head}")
    for task in rounds[0][0]:
        ours, theirs = ([pair[side][task] for pair in rounds] for side in (0, 1))
        ratio = statistics.median(one / other for one, other in zip(ours, theirs, strict=True))
        print(
            f"  {task:<28}{min(ours) * 1000:>10.1f}{min(theirs) * 1000:>13.1f}{ratio:>8.2f}"
            f"{min(ours) / min(theirs):>10.2f}"
        )


if __name__ == "__main__":
    main()
