"""Whole games recorded on another engine: seats, scores and legal actions at every decision agree.

The games are no part of this repository. ``BASTIDE_ORACLE`` names their folder, else ``../shared/oracle``.
"""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import GameRecord, Position, parse_action

FOLDER = Path(os.environ.get("BASTIDE_ORACLE") or Path(__file__).parents[3] / "shared" / "oracle")
FILES = sorted(FOLDER.rglob("*.jsonl.gz"))


def games(path: Path) -> Iterator[dict[str, Any]]:
    """The games of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def first_difference(game: dict[str, Any]) -> str | None:
    """Where the engine says something else than the recording, or None."""
    record = GameRecord.from_json(json.dumps(game["record"]))
    expected = {entry["n"]: entry for entry in game["trace"]}
    position = record.opening()
    for index, text in enumerate(record.actions):
        if index in expected and (fault := difference(position, expected[index])):
            return f"{game['id']}, action {index} ({text}): {fault}"
        position.play(parse_action(text))
    if not position.over:
        return f"{game['id']}: not over"
    if list(position.scores) != game["final"]["scores"]:
        return f"{game['id']}: final scores {position.scores}"
    if list(position.discarded) != game["final"]["discarded"]:
        return f"{game['id']}: discarded {position.discarded}"
    return None


def difference(position: Position, entry: dict[str, Any]) -> str | None:
    """What differs at one decision."""
    if (position.phase, position.seat) != (entry["phase"], entry["seat"]):
        return f"seat {position.seat} is to {position.phase}"
    if list(position.scores) != entry["scores"]:
        return f"scores {position.scores}"
    legal = {str(action) for action in position.legal_actions()}
    if legal != set(entry["legal"]):
        return f"legal here only {legal - set(entry['legal'])}, there only {set(entry['legal']) - legal}"
    return None


@pytest.mark.skipif(not FILES, reason=f"no recorded games in {FOLDER}: set BASTIDE_ORACLE to their folder")
@pytest.mark.parametrize("path", FILES or [FOLDER], ids=lambda path: path.name.partition(".")[0])
def test_recorded_games_agree(path: Path) -> None:
    """Every game of the file, at every decision that was recorded, and in the end."""
    differences = [fault for game in games(path) if (fault := first_difference(game))]
    assert differences == []
