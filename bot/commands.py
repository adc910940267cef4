"""The commands of the games, by name."""

from typing import Final

GAME_COMMANDS: Final = (
    "new", "join", "leave", "start", "draw", "abbey", "choose", "place", "turn", "deploy", "pass", "score",
    "grow", "wagon", "undo", "board", "tiles", "game", "games", "resign", "end", "rules", "help", "export",
    "settings", "vote", "pause", "daily", "history", "import", "verify", "stats", "tile", "rescue", "forget",
    "tutorial", "hints", "replay",
)  # fmt: skip
"""Every command's name, the same on all platforms."""
