"""The automatic player: legal, sensible and greedy, for turns that nobody takes."""

from core.actions import Action
from core.game import Position
from core.opponents.levels import PLAYERS


def choose(position: Position) -> Action:
    """The action that the automatic player takes for the seat to move. Raises GameOver."""
    return PLAYERS["greedy"].choose(position)
