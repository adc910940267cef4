"""The Winter Edition: 12 more tiles, and no rule of their own (base game, section 1)."""

from typing import Final

from core.ruleset import Ruleset
from core.sets.row import SetRow
from core.state import State


def install(rules: Ruleset[State]) -> None:
    """Its tiles follow the rules of the base game."""


SET: Final = SetRow(rank=10, install=install)
