"""``new``: open a game."""

from typing import Final

from bot.scene import AUTO, THEMES
from bot.table import rematch
from bot.table.clock import Timeout
from bot.table.describe import SET, TITLE
from bot.table.info import THEME
from bot.table.rows import CommandRow, Option, values
from bot.table.scenes.lobby import TIMEOUT
from bot.table.scenes.offers import UNDO_RULE
from bot.table.sets import ALL
from bot.table.undone import Undo
from core.rules import EXPANSIONS, GAMES

MOST_PLAYERS: Final = 6
AGREED: Final = (
    Option("game", choices={game: TITLE(game) for game in GAMES}),
    Option("expansion", choices={name: SET(name) for name in EXPANSIONS} | {ALL: "discord.value.all"}),
    Option("players", between=(2, MOST_PLAYERS), named=True),
    Option("fields", choices=values("fields", "on", "off"), named=True),
    Option("order", choices=values("order", "random", "joined"), named=True),
    Option("clock", named=True),
    Option("theme", choices={theme: THEME(theme) for theme in (AUTO, *THEMES)}, named=True),
    Option("timeout", choices={t.value: TIMEOUT(t) for t in Timeout}, named=True),
    Option("undo", choices={u.value: UNDO_RULE(u) for u in Undo}, named=True),
)
"""What is agreed on before a game: with it a game can be opened, and until it starts it can be changed."""


COMMAND: Final = CommandRow(
    rank=10,
    serve=rematch.new,
    options=(*AGREED, Option("again", choices={rematch.AGAIN: "choice.rematch"})),
    ages=True,
)
