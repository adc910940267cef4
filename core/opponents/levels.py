"""The players that there are, by name."""

from collections.abc import Mapping
from typing import Final

from core.opponents.greedy import Greedy
from core.opponents.player import Player
from core.opponents.sharp import Sharp

PLAYERS: Final[Mapping[str, Player]] = {
    "greedy": Player(Greedy, closer=6),
    "gentle": Player(Greedy, closer=1, sees=3),
    "even": Player(Greedy, closer=100),
    "sharp": Player(Sharp, closer=100),
}
"""``gentle``, ``even`` and ``sharp`` are for people to play against; ``greedy`` moves for the absent."""
