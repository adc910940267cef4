"""Games of our own with their final reports, and counts of the tree of legal actions, kept in ``golden/``.

``python -m tests.core.goldens`` writes the reports and counts anew; look at what changed before you commit.
A game whose file was deleted is played again by chance.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core import GameRecord
from core.records.perft import perft
from core.records.report import report
from tests.core.games import play_out, shortened

FOLDER = Path(__file__).parent / "golden"
PERFT = FOLDER / "perft.json"
DEPTH = 5

GAMES = {
    "base": GameRecord(("Ann", "Bo"), seed="ba5e"),
    "winter": GameRecord(("Ann", "Bo", "Cid"), sets=("base", "winter"), seed="1ce"),
    "abbey-mayor": GameRecord(("Ann", "Bo"), sets=("base", "abbey-mayor"), seed="abbe"),
    "hills-sheep": GameRecord(("Ann", "Bo", "Cid"), sets=("base", "hills-sheep"), seed="5eep"),
    "river": GameRecord(("Ann", "Bo"), sets=("base", "river"), seed="71e5"),
    "further": GameRecord(
        ("Ann", "Bo", "Cid"), sets=("base", "inns-cathedrals", "traders-builders"), seed="f07e"
    ),
    "all": GameRecord(
        ("Ann", "Bo", "Cid", "Dan"),
        sets=("base", "winter", "abbey-mayor", "hills-sheep"),
        options={"wagon_move": "adjacent", "hills_tie": "count"},
        seed="a11",
    ),
    "discoverers": GameRecord(("Ann", "Bo"), game="discoverers", sets=("discoverers",), seed="d15c"),
    "hand": GameRecord(
        ("Ann", "Bo", "Cid"), game="discoverers", sets=("discoverers",), options={"hand": 2}, seed="4a4d"
    ),
}
TILES = 36
LONGER = {"further": 60}
"""How long the games are."""
CHANCE = {"abbey-mayor": 19, "all": 19, "further": 17}
"""Which random play: chosen so that wagons move, barns and all goods score, abbeys lie beside vineyards."""


def path(name: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{name}.json"


def load(name: str) -> tuple[GameRecord, dict[str, Any]]:
    """The record of a game and the report that goes with it."""
    data = json.loads(path(name).read_text("utf-8"))
    return GameRecord.from_json(json.dumps(data["record"])), data["report"]


def final_report(record: GameRecord) -> dict[str, Any]:
    """The report of a record as JSON has it."""
    data: dict[str, Any] = json.loads(json.dumps(report(*record.replay_events())))
    return data


def counts(record: GameRecord) -> list[list[int]]:
    """Perft of depth 1 and more at four moments of a game: one list for each, its moment first."""
    moments = [len(record.actions) * quarter // 4 for quarter in range(4)]
    return [
        [moment, *(perft(record.replay(moment), depth) for depth in range(1, DEPTH + 1))]
        for moment in moments
    ]


def lines(data: dict[str, Any], indent: str = " ") -> Iterator[str]:
    """JSON with one entry a line, and lists of objects with one object a line."""
    yield "{"
    for number, (key, value) in enumerate(data.items(), 1):
        comma = "," if number < len(data) else ""
        if isinstance(value, list) and value and isinstance(value[0], dict | list):
            yield f"{indent}{json.dumps(key)}: ["
            rows = [json.dumps(row, ensure_ascii=False) for row in value]
            yield from (f"{indent} {row}," for row in rows[:-1])
            yield f"{indent} {rows[-1]}"
            yield f"{indent}]{comma}"
        else:
            yield f"{indent}{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}{comma}"
    yield "}"


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    tree = {}
    for name, opening in GAMES.items():
        if path(name).exists():
            record, _ = load(name)
        else:
            record = play_out(
                shortened(opening, LONGER.get(name, TILES)), random.Random(f"{name}{CHANCE.get(name, 0)}")
            )
        written = "\n ".join(lines(final_report(record), "  "))
        path(name).write_text(f'{{\n "record": {record.to_json()},\n "report": {written}\n}}\n', "utf-8")
        tree[name] = counts(record)
    PERFT.write_text("\n".join(lines(tree)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
