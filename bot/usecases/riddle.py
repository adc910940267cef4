"""The tile of the day: one position for everyone, and each person's single best move.

The position follows from the day and a secret of this installation, so nobody can look ahead. Values are
exact: every move is tried (:mod:`core.forecast`).
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Annotated, Final, Self

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from bot.kept import read
from core import GameRecord, Place, Position, parse_action
from core.forecast import Move, best_moves, value_of
from core.puzzle import puzzle

PURPOSE: Final = "tile"
"""What the store's secret is for."""
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Riddle:
    """The tile of one day: the game up to it, the highest value of a move, and the moves that have it."""

    day: date
    record: GameRecord
    best: int
    moves: tuple[Move, ...]

    @property
    def position(self) -> Position:
        """The position in which the tile is to be laid; each call gives one of its own."""
        return self.record.replay()

    def value(self, move: Move) -> int:
        """What a move is worth."""
        return value_of(self.position, move)


@lru_cache(maxsize=8)
def riddle(day: date, secret: str) -> Riddle:
    """The tile of a day. It takes some tenths of a second to find the first time."""
    seed = hmac.new(secret.encode(), f"tile {day.isoformat()}".encode(), hashlib.sha256).hexdigest()
    record = puzzle(seed)
    return Riddle(day, record, *best_moves(record.replay()))


def _move(texts: Sequence[str]) -> Move:
    place, then = map(parse_action, texts)
    if not isinstance(place, Place):
        raise ValueError("a move begins with a tile")  # noqa: TRY004 - what is stored is wrong
    return Move(place, then)


def _texts(move: Move) -> list[str]:
    return [str(action) for action in move]


@dataclass(frozen=True, slots=True)
class Solution:
    """What a person answered: the move, its value, their name, and the places where they did."""

    move: Annotated[Move, PlainValidator(_move), PlainSerializer(_texts)]
    value: int
    name: str
    places: Annotated[frozenset[str], PlainSerializer(sorted)] = frozenset()

    def to_text(self) -> str:
        """The answer as the store keeps it."""
        return json.dumps(_SOLUTION.dump_python(self, mode="json"), ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> "Solution | None":
        """Read what :meth:`to_text` wrote; None when it is damaged."""
        try:
            return read(_SOLUTION, text)
        except ValueError:
            return None


_SOLUTION: Final = TypeAdapter(Solution)


@dataclass(frozen=True, slots=True)
class Streak:
    """The last day with a person's answer, how many days in a row it was, and the longest row ever."""

    last: date
    run: int = 1
    longest: int = 1

    def on(self, day: date) -> "Streak":
        """The streak after an answer on a day."""
        if day <= self.last:
            return self
        run = self.run + 1 if day - self.last == _DAY else 1
        return Streak(day, run, max(run, self.longest))

    def to_text(self) -> str:
        """The streak as the store keeps it."""
        return f"{self.last.isoformat()} {self.run} {self.longest}"

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """Read what :meth:`to_text` wrote; None when there is none or it is damaged."""
        try:
            last, run, longest = text.split()
            return cls(date.fromisoformat(last), int(run), int(longest))
        except ValueError:
            return None


def solutions(texts: Mapping[str, str]) -> dict[str, Solution]:
    """The answers of a day that can be read, by person."""
    read = ((person, Solution.from_text(text)) for person, text in texts.items())
    return {person: solution for person, solution in read if solution is not None}


def rank(value: int, others: Mapping[str, Solution]) -> int:
    """The place that a value has among answers; equal values share one."""
    return 1 + sum(other.value > value for other in others.values())


def places_of(text: str) -> frozenset[str]:
    """The places in which a person is to be ranked, as far as the store's text about them can be read."""
    try:
        return frozenset(map(str, json.loads(text)["places"]))
    except (KeyError, TypeError, ValueError):
        return frozenset()


def placed(text: str, place: str) -> str:
    """The store's text about a person who is to be ranked in one more place, also before they answer."""
    places = places_of(text) | {place}
    solution = Solution.from_text(text)
    if solution is None:
        return json.dumps({"places": sorted(places)})
    return replace(solution, places=places).to_text()
