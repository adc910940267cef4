"""Which player decides for an opponent of each level."""

from bot.people import Skill
from core import Action, Position
from core.opponents.levels import PLAYERS
from core.opponents.player import Enough


def decide(position: Position, level: Skill, enough: Enough) -> Action:
    """The action that an opponent takes for the seat to move; the same for the same position, in time."""
    return PLAYERS[level.value].choose(position, enough)
