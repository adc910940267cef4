"""What is agreed on before a game, as the blanks of commands."""

from typing import Final

from bot.clocks.control import Timeout
from bot.games.describe import SET, TITLE
from bot.games.header import Hints
from bot.games.sets import ALL, BASE, LAST
from bot.games.undone import Undo
from bot.people import Skill
from bot.scene import AUTO, THEMES
from bot.scenes.lobby import TIMEOUT
from bot.scenes.offers import HINTS_RULE, UNDO_RULE
from bot.usecases.info import THEME
from bot.usecases.rows import Option, values
from core.rulesets import EXPANSIONS, GAMES

MOST_PLAYERS: Final = 6
AGREED: Final = (
    Option("game", choices={game: TITLE(game) for game in GAMES}),
    Option("expansion", choices={name: SET(name) for name in EXPANSIONS} | values("sets", ALL, LAST, BASE)),
    Option("players", between=(2, MOST_PLAYERS), named=True),
    Option("opponents", between=(0, MOST_PLAYERS - 1), named=True),
    Option("level", choices=values("level", *Skill), named=True),
    Option("fields", choices=values("fields", "on", "off"), named=True),
    Option("order", choices=values("order", "random", "joined"), named=True),
    Option("clock", named=True),
    Option("theme", choices={theme: THEME(theme) for theme in (AUTO, *THEMES)}, named=True),
    Option("timeout", choices={t.value: TIMEOUT(t) for t in Timeout}, named=True),
    Option("undo", choices={u.value: UNDO_RULE(u) for u in Undo}, named=True),
    Option("hints", choices={h.value: HINTS_RULE(h) for h in Hints}, named=True),
)
"""With it a game can be opened, and until it starts it can be changed."""
