"""``python -m core``: what it prints, and how it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.__main__ import main

RECORD = {
    "format": "bastide/1",
    "sets": ["base"],
    "players": ["Ann", "Bo"],
    "bag": ["base/E", "base/C", "base/V", "base/B"],
    "actions": ["draw", "place 0,-1 180", "deploy meeple city@S", "draw"],
}
"""Ann completes a city of two tiles; Bo draws C, which fits nowhere by then, and V instead."""


def write(folder: Path, **changes: object) -> str:
    """A record file."""
    path = folder / "game.json"
    path.write_text(json.dumps({**RECORD, **changes}), "utf-8")
    return str(path)


def test_json_has_what_the_format_promises(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object: 4 points for Ann, V in Bo's hand, its placements, supplies, features, events."""
    assert main(["replay", write(tmp_path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    features, events = data.pop("features"), data.pop("events")
    assert data == {
        "players": ["Ann", "Bo"],
        "scores": [4, 0],
        "phase": "place",
        "seat": 1,
        "tile": "base/V",
        "over": False,
        "winners": [],
        # Beside D's two roads, and below its field; above E lies a field, and beside it too.
        "legal": sorted([
            "place -1,0 180", "place -1,0 270", "place 1,0 0", "place 1,0 90", "place 0,1 0", "place 0,1 270",
            "place 0,-2 90", "place 0,-2 180", "place -1,-1 90", "place -1,-1 0", "place 1,-1 180",
            "place 1,-1 270",
        ]),
        "supplies": [{"meeple": 7}, {"meeple": 7}],
        "bag_left": 1,
        "discarded": ["base/C"],
    }  # fmt: skip
    (city,) = (feature for feature in features if feature["kind"] == "city")
    assert city == {
        "kind": "city",
        "tiles": [[0, 0], [0, -1]],
        "segments": [[0, 0, "city@N"], [0, -1, "city@S"]],
        "complete": True,
        "pennants": 0,
        "cities": 0,
        "figures": [],
        "worth": {"now": 4, "final": 4},
        "owners": [],
    }
    # A road, two fields of D and E's field.
    assert sorted(feature["kind"] for feature in features) == ["city", "field", "field", "field", "road"]
    (points,) = (event for event in events if event["event"] == "points")
    assert points == {
        "action": 2, "event": "points", "seat": 0, "points": 4, "reason": "city", "tiles": 2, "pennants": 0,
        "at": [0, -1], "where": "city@S", "cities": 0, "bonus": 0, "final": False, "beaten": [], "tied": [],
    }  # fmt: skip
    assert [(event["action"], event["event"]) for event in events] == [
        (0, "drawn"), (1, "placed"), (2, "deployed"), (2, "completed"), (2, "points"), (2, "returned"),
        (3, "drawn"), (3, "discarded"), (3, "drawn"),
    ]  # fmt: skip


def test_text_tells_players_phase_and_every_legal_action(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person reads the same things in lines; ``--events`` adds what happened."""
    assert main(["replay", write(tmp_path)]) == 0
    out = capsys.readouterr().out
    for line in (
        "seat 0 Ann: 4 points, 7 meeple",
        "seat 1 Bo: 0 points, 7 meeple (to decide)",
        "phase place, seat 1, tile base/V",
        "legal: place 0,1 270",
        "discarded: base/C",
        "city at 0,0 city@N: 2 tiles, complete, worth 4 now, 4 at the end",
    ):
        assert line in out.splitlines()
    assert "points seat" not in out
    main(["replay", write(tmp_path), "--events"])
    assert "2: points seat 0, points 4, reason city" in capsys.readouterr().out


def test_trace_prints_a_line_before_each_decision_and_one_for_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game of one tile: draw, place, deploy; then the end, with phase over and nothing legal."""
    path = write(tmp_path, bag=["base/E"], actions=RECORD["actions"][:3])
    assert main(["replay", path, "--trace"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["n"], line["phase"], line["seat"], line["tile"], line["scores"]) for line in lines] == [
        (0, "draw", 0, None, [0, 0]),
        (1, "place", 0, "base/E", [0, 0]),
        (2, "deploy", 0, None, [0, 0]),
        (3, "over", 0, None, [4, 0]),
    ]
    assert lines[0]["legal"] == ["draw"]
    # E is field on three sides: under D's field, and as a cap on D's city; D's roads take nothing else.
    assert lines[1]["legal"] == ["place 0,-1 180", "place 0,1 180", "place 0,1 270", "place 0,1 90"]
    assert lines[2]["legal"] == ["deploy meeple city@S", "deploy meeple field@NL", "pass"]
    assert lines[3]["legal"] == []


def test_perft_counts_sequences_of_legal_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C can lie above D only, in 4 turns, with a knight or without: 1, 4 and 8 sequences.

    With pennant or not, C has one city and no field. After the only tile the game is over: still 8.
    """
    path = write(tmp_path, bag=["base/C"], actions=[])
    for depth, count in ((0, 1), (1, 1), (2, 4), (3, 8), (4, 8)):
        assert main(["perft", path, str(depth)]) == 0
        assert capsys.readouterr().out == f"{count}\n"


@pytest.mark.parametrize("option", [[], ["--json"], ["--events"], ["--trace"]])
def test_a_broken_rule_is_refused_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    """Exit status 2; the number, what was wrong and what was legal; nothing on stdout."""
    path = write(tmp_path, actions=["draw", "place 0,-1 180", "deploy meeple road@N"])
    assert main(["replay", path, *option]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "action 2 (deploy meeple road@N)" in said.err
    assert "base/E has no road@N here" in said.err
    assert "legal there: deploy meeple city@S, deploy meeple field@NL, pass" in said.err


@pytest.mark.parametrize("command", [["replay"], ["perft"]])
def test_what_cannot_be_read_is_refused_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """A missing file, a folder, bytes that are no text, no record, a bad header, half a character."""
    for name, content in (
        ("missing", None), ("bytes", b"\xff\xfe"), ("text", b"hello"), ("header", b'{"format": "bastide/1"}'),
        ("names", b'{"format": "bastide/1", "players": ["\\ud800", "Bo"], "bag": ["base/E"], "actions": []}'),
    ):  # fmt: skip
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        status = main([*command, str(path), *(["1"] if command == ["perft"] else ["--json"])])
        said = capsys.readouterr()
        assert (name, status, said.out) == (name, 2, "")
        assert said.err.startswith(f"{path}: ")
        assert "Traceback" not in said.err
    assert main([*command, str(tmp_path), *(["1"] if command == ["perft"] else [])]) == 2


def test_it_runs_as_a_program(tmp_path: Path) -> None:
    """``python -m core replay FILE`` from the folder of the project, with its exit status."""
    for path, status in ((write(tmp_path), 0), (str(tmp_path / "missing"), 2)):
        done = subprocess.run(
            [sys.executable, "-m", "core", "replay", path], capture_output=True, text=True, check=False
        )
        assert done.returncode == status
        assert bool(done.stdout) is (status == 0)
