"""The pictures of the rules: real positions, replayed from ``rules/TOPIC.toml``.

A ``[[screen]]`` is a record of ``bastide/1`` in the newest edition, without its format and players, and with:

* ``picture``: ``board``, ``spots`` (with the places that are offered) or ``close-up``;
* ``tint``: whether what is claimed is coloured for its owner;
* ``numbers``: what the texts call ``{points}`` and so on. They are read from the position, so that a text
  cannot disagree with its picture: ``["won", PLAYER, REASON]`` (during the game), ``["final", PLAYER,
  REASON]``, ``["worth", CELL, WHERE]``, ``["tiles", CELL, WHERE]``, ``["spots"]``, and ``[NAME, PLAYER]`` for
  what a set of the game counts (``SetTalk.numbers``).
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot import spots
from bot.games import describe
from bot.games.parser import read_cell
from bot.games.talk import talks_of
from bot.scene import Phrase, Picture, PictureKind
from core import Event, FeatureView, GameRecord, PointsAwarded, Position, parse_action
from core.editions import NEWEST
from core.records.record import FORMAT

FOLDER: Final = Path(__file__).parent / "rules"
PLAYERS: Final = ("Ann", "Bo")
"""Who plays, as ``rules/TOPIC.toml`` calls them; what readers call them is in their ``language.toml``."""

_RECORD: Final = ("game", "sets", "options", "start", "bag", "tokens", "actions")


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen's picture, and the numbers of its text."""

    picture: Picture
    numbers: Mapping[str, object]


def _file(topic: str) -> Path:
    return FOLDER / f"{topic}.toml"


def has_screens(topic: str) -> bool:
    """Whether there are rules of a topic."""
    return _file(topic).exists()


@cache
def screens(topic: str) -> tuple[Screen, ...]:
    """The screens of a topic, in order."""
    data = tomllib.loads(_file(topic).read_text(encoding="utf-8"))
    return tuple(_screen(entry) for entry in data["screen"])


def _screen(entry: Mapping[str, Any]) -> Screen:
    written = {"format": FORMAT, "edition": NEWEST, "players": PLAYERS} | {
        key: entry[key] for key in _RECORD if key in entry
    }
    record = GameRecord.from_json(json.dumps(written))
    position = record.opening()
    events: list[Event] = []
    for action in record.actions:
        events += position.play(parse_action(action))
    numbers = {name: _number(how, position, events) for name, how in entry.get("numbers", {}).items()}
    return Screen(_picture(entry, position, events), numbers)


def _picture(entry: Mapping[str, Any], position: Position, events: Sequence[Event]) -> Picture:
    if entry["picture"] == "close-up":
        return Picture(PictureKind.CLOSE_UP, position, PLAYERS, letters=spots.letters(position))
    return Picture(
        PictureKind.BOARD,
        position,
        PLAYERS,
        spots=_offered(position) if entry["picture"] == "spots" else (),
        view="whole",
        events=tuple(events),
        tint=entry.get("tint", False),
    )


def _offered(position: Position) -> tuple[tuple[int, int], ...]:
    numbered = (talk.spots.get(position.phase) for talk in talks_of(position))
    return next((cells for cells in numbered if cells is not None), spots.places)(position)


def _number(how: Sequence[str], position: Position, events: Sequence[Event]) -> object:
    match how:
        case ["spots"]:
            return len(_offered(position))
        case ["won" | "final" as when, player, reason]:
            return describe.points(_awarded(events, PLAYERS.index(player), reason, final=when == "final"))
        case ["worth", cell, where]:
            return describe.points(_feature(position, cell, where).now)
        case ["tiles", cell, where]:
            return Phrase.of("count.tiles", count=len(_feature(position, cell, where).cells))
        case [name, player]:
            counts = {name: count for talk in talks_of(position) for name, count in talk.numbers.items()}
            return counts[name](position, PLAYERS.index(player))
        case _:
            raise ValueError(f"no number: {how}")


def _awarded(events: Sequence[Event], seat: int, reason: str, *, final: bool) -> int:
    return sum(
        event.points
        for event in events
        if isinstance(event, PointsAwarded)
        and (event.seat, event.reason, event.final) == (seat, reason, final)
    )


def _feature(position: Position, cell: str, where: str) -> FeatureView:
    at = read_cell(cell)
    if at is None:
        raise ValueError(f"no cell: {cell}")
    return position.feature_at(at, where)
