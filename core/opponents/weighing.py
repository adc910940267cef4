"""What each thing that can be decided is worth: for advice, and for looking back at a game."""

from dataclasses import dataclass
from statistics import fmean
from typing import Final

from core.actions import Action, Choose, Phase
from core.game import Position
from core.opponents.levels import PLAYERS
from core.sets import rows
from core.tile_data import tile_kind

SHARP: Final = PLAYERS["sharp"]
"""Whose judgement counts."""
MOST_COMPARED: Final = 12
"""With so many tiles at most one that was drawn is compared: each takes as long as a move."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Something that can be decided: the action, the best that can follow in the same turn, its value.

    Values are in points, of the seat that decides against all others; only their differences mean something.
    """

    action: Action
    then: Action | None
    value: float

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that would be done."""
        return (self.action,) if self.then is None else (self.action, self.then)


def can_weigh(position: Position) -> bool:
    """Whether there is a choice whose consequences can be seen: not a draw, nor what a set decides apart."""
    if position.over or position.phase in {Phase.DRAW, Phase.OVER} or len(position.legal_actions()) < 2:
        return False
    return not any(position.phase in rows()[name].automatic for name in position.sets)


def weigh(position: Position) -> tuple[Weighed, ...]:
    """Everything that can be decided in a position for which :func:`can_weigh` holds, the best first.

    Of placements that look alike there is only the first. The first of all is what ``sharp`` would do.
    """
    decision = SHARP.deciding(position)
    match position.phase:
        case Phase.PLACE:
            found = [Weighed(place, *decision.followed(place)) for place in decision.promising()]
        case Phase.CHOOSE:
            tiles = [action for action in position.legal_actions() if isinstance(action, Choose)]
            found = [Weighed(action, None, decision.offers(action)) for action in tiles]
        case _:
            found = [Weighed(a, None, decision.after(a)) for a in position.legal_actions()]
    return tuple(sorted(found, key=lambda weighed: -weighed.value))


def value_of(position: Position, action: Action, then: Action | None = None) -> float:
    """What deciding so is worth, and then so, on the scale of :func:`weigh` in the same position."""
    decision = SHARP.deciding(position)
    if isinstance(action, Choose):
        return decision.offers(action)
    if then is None:
        return decision.after(action)
    decision.position.play(action)
    return decision.after(then)


def luck_of(position: Position) -> float:
    """What the tile in hand is worth more than those that could have come, in points; below 0: less.

    Each is taken where it lies best at a glance; of many kinds only some are, evenly from all that could have
    come. Tiles that fit nowhere are drawn again, so they do not count. Tiles that go ahead of all others are
    no luck, since most of what nobody has seen could not have come.
    """
    tile = position.tile
    assert tile is not None
    if rows()[tile.id.partition("/")[0]].ahead is not None:
        return 0.0
    counts = position.unseen()
    counts[tile.id] += 1
    compared = _some(sorted(counts.elements()))
    values = {name: _at_best(position, name) for name in {*compared, tile.id}}
    fitting = [value for name in compared if (value := values[name]) is not None]
    drawn = values[tile.id]
    return 0.0 if drawn is None or not fitting else drawn - fmean(fitting)


def _some(tiles: list[str]) -> list[str]:
    """Of these tiles all, or so many that no more than the most kinds are among them, evenly."""
    if len(set(tiles)) <= MOST_COMPARED:
        return tiles
    return [tiles[(2 * number + 1) * len(tiles) // (2 * MOST_COMPARED)] for number in range(MOST_COMPARED)]


def _at_best(position: Position, name: str) -> float | None:
    """How the seat would stand with another tile where that lies best; None if it fits nowhere."""
    decision = SHARP.deciding(position.holding(tile_kind(name, position.edition)))
    return max(map(decision.glance, decision.looks()), default=None)


def expected_of_all(position: Position) -> tuple[float, ...]:
    """The points that each seat may expect to have in the end, for what lies on the table."""
    return tuple(SHARP.judge(position).expected(position))
