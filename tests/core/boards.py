"""Boards for the tests of the rules, written so that a reader can lay them on a table.

    game = lay('''
        Red:  E 0,-1 180; deploy meeple city@S
        Blue: V 0,1 90; ...
    ''')

Each line is a turn: who, the tile, its cell, its turn in degrees, and then what a record would say, parted
by semicolons. With nothing more the seat passes; with ``...`` its decision is still to be made; a tile
without a cell is drawn and not yet laid. Seats named out of order skip their turns until the named one is
due. ``C,V 0,1 90`` takes two tiles from the bag (the first fits nowhere, or the second goes under a hill);
``abbey 1,1`` lays an abbey. ``V`` is ``base/V``, ``w/8`` ``winter/8``, ``r/8`` ``river/8``, ``i/1``
``inns-cathedrals/1``, ``t/1`` ``traders-builders/1``, ``a/3`` ``abbey-mayor/3``, ``h/3`` ``hills-sheep/3``,
``d/start`` ``discoverers/start``. A ``#`` begins a comment.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from core import (
    Cell,
    Event,
    FeatureView,
    Figure,
    GameRecord,
    IllegalAction,
    Phase,
    PointsAwarded,
    Position,
    parse_action,
)

NAMES = ("Red", "Blue", "Yellow", "Green", "Black", "Grey")
SHORT = {
    "w": "winter",
    "r": "river",
    "i": "inns-cathedrals",
    "t": "traders-builders",
    "a": "abbey-mayor",
    "h": "hills-sheep",
    "d": "discoverers",
}


class Award(NamedTuple):
    """Points that somebody got, and why."""

    name: str
    points: int
    reason: str


@dataclass
class Game:
    """A game in play: the position, and all that has happened."""

    record: GameRecord
    position: Position
    events: list[Event] = field(default_factory=list)

    def play(self, *texts: str) -> tuple[Event, ...]:
        """Play actions in the notation; what the last one caused."""
        caused: tuple[Event, ...] = ()
        for text in texts:
            caused = self.position.play(parse_action(text))
            self.events += caused
            self.record = self.record.with_actions((*self.record.actions, text))
        return caused

    def refusal(self, text: str) -> str:
        """The reason why an action is refused; the test fails if it is legal."""
        assert parse_action(text) not in self.position.legal_actions()
        with pytest.raises(IllegalAction) as caught:
            self.position.verify(parse_action(text))
        return caught.value.reason

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player who has any."""
        return {name: points for name, points in zip(NAMES, self.position.scores, strict=False) if points}

    @property
    def awards(self) -> list[Award]:
        """Everything that was scored, in order."""
        return [
            Award(NAMES[event.seat], event.points, event.reason)
            for event in self.events
            if isinstance(event, PointsAwarded)
        ]

    @property
    def legal(self) -> set[str]:
        """The legal actions, as text."""
        return {str(action) for action in self.position.legal_actions()}

    @property
    def to_move(self) -> str:
        """Who has to decide."""
        return NAMES[self.position.seat]

    def supply(self, name: str, figure: Figure = Figure.MEEPLE) -> int:
        """How many of a figure a player has in the supply."""
        return self.position.in_supply(NAMES.index(name), figure)

    def feature(self, x: int, y: int, where: str) -> FeatureView:
        """One feature."""
        return self.position.feature_at((x, y), where)

    def figures(self) -> set[tuple[str, str, Cell, str]]:
        """Every figure on the board."""
        return {(NAMES[s.seat], s.figure.value, s.cell, s.where) for s in self.position.standing()}

    def winners(self) -> list[str]:
        """Who won."""
        return [NAMES[seat] for seat in self.position.winners]


def tile(short: str) -> str:
    """The full id of a tile."""
    prefix, slash, name = short.rpartition("/")
    return f"{SHORT[prefix]}/{name}" if slash else f"base/{short}"


def lay(
    turns: str,
    *,
    players: int = 2,
    sets: tuple[str, ...] = ("base",),
    options: Mapping[str, bool | int | str] | None = None,
    start: str = "D 0,0 0",
    rest: str = "B",
    tokens: tuple[int | str, ...] | None = None,
    seed: str | None = None,
) -> Game:
    """Play the turns. ``rest`` is what stays in the bag; without it the game ends with the last turn."""
    lines = [line for text in turns.splitlines() if (line := text.partition("#")[0].strip())]
    bag = [tile(short) for line in lines for short in _drawn(line)]
    name, cell, degrees = start.split()
    x, y = cell.split(",")
    record = GameRecord(
        players=NAMES[:players],
        game="discoverers" if sets == ("discoverers",) else "carcassonne",
        sets=sets,
        options=options or {},
        bag=tuple(bag + [tile(short) for short in rest.split()]),
        tokens=tokens,
        start=(tile(name), int(x), int(y), int(degrees)),
    )
    game = Game(record, record.opening())
    for line in lines:
        _take_turn(game, line)
    return game


def _drawn(line: str) -> list[str]:
    first = line.rpartition(":")[2].split(";")[0].split()[0]
    return [] if first in ("abbey", "pass") else first.split(",")


def _take_turn(game: Game, line: str) -> None:
    name, _, rest = line.rpartition(":")
    while name and game.to_move != name:
        assert game.position.phase is Phase.DRAW, f"{game.to_move} has to decide before: {line}"
        game.play("skip")
    first, *decisions = (part.strip() for part in rest.split(";"))
    if first == "pass":
        game.play("pass")
        return
    drawn, *where = first.split()
    game.play("abbey" if drawn == "abbey" else "draw")
    if where:
        cell, degrees = where if len(where) == 2 else (where[0], "0")
        game.play(f"place {cell} {degrees}", *(text for text in decisions or ["pass"] if text != "..."))
