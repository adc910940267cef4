"""Which player decides for an opponent of each level."""

from collections.abc import Mapping
from typing import Final

from bot.people import Level
from core import Action, Position
from core.automatic import CLOSER_LOOK, PLAYER
from core.opponents.greedy import Greedy
from core.opponents.player import Enough, Player

_ALL: Final = 10_000
"""More placements than there ever are."""

PLAYERS: Final[Mapping[Level, Player]] = {
    Level.GENTLE: Player(Greedy, closer=CLOSER_LOOK, sees=3),
    Level.EVEN: PLAYER,
    Level.SHARP: Player(Greedy, closer=_ALL),
}


def decide(position: Position, level: Level, enough: Enough) -> Action:
    """The action that an opponent takes for the seat to move; the same for the same position, in time."""
    return PLAYERS[level].choose(position, enough)
