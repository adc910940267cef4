"""Positions to draw: random games of any sets and boards of any shape; the same arguments, the same one.

Positions are shared: drawing does not change them, and nobody else may.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache

from core import Action, Deploy, Event, GameRecord, Pass, Phase, Place, PointsAwarded, Position, tile_set

NAMES = ("Ann", "Božena Němcová", "Михаил", "Zoë", "Ćma", "Léopold")
EVERYTHING = ("base", "winter", "abbey-mayor", "hills-sheep")
ALL_OF_CARCASSONNE = (
    "base", "winter", "river", "inns-cathedrals", "traders-builders", "abbey-mayor", "hills-sheep"
)  # fmt: skip
"""Whatever can be added to the base game: 167 tiles."""


def record(
    sets: Sequence[str] = ("base",), players: int = 2, seed: str = "5eed", **more: object
) -> GameRecord:
    """A game of these sets."""
    game = "discoverers" if "discoverers" in sets else "carcassonne"
    bag = more.get("bag")
    return GameRecord(
        players=NAMES[:players],
        game=game,
        sets=tuple(sets),
        bag=tuple(str(tile) for tile in bag) if isinstance(bag, (list, tuple)) else None,
        seed=None if bag else seed,
    )


def play(
    position: Position,
    stop: Callable[[Position], bool],
    *,
    seed: int = 1,
    eager: float = 0.45,
    shape: Callable[[Place], float] | None = None,
) -> tuple[Event, ...]:
    """Play at random, but compactly, until ``stop``; the events of the last action.

    ``eager`` is how often a figure is deployed; ``shape`` tells which placements are preferred.
    """
    rng = random.Random(seed)
    events: tuple[Event, ...] = ()
    while not position.over and not stop(position):
        events = position.play(_choose(position, rng, eager, shape))
    return events


def _choose(
    position: Position, rng: random.Random, eager: float, shape: Callable[[Place], float] | None
) -> Action:
    actions = sorted(position.legal_actions(), key=str)  # whatever the engine's order is
    places = [action for action in actions if isinstance(action, Place)]
    if places:
        return max(places, key=lambda place: _worth(position, place, shape) + rng.random() * 2)
    deployments = [action for action in actions if isinstance(action, Deploy)]
    if deployments:
        return rng.choice(deployments) if rng.random() < eager else Pass()
    return rng.choice(actions)


def _worth(position: Position, place: Place, shape: Callable[[Place], float] | None) -> float:
    x, y = place.cell
    near = sum(position.board.at((x + dx, y + dy)) is not None for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return near + (shape(place) if shape else 0.0)


@cache
def placing(
    sets: tuple[str, ...] = ("base",), tiles: int = 40, players: int = 2, seed: str = "5eed"
) -> Position:
    """A position with so many tiles on the table and one in hand."""
    position = record(sets, players, seed).opening()
    play(position, lambda p: len(p.laid) >= tiles and p.phase is Phase.PLACE)
    return position


@cache
def deploying(
    sets: tuple[str, ...] = ("base",), tiles: int = 30, players: int = 2, seed: str = "5eed"
) -> Position:
    """A position in which a figure can be put on the tile just laid."""
    position = record(sets, players, seed).opening()
    play(position, lambda p: len(p.laid) >= tiles and bool(offered(p)))
    return position


@cache
def scoring(
    sets: tuple[str, ...] = ("base",), tiles: int = 20, players: int = 3
) -> tuple[Position, tuple[Event, ...]]:
    """A position in which points were just given, with the events that did it."""
    position = record(sets, players).opening()
    rng = random.Random(5)
    events: tuple[Event, ...] = ()
    while not position.over:
        events = position.play(_choose(position, rng, 0.9, None))
        if len(position.laid) >= tiles and any(isinstance(event, PointsAwarded) for event in events):
            break
    return position, events


@cache
def long_board(columns: int, rows: int) -> Position:
    """A board of at most so many columns and rows, filled as far as 320 tiles go."""
    kinds = [kind.id for kind in tile_set("base").kinds.values() for _ in range(kind.count)]
    bag = kinds * 5
    random.Random(7).shuffle(bag)
    position = record(bag=bag[:320]).opening()

    def shape(place: Place) -> float:
        x, y = place.cell
        return -100.0 if abs(x) > columns // 2 - 1 or abs(y) > rows // 2 - 1 else (abs(x) + abs(y)) * 0.4

    wide = (columns - 3) * 0.97

    def full(p: Position) -> bool:
        xs, ys = [t.cell[0] for t in p.laid], [t.cell[1] for t in p.laid]
        spread = max(max(xs) - min(xs), max(ys) - min(ys))
        return spread >= max(wide, (rows - 3) * 0.97) and p.phase is Phase.PLACE and len(p.laid) > 180

    play(position, full, shape=shape)
    return position


def offered(position: Position) -> tuple[tuple[str, str], ...]:
    """The segments on which a figure can be put, lettered."""
    where = sorted({action.where for action in position.legal_actions() if isinstance(action, Deploy)})
    return tuple(zip("abcdefghij", where, strict=False))


@cache
def many_spots(least: int = 60) -> Position:
    """A position whose tile in hand can lie in at least so many places."""
    position = record(bag=["base/U", "base/V", "base/E", "base/W"] * 60).opening()

    def sprawling(place: Place) -> float:
        x, y = place.cell
        return -4.0 * sum(
            position.board.at((x + dx, y + dy)) is not None for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        ) - (0.12 * (x * x + y * y))

    play(
        position,
        lambda p: p.phase is Phase.PLACE and len(p.legal_spots()) >= least,
        shape=sprawling,
        eager=0.1,
    )
    return position
