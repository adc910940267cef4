"""Which player decides for an opponent of each level."""

from collections.abc import Mapping
from typing import Final

from bot.people import Skill
from core import Action, Position
from core.automatic import CLOSER_LOOK, PLAYER
from core.opponents.greedy import Greedy
from core.opponents.player import Enough, Player

_ALL: Final = 10_000
"""More placements than there ever are."""

PLAYERS: Final[Mapping[Skill, Player]] = {
    Skill.GENTLE: Player(Greedy, closer=CLOSER_LOOK, sees=3),
    Skill.EVEN: PLAYER,
    Skill.SHARP: Player(Greedy, closer=_ALL),
}


def decide(position: Position, level: Skill, enough: Enough) -> Action:
    """The action that an opponent takes for the seat to move; the same for the same position, in time."""
    return PLAYERS[level].choose(position, enough)
