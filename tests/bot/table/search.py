"""Finding games in which a certain decision is due."""

import random
from collections.abc import Callable, Mapping

from core import GameRecord, Phase, Position
from core.actions import DRAW
from core.ruleset import OptionValue
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE

EVERYTHING = ("base", "winter", "abbey-mayor", "hills-sheep")
SETS = {
    Phase.DRAW: EVERYTHING,
    Phase.CHOOSE: ("discoverers",),
    Phase.PLACE: ("base",),
    Phase.DEPLOY: ("base",),
    FLOCK_DUE: EVERYTHING,
    WAGON_DUE: EVERYTHING,
    ABBEY_DUE: EVERYTHING,
}
"""For each phase, sets in which it is a decision."""


def reach(
    wanted: Callable[[Position], bool],
    sets: tuple[str, ...] = ("base",),
    options: Mapping[str, OptionValue] | None = None,
    players: tuple[str, ...] = ("Ann", "Bo"),
) -> GameRecord:
    """A game that stands, after random play, where there is something to decide and ``wanted`` holds."""
    for seed in range(200):
        game = "discoverers" if sets == ("discoverers",) else "carcassonne"
        record = GameRecord(players, game, sets, options or {}, seed=f"search-{seed}")
        position, chance = record.opening(), random.Random(seed)
        actions: list[str] = []
        while not position.over:
            legal = position.legal_actions()
            if len(legal) > 1 and wanted(position):
                return record.with_actions(actions)
            # Abbeys are kept, so that there are some left for the round after the last tile.
            action = DRAW if DRAW in legal else chance.choice(legal)
            position.play(action)
            actions.append(str(action))
    raise AssertionError("no such game was found")


def at(phase: Phase, more: Callable[[Position], bool] = lambda _position: True) -> GameRecord:
    """A game in which a decision of this kind is due, and ``more`` holds."""
    options: Mapping[str, OptionValue] = {"hand": 2} if phase is Phase.CHOOSE else {}
    return reach(lambda position: position.phase is phase and more(position), SETS[phase], options)


def claimed_road() -> GameRecord:
    """Without fields: Ann holds the road, and Bo has a curve that can only continue it."""
    return GameRecord(
        ("Ann", "Bo"),
        options={"fields": False},
        bag=("base/U", "base/V", "base/U", "base/U"),
        actions=("draw", "place 1,0 0", "deploy meeple road@W", "draw"),
    )
