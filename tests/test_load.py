"""The measurement of a turn under load: it runs as it is documented, and what it tells can be true."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_short_run_tells_plausible_figures() -> None:
    """Two games, one on each platform: taps are answered and shown, and everything has a cost."""
    options = (
        "--games",
        "2",
        "--turns",
        "6",
        "--seconds",
        "4",
        "--warm",
        "1",
        "--rest",
        "0.3",
        "--calm",
        "0",
    )
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", *options, "--json"],
        cwd=ROOT, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = json.loads(ran.stdout.splitlines()[-1])
    assert all(f"\n{name} " in f"\n{ran.stdout}" for name in told)
    assert 0 < told["taps"] <= 60
    assert told["dropped"] == 0, ran.stdout
    assert 0 < told["ack_p50_ms"] <= told["ack_p99_ms"]
    assert told["ack_p50_ms"] <= told["picture_p50_ms"] <= told["picture_p99_ms"]
    for platform in ("discord", "telegram"):
        assert told[f"{platform}_picture_p50_ms"] > 0
    assert 0 < told["turns_per_second"] <= 15
    # The game, what is known of its people, the change, and what is shown of it.
    assert 4 <= told["redis_round_trips"] < 40
    assert told["cpu_ms_per_turn"] > 1
    assert told["end_mb"] > 20
    assert told["games_touched"] == 2
