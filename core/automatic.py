"""A simple automatic player: legal, sensible and greedy, for turns that nobody takes."""

from typing import Final

from core.actions import Action
from core.game import Position
from core.opponents.greedy import Greedy
from core.opponents.player import Player

CLOSER_LOOK: Final = 6
"""So many of the best placements are tried with every figure."""

PLAYER: Final = Player(Greedy, CLOSER_LOOK)


def choose(position: Position) -> Action:
    """The action that the automatic player takes for the seat to move. Raises GameOver."""
    return PLAYER.choose(position)


def outlook(position: Position, seat: int) -> float:
    """How well a seat stands: its points, those it may expect and its figures, against all others'."""
    return Greedy(position).outlook(position, seat)
