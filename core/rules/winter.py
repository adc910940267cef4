"""The Winter Edition: 12 more tiles, and no rule of their own (base game, section 1)."""

from core.ruleset import Ruleset
from core.state import State


def install(rules: Ruleset[State]) -> None:
    """Add the Winter Edition to a ruleset."""
    rules.tile_sets.append("winter")
