"""A position as plain data and as text, for ``python -m core``."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from core.events import Event
from core.game import Position
from core.records.record import legal_texts
from core.views import FeatureView


def report(position: Position, events: Iterable[tuple[int, Event]]) -> dict[str, Any]:
    """The object that ``replay --json`` prints; see docs/records.md."""
    data: dict[str, Any] = {
        "players": list(position.players),
        "scores": list(position.scores),
        "phase": position.phase.value,
        "seat": position.seat,
        "tile": position.tile.id if position.tile else None,
        "over": position.over,
        "winners": list(position.winners),
        "legal": legal_texts(position),
        "supplies": [position.supply(seat) for seat in range(len(position.players))],
        "bag_left": position.bag_left,
        "discarded": list(position.discarded),
        "features": [{**feature_data(view), **besides(position, view)} for view in position.features()],
        "events": [event_data(index, event) for index, event in events],
    }
    data |= {entry: tell(position) for entry, tell in position.rules.told.items()}
    if position.hands:
        data["hands"] = [[kind.id for kind in hand] for hand in position.hands]
    if position.setup.removed:
        data["removed"] = [kind.id for kind in position.setup.removed]
    return data


def feature_data(view: FeatureView) -> dict[str, Any]:
    """One feature of the report."""
    return {
        "kind": view.kind.value,
        "tiles": [list(cell) for cell in view.cells],
        "segments": [[*cell, where] for cell, where in view.segments],
        "complete": view.complete,
        "pennants": view.pennants,
        "cities": view.cities,
        "figures": [
            {"seat": s.seat, "figure": s.figure.value, "at": list(s.cell), "where": s.where}
            for s in view.figures
        ],
        "worth": {"now": view.now, "final": view.final},
        "owners": list(view.owners),
    }  # fmt: skip


def besides(position: Position, view: FeatureView) -> dict[str, Any]:
    """What the sets in play have to say of a feature."""
    cell, where = view.segments[0]
    laid = position.board.cells[cell]
    feature = position.feature(laid.first + laid.tile.segment_number(where))
    told = {entry: tell(position, feature) for entry, tell in position.rules.told_of.items()}
    return {entry: what for entry, what in told.items() if what is not None}


def event_data(index: int, event: Event) -> dict[str, Any]:
    """One event of the report, with the number of the action that caused it."""
    data: dict[str, Any] = {"action": index, "event": event.name}
    for item in fields(event):
        data[item.name] = getattr(event, item.name)
    if "turn" in data:
        data["turn"] *= 90
    return data


def trace_line(position: Position, index: int) -> dict[str, Any]:
    """One line of ``replay --trace``: what holds before a decision, or at the end."""
    return {
        "n": index,
        "phase": position.phase.value,
        "seat": position.seat,
        "tile": position.tile.id if position.tile else None,
        "scores": list(position.scores),
        "legal": legal_texts(position),
    }


def describe(position: Position) -> str:
    """The position as lines for a person to read."""
    lines = [f"{' + '.join(position.sets)}, {len(position.laid)} tiles laid, {position.bag_left} in the bag"]
    for seat, name in enumerate(position.players):
        supply = ", ".join(f"{count} {figure}" for figure, count in position.supply(seat).items())
        marks = ["resigned"] if seat in position.resigned else []
        marks += ["winner"] if seat in position.winners else []
        marks += ["to decide"] if not position.over and seat == position.seat else []
        note = f" ({', '.join(marks)})" if marks else ""
        lines.append(f"seat {seat} {name}: {position.scores[seat]} points, {supply}{note}")
    tile = f", tile {position.tile}" if position.tile else ""
    lines.append(f"phase {position.phase}, seat {position.seat}{tile}")
    lines += [f"legal: {action}" for action in legal_texts(position)]
    if position.discarded:
        lines.append(f"discarded: {', '.join(position.discarded)}")
    lines += [feature_line(view) for view in position.features()]
    return "\n".join(lines)


def feature_line(view: FeatureView) -> str:
    """One feature in one line."""
    state = "complete" if view.complete else "open"
    figures = "; ".join(f"seat {s.seat} {s.figure} {s.cell[0]},{s.cell[1]} {s.where}" for s in view.figures)
    (x, y), where = view.segments[0]
    details = [f"{len(view.cells)} tiles"]
    details += [f"{view.pennants} pennants"] if view.pennants else []
    details += [f"{view.cities} cities"] if view.cities else []
    details += [state, f"worth {view.now} now, {view.final} at the end"]
    details += [figures] if figures else []
    return f"{view.kind} at {x},{y} {where}: {', '.join(details)}"
