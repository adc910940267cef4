"""``python -m core``: replay, verify or count.

``replay FILE [--json] [--events] [--trace]``, ``verify FILE [--hash HASH]``, ``perft FILE DEPTH``.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from core.errors import RecordError
from core.events import Event
from core.records.perft import perft
from core.records.record import GameRecord, play_text
from core.records.report import describe, event_data, report, trace_line
from core.records.verify import verify

UNFAIR = 1
REFUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 2 when the record is refused, 1 when its hash is another one."""
    parser = argparse.ArgumentParser(prog="python -m core", description="Replay and check game records.")
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="replay a record and print what holds after it")
    replay.add_argument("file", type=Path)
    replay.add_argument("--json", action="store_true", help="print one JSON object")
    replay.add_argument("--events", action="store_true", help="print every event")
    replay.add_argument("--trace", action="store_true", help="print one JSON line for each decision")
    check = commands.add_parser("verify", help="check that every action is legal and the shuffle as promised")
    check.add_argument("file", type=Path)
    check.add_argument("--hash", help="the SHA-256 of the seed that was shown at the start")
    count = commands.add_parser("perft", help="count the leaves of the tree of legal actions")
    count.add_argument("file", type=Path)
    count.add_argument("depth", type=int)
    options = parser.parse_args(arguments)
    try:
        record = GameRecord.from_json(options.file.read_text("utf-8"))
        if options.command == "verify":
            return print_verdict(record, options.hash)
        if options.command == "perft":
            lines = [str(perft(record.replay(), max(0, options.depth)))]
        elif options.trace:
            lines = trace(record)
        else:
            lines = outcome(record, as_json=options.json, with_events=options.events)
    except RecordError as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        if error.legal:
            print(f"legal there: {', '.join(error.legal)}", file=sys.stderr)
        return REFUSED
    except (OSError, UnicodeDecodeError) as error:
        print(f"{options.file}: it cannot be read: {error}", file=sys.stderr)
        return REFUSED
    print("\n".join(lines))
    return 0


def print_verdict(record: GameRecord, published: str | None) -> int:
    """Check a record and say what was found. Raises RecordError."""
    verdict = verify(record, published)
    print(f"actions: {verdict.actions}, all legal")
    if verdict.seed_hash is None:
        print("order: given tile by tile; without a seed there is no shuffle to check")
    else:
        print(f"order: {verdict.drawn} tiles drawn, as the seed {record.seed} gives them")
        print(f"hash: {verdict.seed_hash}")
    if verdict.matches is None and verdict.seed_hash is not None:
        print("compare this hash with the one that was shown at the start, or give that one with --hash")
    if verdict.matches:
        print("the hash is the one that was shown at the start")
    if not verdict.fair:
        print(f"the hash is not {published}: the shuffle is not the promised one", file=sys.stderr)
    return 0 if verdict.fair else UNFAIR


def outcome(record: GameRecord, *, as_json: bool, with_events: bool) -> list[str]:
    """The last position of a record, as text or JSON. Raises RecordError."""
    position, events = record.replay_events()
    if as_json:
        return [json.dumps(report(position, events), ensure_ascii=False)]
    return [describe(position), *(event_line(index, event) for index, event in events if with_events)]


def event_line(index: int, event: Event) -> str:
    """One event as text."""
    data = event_data(index, event)
    what = ", ".join(f"{key} {value}" for key, value in data.items() if key not in ("action", "event"))
    return f"{index}: {event.name} {what}"


def trace(record: GameRecord) -> list[str]:
    """A JSON line before each decision, and one for the end. Raises RecordError."""
    position = record.opening()
    lines = []
    for index, text in enumerate(record.actions):
        lines.append(trace_line(position, index))
        play_text(position, text, index)
    lines.append(trace_line(position, len(record.actions)))
    return [json.dumps(line, ensure_ascii=False) for line in lines]


if __name__ == "__main__":
    sys.exit(main())
