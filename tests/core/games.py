"""Games of chance for property tests: what is played, and how random play chooses.

``BASTIDE_EXAMPLES=20 pytest tests/core`` plays twenty times as many, and others each time.
"""

import os
import random
from collections.abc import Callable
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from core import Action, Deploy, GameRecord, Pass, Phase, Place, Position, Resign, Skip
from core.geometry import AROUND
from core.options import CHOICES
from core.ruleset import OptionValue
from core.sets import rows
from core.sets.abbey_mayor.actions import PlayAbbey
from tests.core.chance import EDITIONS

_TIMES = int(os.environ.get("BASTIDE_EXAMPLES", "0"))
ADDED = tuple(name for name, row in rows().items() if row.game == "carcassonne" and not row.opens)
"""The sets that can be added to the base game, offered or not."""
FIGURES = tuple(figure for row in rows().values() for figure in row.figures)
"""The figures of all sets."""
_OPTIONS = {
    "carcassonne": ("fields", "wagon_move", "abbey_round", "hills_tie", "shepherds", "hills", "vineyards"),
    "discoverers": ("hand", "even_turns"),
}


def examples(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many examples: always the same, unless more are asked for."""
    return settings(
        max_examples=number * max(1, _TIMES),
        derandomize=not _TIMES,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@st.composite
def records(draw: st.DrawFn, tiles: int | None = None) -> GameRecord:
    """The beginning of any game: sets, options, players and seed. ``tiles`` limits the bag."""
    game = draw(st.sampled_from(["carcassonne"] * 4 + ["discoverers"]))
    sets: tuple[str, ...] = ("discoverers",)
    if game == "carcassonne":
        sets = ("base", *(name for name in ADDED if draw(st.booleans())))
    names = draw(st.lists(st.sampled_from(_OPTIONS[game]), unique=True, max_size=3))
    options: dict[str, OptionValue] = {name: draw(st.sampled_from(CHOICES[name])) for name in names}
    players = draw(st.integers(2, 5 if game == "discoverers" else 6))
    seed = draw(st.text("0123456789abcdef", min_size=8, max_size=8))
    edition = draw(st.sampled_from(EDITIONS))
    seats = ("A", "B", "C", "D", "E", "F")[:players]
    record = GameRecord(seats, game, sets, options, seed=seed, edition=edition)
    return shortened(record, tiles) if tiles else record


def shortened(record: GameRecord, tiles: int) -> GameRecord:
    """The same game with so many tiles in the bag; its flock tokens come as from an empty seed."""
    bag = tuple(kind.id for kind in record.opening().setup.bag[:tiles])
    return replace(record, bag=bag, seed=None)


CHANCES = st.integers(0, 2**32).map(random.Random)
"""What random play is made of."""


def choose(position: Position, chance: random.Random) -> Action:
    """A legal action: rather close spots, special figures and abbeys than the dull ones."""
    actions = position.legal_actions()
    if position.phase is Phase.PLACE:
        some = chance.choices(actions, k=4)
        return max(some, key=lambda action: crowd(position, action))
    lively = [action for action in actions if not isinstance(action, Pass)]
    special = [action for action in lively if isinstance(action, PlayAbbey) or is_special(action)]
    for few, share in ((special, 0.4), (lively, 0.7)):
        if few and chance.random() < share:
            return chance.choice(few)
    return chance.choice(actions)


def crowd(position: Position, action: Action) -> int:
    """How many tiles lie around a placement."""
    assert isinstance(action, Place)
    x, y = action.cell
    return sum((x + dx, y + dy) in position.board.cells for dx, dy in AROUND)


def is_special(action: Action) -> bool:
    """Whether a figure is put that is no common follower."""
    return isinstance(action, Deploy) and action.figure.value != "meeple"


def choose_or_leave(position: Position, chance: random.Random) -> Action:
    """Now and then a seat loses its turn or leaves the game, if others stay."""
    playing = position.seats_from(0)
    roll = chance.random()
    if roll < 0.02 and position.can(Skip()):
        return Skip()
    if roll > 0.995 and len(playing) > 2:
        return Resign(chance.choice(playing))
    return choose(position, chance)


def play_out(record: GameRecord, chance: random.Random) -> GameRecord:
    """The record of a whole random game."""
    position, actions = record.opening(), []
    while not position.over:
        action = choose(position, chance)
        position.play(action)
        actions.append(str(action))
    return record.with_actions(actions)
