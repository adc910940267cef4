"""What a turn costs under load: ``python -m benchmarks.load [--json] [--games N] [--turns N] [--seconds N]``.

The real bot, a redis-server with ``appendfsync always``, and a local server for each platform, each a process
of its own. Games are prepared at various stages; then people tap what is shown to them (a tile laid, a figure
put, a pass: each tap counts as one turn), at the asked rate and however long the bot takes. Nobody taps in a
game before its new buttons are there and ``--rest`` seconds have passed: a few games bear only so many turns,
and what they do not bear is ``starved``.

A tap is acknowledged by the first call that answers it, shown (``words``) by the message or edit that has the
new buttons, and its picture is the first one that the place shows from then on. All are measured in the
platform's process, whose own work is in all; ``..._load`` is how much of a core it was busy: near 1 it is the
limit, not the bot. Platforms share games and taps evenly. Telegram takes 30 messages and edits a second from
one bot, and a tap makes two or more: there more than some 15 taps a second only wait.

BASTIDE_MEMORY, BASTIDE_DATA and Python's path hold for the bot, too. One that starts for the first time
paints each tile once, which takes longer than all else: to measure one that has run for a while, give it the
same BASTIDE_DATA again. With ``PYTHONPATH=build/engine:. PYTHONSAFEPATH=1`` it has the compiled engine, as in
the container.

``cpu_ms_per_turn`` is the bot's with its painters, ``loop_cpu_ms_per_turn`` the bot's alone.
Round trips are the reads of Redis (``total_reads_processed``), those of the bot's clocks among them.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

if not __package__:  # started as a file, whose folder has a module that would hide the package render
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks._load_bot import ROOT, Bot, Store, cpu, memory, own_cpu

UNCHECKED = {"BASTIDE_DISCORD_SPEC": "/nonexistent", "BASTIDE_TELEGRAM_SPEC": "/nonexistent"}
"""The local servers check no request against the published descriptions: that is most of their work."""
ENOUGH = 100
"""Fewer games tell nothing about the memory that each takes."""

Figures = dict[str, float | int | None]


class Side:
    """A platform's process."""

    def __init__(self, options: dict[str, Any], environment: dict[str, str]) -> None:
        self.platform: str = options["platform"]
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-m", "benchmarks._load_side", json.dumps(options)],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def hear(self) -> dict[str, Any]:
        """The next thing that it tells. Raises RuntimeError when it has ended."""
        line = _open(self._process.stdout).readline()
        if not line:
            raise RuntimeError(f"the local {self.platform} has ended")
        told: dict[str, Any] = json.loads(line)
        return told

    def go_on(self) -> None:
        """Let it do the next thing."""
        pipe = _open(self._process.stdin)
        pipe.write("\n")
        pipe.flush()

    def stop(self) -> None:
        """End it."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()


def _open(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise RuntimeError("the process has no pipe")
    return pipe


def percentile(values: Sequence[float], share: float) -> float | None:
    """So much of the values are no larger, in milliseconds; None of nothing."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 1) if ordered else None


def measure(asked: argparse.Namespace) -> tuple[Figures, list[str]]:
    """The figures, and some of what went wrong."""
    platforms = asked.platforms.split(",")
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        store = Store(folder / "redis")
        parts.callback(store.stop)
        begun = time.monotonic()
        sides = []
        for number, platform in enumerate(platforms):
            games = len(range(number, asked.games, len(platforms)))
            options = {
                "platform": platform, "redis": store.url, "games": games, "seed": f"{asked.seed} {platform}",
                "rate": asked.turns / len(platforms), "seconds": asked.seconds, "warm": asked.warm,
                "rest": asked.rest,
            }  # fmt: skip
            sides.append(Side(options, _environment()))
            parts.callback(sides[-1].stop)
        settings = {"REDIS_URL": store.url}
        for side in sides:
            settings |= side.hear()["environment"]
        prepared = time.monotonic() - begun
        bot = Bot(folder, settings, asked.profile)
        parts.callback(bot.stop)
        calm = bot.calm_down(asked.calm)
        figures: Figures = {
            "games": asked.games, "asked_turns_per_second": asked.turns, "seconds": asked.seconds,
            "prepare_s": round(prepared, 1), "start_s": round(bot.start_seconds, 1), "calm_s": round(calm, 1),
            "ready_mb": round(memory(bot.pid), 1),
        }  # fmt: skip
        for side in sides:
            side.go_on()
        time.sleep(asked.warm)
        before = cpu(bot.pid), own_cpu(bot.pid), cpu(store.pid), store.reads(), memory(bot.pid)
        results = {side.platform: side.hear() for side in sides}
        after = cpu(bot.pid), own_cpu(bot.pid), cpu(store.pid), store.reads(), memory(bot.pid)
        figures |= _figures(asked, results, before, after)
        problems = [problem for result in results.values() for problem in result["problems"]]
        log = bot.warnings()
        figures["warnings"] = len(log)
        return figures, [*problems, *log[:5]]


def _figures(
    asked: argparse.Namespace,
    results: dict[str, dict[str, Any]],
    before: tuple[float, float, float, int, float],
    after: tuple[float, float, float, int, float],
) -> Figures:
    def total(name: str) -> int:
        return sum(result[name] for result in results.values())

    def every(name: str) -> list[float]:
        return [value for result in results.values() for value in result[name]]

    acks, words, pictures, late = (every(name) for name in ("ack", "words", "picture", "late"))
    done = len(pictures)
    figures: Figures = {
        "taps": total("taps"), "dropped": total("dropped"), "starved": total("starved"),
        "turns_per_second": round(done / max(asked.seconds, *(r["shown_by"] for r in results.values())), 2),
        "ack_p50_ms": percentile(acks, 0.5), "ack_p99_ms": percentile(acks, 0.99),
        "words_p50_ms": percentile(words, 0.5), "words_p99_ms": percentile(words, 0.99),
        "picture_p50_ms": percentile(pictures, 0.5), "picture_p99_ms": percentile(pictures, 0.99),
        "tap_late_p99_ms": percentile(late, 0.99),
    }  # fmt: skip
    for platform, result in results.items():
        figures |= {
            f"{platform}_{kind}_{name}_ms": percentile(result[kind], share)
            for kind in ("ack", "words", "picture")
            for name, share in (("p50", 0.5), ("p99", 0.99))
        }
        figures[f"{platform}_load"] = round(result["cpu"] / (asked.warm + asked.seconds), 2)
    bot_cpu, loop_cpu, redis_cpu, reads, grown = (b - a for a, b in zip(before, after, strict=True))
    touched = total("games_touched")
    figures |= {
        "redis_round_trips": round(reads / done, 2) if done else None,
        "cpu_ms_per_turn": round(1000 * bot_cpu / done, 1) if done else None,
        "loop_cpu_ms_per_turn": round(1000 * loop_cpu / done, 1) if done else None,
        "redis_cpu_ms_per_turn": round(1000 * redis_cpu / done, 2) if done else None,
        "games_touched": touched, "end_mb": round(after[4], 1),
        "mb_per_1000_games": round(1000 * grown / touched, 1) if touched >= ENOUGH else None,
    }  # fmt: skip
    return figures


def _environment() -> dict[str, str]:
    return {**os.environ, **UNCHECKED}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    parser.add_argument("--games", type=int, default=100, help="live games")
    parser.add_argument("--turns", type=float, default=10.0, help="taps a second, all platforms together")
    parser.add_argument("--seconds", type=float, default=10.0, help="for which taps count")
    parser.add_argument("--warm", type=float, default=3.0, help="seconds of taps before, which do not count")
    parser.add_argument("--rest", type=float, default=6.0, help="seconds between two turns of one game")
    parser.add_argument(
        "--calm", type=float, default=60.0, help="seconds that the bot may take after its start"
    )
    parser.add_argument("--platforms", default="discord,telegram", help="share the games and the taps evenly")
    parser.add_argument(
        "--profile", default="", metavar="FILE", help="write what the event loop does (cProfile)"
    )
    parser.add_argument("--seed", default="load")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    figures, problems = measure(asked := parser.parse_args())
    for name, value in figures.items():
        print(f"{name:26} {'-' if value is None else value:>10}")
    for problem in problems:
        print(f"! {problem[:300]}")
    if asked.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
